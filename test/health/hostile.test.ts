/** Looks that a server, a catalog or a project file could mislead. */
import { expect, test } from "vitest";
import { causeOf } from "../../src/reconciler/health/causes.ts";
import { failureIn, listedNames } from "../../src/wire/map-answer.ts";
import { layer, serveEstate, tables, type, workspace, type Declared } from "./served-estate.ts";

const estate: readonly Declared[] = [
  workspace("city"),
  tables("city:pg"),
  type("city:roads"),
  layer("city:roads", "line"),
];

const of = { kind: "Layer", workspace: "city", name: "roads" } as const;

function told(text: string): string {
  const body = new TextEncoder().encode(JSON.stringify({ exceptions: [{ text }] }));
  const answer = failureIn({ status: 200, type: "application/json", body, isCut: false });
  if (answer.what !== "exception") throw new Error("no exception");
  return causeOf(answer.text, {
    address: of,
    style: undefined,
    store: undefined,
    published: undefined,
  }).text;
}

test("what a server quotes shows no password, no control character, and no end", () => {
  for (const text of [
    "Cannot connect to jdbc:postgresql://db/x?user=u&password=canary",
    "Cannot connect to postgres://maps:canary@db/x",
    "ERROR: passwd=canary",
    'Cannot read {"passwd": "canary"}, Password: canary',
    "Unable to find function \u001b[31mcanary".replace("canary", "x"),
  ]) {
    expect(told(text)).not.toContain("canary");
    expect(told(text)).not.toMatch(/\p{Cc}/u);
  }
  expect(told(`ERROR: ${"x".repeat(100_000)}`).length).toBeLessThan(1_200);
});

test("a style that is named like a layer is no layer of the list", () => {
  const list = listedNames(new Set(["w:secret"]));
  list.take("<Layer><Name>w:roads</Name><Style><Na");
  list.take("me>w:secret</Name></Style></Layer></WMT_MS_Capabilities>");
  expect([...list.names]).toEqual(["w:roads"]);
});

test("an account that could be taken for another one is refused before a request", async () => {
  for (const name of ["nobody", "admin"]) {
    const { run } = await serveEstate(estate, {
      project: { verify: { accounts: [{ name, user: "x", password: { fromEnv: "LOOKER" } }] } },
    });
    const { code, stderr } = await run(["verify"]);
    expect(code).toBe(1);
    expect(stderr).toContain(`${name} looks at maps anyway`);
  }
});

test("an account whose password is wrong says nothing about the rules", async () => {
  const { run, tell } = await serveEstate(estate, {
    accounts: { viewer: ["ROLE_X"] },
  });
  await tell("POST", "/security/acl/layers.json", { "city.roads.r": "ROLE_OTHER" });
  const { stdout } = await run(["verify", "-o", "json"], { LOOKER: "another password" });
  const findings = (JSON.parse(stdout) as { objects: { findings: { text: string }[] }[] }).objects
    .flatMap((one) => one.findings)
    .map(({ text }) => text);
  expect(findings).toContain("the server does not accept the login of viewer");
  expect(findings).not.toContain("hidden from viewer as declared");
});

test("a rule that others added within what the estate declares as a whole exposes a layer", async () => {
  const rules: Declared = {
    kind: "AccessRules",
    at: "city",
    spec: { mode: "exclusive", scope: ["city.*"], rules: { "city.*.r": ["ROLE_X"] } },
  };
  const { verify, tell } = await serveEstate([...estate, rules]);
  expect((await verify()).found.verdict).toBe("healthy");
  await tell("POST", "/security/acl/layers.json", { "city.roads.r": "*" });
  const { code, found } = await verify();
  expect([code, found.verdict]).toEqual([7, "exposed"]);
});

test("a kept result that cannot be read is replaced, and hides no status", async () => {
  const { run, tell, change } = await serveEstate(estate);
  await tell("PUT", "/resource/plumbline/served/health.json", "no document");
  const status = await run(["status"]);
  expect([status.code, status.stdout]).toEqual([0, expect.not.stringContaining("Maps:")]);
  change([layer("city:roads", "point")]);
  expect((await run(["apply", "--yes", "--verify"])).code).toBe(0);
  expect((await run(["status"])).stdout).toContain("Maps: healthy");
});
