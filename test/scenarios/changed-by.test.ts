/** Who changed what has drifted, and when: said where the server knows it, and nowhere else. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { changedBy } from "../../src/model/changed.ts";
import { dialects } from "../../src/model/dialect.ts";
import { findDrift } from "../../src/reconciler/drift.ts";
import { authorizationOf, createAccounts } from "../support/servers/accounts.ts";
import { mapping, sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, connectTo, startCatalog } from "../support/servers/catalog.ts";
import { estateOf, applyFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { indexer, raster, TIME_REGEX } from "../support/mosaics/mosaic-manifests.ts";
import { document } from "../support/estates/passes.ts";
import { startProxy } from "../support/servers/proxy.ts";
import { runHere } from "../support/commands/run-here.ts";

const ESTATE = {
  "plumbline.yaml": "apiVersion: plumbline/v1\nkind: Project\nestate: team\nprune: owned\n",
  "w.yaml": document("Workspace", { name: "city" }, {}),
  "a.yaml": document("Style", { workspace: "city", name: "roads" }, { source: "./roads.sld" }),
  "b.yaml": document("Style", { name: "rivers" }, { source: "./roads.sld" }),
  "roads.sld": sld(),
};

const SLD = "application/vnd.ogc.sld+xml";
const BY_ALICE = /changed by alice on \d{1,2} [A-Z][a-z]+, \d\d:\d\d UTC/;

/** A server with an applied estate, and accounts beside the one that applied it. */
async function applied(dialect: (typeof dialects)[number]) {
  const { app, folder: data } = await startCatalog({ dialect });
  await createAccounts(data, {
    alice: { roles: ["ROLE_ADMINISTRATOR"] },
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const folder = temporaryFolder();
  writeFiles(folder, ESTATE);
  const run = (...args: string[]) => runHere(args, { url });
  expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
  const send = async (
    user: string,
    request: {
      readonly method: "PUT" | "POST" | "DELETE";
      readonly url: string;
      readonly type?: string;
      readonly payload?: string;
      readonly estate?: string;
    },
  ) => {
    const { type = "application/json", estate, ...about } = request;
    const authorization = user === "admin" ? AUTHORIZATION : authorizationOf(user);
    const claim = estate === undefined ? {} : { "plumbline-estate": estate };
    const headers = { authorization, "content-type": type, ...claim };
    const { statusCode, body } = await app.inject({ ...about, headers });
    expect(statusCode, body).toBeLessThan(300);
  };
  const paint = (user: string, path: string, colour = "#0000ff") =>
    send(user, { method: "PUT", url: `/rest${path}`, type: SLD, payload: sld({ colour }) });
  return { app, url, folder, run, send, paint };
}

describe.for(dialects)("%s", (dialect) => {
  test("drift, status and reports name the last change of somebody else", async () => {
    const { folder, run, send, paint } = await applied(dialect);
    await paint("alice", "/workspaces/city/styles/roads");
    await send("alice", { method: "DELETE", url: "/rest/styles/rivers" });
    // A change of something else does not make it his.
    await send("admin", {
      method: "POST",
      url: "/rest/workspaces",
      payload: '{"workspace":{"name":"other"}}',
    });
    const [html, json] = [join(folder, "drift.html"), join(folder, "drift.json")];
    const drift = await run("drift", folder, "--report", html, "--report", json);
    expect(drift).toMatchObject({ code: 2, stderr: "" });
    const said = drift.stdout.split("\n").filter((line) => BY_ALICE.test(line));
    expect(said.map((line) => /\S+\/\S+/.exec(line)?.[0])).toEqual([
      "Style/city:roads",
      "Style/rivers",
    ]);
    expect(readFileSync(html, "utf8")).toMatch(BY_ALICE);
    const { drifted } = JSON.parse(readFileSync(json, "utf8")) as {
      drifted: readonly { changed: { at: string } }[];
    };
    for (const { changed } of drifted) {
      expect(changed).toMatchObject({ account: "alice", text: expect.stringMatching(BY_ALICE) });
      expect(Math.abs(Date.parse(changed.at) - Date.now())).toBeLessThan(600_000);
    }
    const status = await run("status", folder);
    expect(status.stdout.split("\n").filter((line) => BY_ALICE.test(line)).length).toBe(2);
    const { stdout } = await run("status", folder, "-o", "json");
    const { objects } = JSON.parse(stdout) as {
      objects: readonly { address: string; changed: { account: string } | null }[];
    };
    expect(objects.map(({ address, changed }) => [address, changed?.account])).toEqual([
      ["Style/rivers", "alice"],
      ["Workspace/city", undefined],
      ["Style/city:roads", "alice"],
    ]);
  });

  test("the account of the applies is named for what it changes otherwise, and not for what they do", async () => {
    const { folder, run, paint } = await applied(dialect);
    await paint("alice", "/styles/rivers");
    expect(await run("apply", folder, "--yes")).toMatchObject({ code: 0 });
    writeFiles(folder, {
      "c.yaml": document("Style", { name: "lakes" }, { source: "./roads.sld" }),
    });
    await paint("admin", "/styles/rivers", "#00ff00");
    expect(await run("apply", folder, "--yes", "--only", "Style/lakes")).toMatchObject({ code: 0 });
    const { stdout } = await run("drift", folder);
    expect(stdout).toMatch(/Style\/rivers {2}changed: content {2}\(changed by admin on /);
  });

  test("who claims to be an apply of the estate is named all the same, with the claim", async () => {
    const { folder, run, send } = await applied(dialect);
    const url = "/rest/styles/rivers";
    const payload = sld({ colour: "#0000ff" });
    await send("alice", { method: "PUT", url, type: SLD, payload, estate: "team" });
    const claimed = new RegExp(`${BY_ALICE.source}, as an apply of this estate`);
    for (const command of ["drift", "status"])
      expect((await run(command, folder)).stdout).toMatch(claimed);
  });

  test("an account that may not read the audit sees the same drift, without the line", async () => {
    const { folder, url, paint } = await applied(dialect);
    await paint("alice", "/styles/rivers");
    const hidden = await startProxy(url, ({ path }) =>
      path.includes("/audit") ? "refuse" : undefined,
    );
    const drift = await runHere(["drift", folder], { url: hidden });
    expect(drift).toMatchObject({ code: 2, stderr: "" });
    expect(drift.stdout).toMatch(/Style\/rivers {2}changed: content\n/);
  });
});

test("a change of what lies in a store is one of the store that holds it", async () => {
  const { folder, run, send } = await applied("documented");
  writeFiles(folder, {
    "m.yaml": document("AppSchemaStore", { workspace: "city", name: "s" }, { mapping: "./m.xml" }),
    "m.xml": mapping(["t:A"], { uri: "http://city" }),
    "i.yaml": document(
      "ImageMosaic",
      { workspace: "city", name: "i" },
      { definition: "./i/", granules: { local: "./g/" }, coverages: [{ name: "i" }] },
    ),
    "i/indexer.properties": indexer({ lines: ["Name=i"] }),
    "i/timeregex.properties": TIME_REGEX,
    "g/a_20260101.tif": raster(1),
  });
  const ran = await run("apply", folder, "--yes");
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  const resource = "/rest/resource/data/city/i/timeregex.properties";
  const payload = "regex=[0-9]{6}\n";
  await send("alice", { method: "PUT", url: resource, type: "text/plain", payload });
  const types = "/rest/workspaces/city/datastores/s/featuretypes";
  await send("alice", { method: "DELETE", url: `${types}/A?recurse=true` });
  const { stdout } = await run("drift", folder);
  for (const store of ["ImageMosaic/city:i", "AppSchemaStore/city:s"])
    expect(stdout).toMatch(new RegExp(`${store} .*${BY_ALICE.source}`));
});

test("one page of the audit is read, and none where nothing has drifted; no answer to it is a failure", async () => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, { ...ESTATE });
  await applyFolder(app, folder);
  const look = async (answer?: number, body = "<html>") => {
    const connection = await connectTo(
      app,
      "test",
      (real) => async (request) =>
        answer !== undefined && request.path.startsWith("/plumbline/audit")
          ? { status: answer, headers: {}, body: Buffer.from(body) }
          : real(request),
    );
    const { drifted } = await findDrift(estateOf(folder, {}), connection);
    const asked = connection.log.filter(({ request }) =>
      request.path.startsWith("/plumbline/audit"),
    );
    return [
      drifted.length,
      asked.map(({ request }) => request.method),
      drifted[0]?.changed?.account,
    ];
  };
  expect(await look()).toEqual([0, [], undefined]);
  for (const url of ["/rest/styles/rivers", "/rest/workspaces/city/styles/roads"]) {
    const headers = { authorization: AUTHORIZATION, "content-type": SLD };
    await app.inject({ method: "PUT", url, headers, payload: sld({ colour: "#0000ff" }) });
  }
  expect(await look()).toEqual([2, ["GET"], "admin"]);
  for (const status of [200, 403, 404, 405]) expect((await look(status))[2]).toBeUndefined();
  // As servers of earlier versions answer, and with a time that is none.
  const at = "2026-05-12T14:02:11Z";
  const paths = ["/rest/styles/rivers", "/rest/workspaces/city/styles/roads"];
  const lines = paths.flatMap((path) => [
    { account: "eve", path, at: "" },
    { account: "bob", path, at },
  ]);
  expect((await look(200, JSON.stringify(lines)))[2]).toBe("bob");
});

test.for([
  ["2026-05-12T14:02:11.5Z", "changed by alice on 12 May, 14:02 UTC"],
  ["2025-12-31T23:59:59Z", "changed by alice on 31 December 2025, 23:59 UTC"],
])("%s is said as %s", ([at, text]) => {
  expect(changedBy("alice", at ?? "", Date.UTC(2026, 10, 1)).text).toBe(text);
});
