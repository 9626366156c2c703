/** What a look leaves: exit codes, the result with the state of the estate, what `status` says of it, and the way back. */
import { expect, test } from "vitest";
import { startWatching } from "../e2e/watching.ts";
import { listen } from "../support/watch/webhooks.ts";
import { tables, type, layer, workspace, serveEstate } from "./served-estate.ts";

const estate = [
  workspace("city"),
  tables("city:pg"),
  type("city:roads"),
  layer("city:roads", "line"),
];

test("apply --verify keeps what it applied, ends with 7, and status says what the last look found", async () => {
  const { server, run, change, verify } = await serveEstate(estate, {
    faults: { "city:roads": "table-dropped" },
  });
  change([{ ...layer("city:roads", "point") }]);
  const broken = await run(["apply", "--yes", "--verify"]);
  expect(broken.code, broken.stderr).toBe(7);
  expect(broken.stdout).toContain("Applied: the catalog is in sync. 1 of 1 requests done.");
  expect(broken.stdout).toMatch(/^Degraded: 1 degraded\.$/m);
  expect(broken.stdout).toContain(
    "FeatureType/city:roads has no source: the table or type roads is not in its store",
  );
  expect(broken.stdout).toContain("What was applied is kept. To go back,");
  const plan = await run(["plan", "--detailed-exitcode"]);
  expect(plan.code, plan.stdout).toBe(0);

  const status = await run(["status"]);
  expect(status.stdout).toMatch(/^Maps: degraded 0 minutes ago; 1 degraded\.$/m);
  expect(status.stdout).toMatch(
    /^ {2}Layer\/city:roads is degraded: FeatureType\/city:roads has no source/m,
  );

  // A look that only reads keeps nothing.
  delete server.faults["city:roads"];
  expect((await verify()).code).toBe(0);
  expect((await run(["status"])).stdout).toContain("Layer/city:roads is degraded");

  change([layer("city:roads", "line")]);
  const mended = await run(["apply", "--yes", "--verify"]);
  expect(mended.code, mended.stdout).toBe(0);
  expect(mended.stdout).toMatch(/^Healthy: 1 healthy\.$/m);
  expect((await run(["status"])).stdout).toMatch(/^Maps: healthy 0 minutes ago; 1 healthy\.$/m);
});

test("without --verify nothing but REST is requested", async () => {
  const { server } = await serveEstate(estate);
  expect(server.requests.filter(({ question }) => question !== undefined)).toEqual([]);
});

test("what is unknown is no failure, and one with --strict", async () => {
  const { verify, server } = await serveEstate(estate);
  server.lies["GetMap"] = "empty";
  const lenient = await verify();
  expect([lenient.code, lenient.found.verdict]).toEqual([0, "unknown"]);
  expect((await verify(["--strict"])).code).toBe(1);
});

test("an account whose password is not there ends verify and apply --verify before a request", async () => {
  const { run, server, change } = await serveEstate(estate, { accounts: { viewer: ["ROLE_X"] } });
  change([layer("city:roads", "point")]);
  const before = server.requests.length;
  for (const args of [["verify"], ["apply", "--yes", "--verify"]]) {
    const ran = await run(args, {});
    expect(ran.code, ran.stdout).toBe(1);
    expect(ran.stderr).toMatch(/plumbline\.yaml.*LOOKER/);
  }
  expect(server.requests.slice(before).filter(({ method }) => method !== "GET")).toEqual([]);
});

test("a watch looks after an apply and now and then, and tells when maps turn", async () => {
  const { url, messages } = await listen();
  process.env["HEALTH_HOOK"] = url;
  const project = {
    verify: { after: "apply", every: "1s" },
    notifications: [{ name: "ops", url: { fromEnv: "HEALTH_HOOK" }, events: MAPS }],
  };
  const { server, folder } = await serveEstate(estate, { project });
  const watch = await startWatching(server.url, ...folder);
  type Pass = { readonly health?: { readonly verdict: string } | null };
  const seen = (verdict: string, from = 0) =>
    watch.event((event) => (event as Pass).health?.verdict === verdict, from);
  await seen("healthy");
  server.faults["city:roads"] = "database-down";
  await seen("degraded", watch.events().length);
  expect(watch.stderr()).toMatch(
    /maps +Layer\/city:roads is degraded: DataStore\/city:pg cannot reach its database/,
  );
  delete server.faults["city:roads"];
  await seen("healthy", watch.events().length);
  watch.child.kill("SIGTERM");
  await watch.ended;
  expect(messages().map(({ events }) => events)).toEqual([["maps-unhealthy"], ["maps-healthy"]]);
  const [first] = messages();
  expect(first).toMatchObject({ health: { verdict: "degraded", summary: { degraded: 1 } } });
});

const MAPS = ["maps-unhealthy", "maps-healthy"];

test("each form of the report names the fault", async () => {
  const { run } = await serveEstate(estate, { faults: { "city:roads": "style-cut-off" } });
  for (const form of ["text", "markdown", "html", "junit", "sarif", "json"]) {
    const { code, stdout, stderr } = await run(["verify", "-o", form]);
    expect(code, stderr).toBe(7);
    expect(stdout, form).toContain("Layer/city:roads");
    expect(stdout, form).toContain("cannot be read: its content is no style, or is cut off");
  }
});
