/** One object that a server fails over does not end what is about others (the diagnostic object-unreadable). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { detectServer } from "../../src/reconciler/client/profile.ts";
import type { Reader } from "../../src/wire/request.ts";
import { stockServer } from "../stock/server.ts";
import { formatAddress } from "../../src/model/address.ts";
import { rehearse } from "../../src/rehearsal/rehearse.ts";
import { sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, connectTo } from "../support/servers/catalog.ts";
import { applyFolder, estateOf, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";
import { runHere } from "../support/commands/run-here.ts";

const pathOf = (service: string) => `/services/${service}/workspaces/w/settings`;
const BASE = { "w.yaml": manifest("Workspace", { name: "w" }, {}) };

/** A stock server that fails over what is asked of it by a path with these words, once that is switched on. */
function breakable(words: string, by: "GET" | "HEAD" = "GET") {
  const { app } = stockServer();
  onTestFinished(() => app.close());
  const fault = { isOn: false };
  app.addHook("onRequest", async ({ method, url }, reply) => {
    const isHit = fault.isOn && method === by && url.includes(words);
    if (isHit) await reply.code(500).send("it failed");
  });
  return { app, fault };
}

/** A stock server with a workspace of an estate and two services of it by hand, one of which cannot be shown. */
async function broken() {
  const { app, fault } = breakable(pathOf("wfs"));
  const folder = temporaryFolder();
  writeFiles(folder, BASE);
  expect((await applyFolder(app, folder)).result?.converged).toBe(true);
  for (const name of ["wms", "wfs"]) {
    const payload = `<${name}><enabled>true</enabled><name>${name}</name></${name}>`;
    const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
    const url = `/rest${pathOf(name)}`;
    expect((await app.inject({ method: "PUT", url, headers, payload })).statusCode).toBe(200);
  }
  fault.isOn = true;
  return { app, folder };
}

const SAID = {
  code: "object-unreadable",
  severity: "warning",
  message: expect.stringMatching(
    /^Service\/w:wfs cannot be read, and is left out: GET .*was answered with 500/,
  ),
};

test("an undeclared one in a scope is left alone, and the others are planned", async () => {
  const { app, folder } = await broken();
  const options = { prune: "scope", workspaces: ["w"] } as const;
  const { plan, diagnostics } = await planFolder(app, folder, options);
  expect(diagnostics).toMatchObject([SAID]);
  expect(plan?.steps.map(({ request }) => `${request.method} ${request.path}`)).toEqual([
    `DELETE ${pathOf("wms")}`,
  ]);
});

test("a declared one is told, what shows something beside it waits, and nothing is called as declared", async () => {
  const { app, folder } = await broken();
  const connection = { connectionParameters: { dbtype: "postgis" } };
  writeFiles(folder, {
    "wfs.yaml": manifest("Service", { name: "wfs", workspace: "w" }, { enabled: false }),
    "store.yaml": manifest("DataStore", { name: "db", workspace: "w" }, connection),
    "v.yaml": manifest("Workspace", { name: "v" }, {}),
  });
  const { planned, result } = await applyFolder(app, folder);
  expect(planned.diagnostics).toMatchObject([
    {
      code: "object-unreadable",
      message: "DataStore/w:db waits for Service/w:wfs, which cannot be read",
    },
    SAID,
  ]);
  const left = planned.plan?.skipped.map(({ address: { name }, reason }) => `${name} ${reason}`);
  expect(left).toEqual(["db waits", "wfs unreadable"]);
  expect(planned.plan?.steps.map(({ summary }) => summary)).toEqual([
    "create workspace v with its namespace",
  ]);
  expect(result).toMatchObject({ converged: false, diagnostics: [{ address: "Service/w:wfs" }] });
});

test.for([
  ["get", "Service/w:*"],
  ["graph", "--live"],
])("%s shows the others", async (args) => {
  const { app } = await broken();
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const { code, stdout, stderr } = await runHere(args, { url });
  expect(code, stderr).toBe(0);
  expect(stderr).toContain("Service/w:wfs cannot be read, and is left out");
  expect(stdout).toContain("Service/w:wms");
});

test("rules that cannot be read are a lost protection of an import, and cost no others", async () => {
  const { app, fault } = breakable("/security/acl/services");
  const rules = {
    url: "/rest/security/acl/layers",
    headers: { authorization: AUTHORIZATION, "content-type": "application/json" },
  };
  const payload = '{"w.t.r":"R"}';
  expect((await app.inject({ method: "POST", ...rules, payload })).statusCode).toBeLessThan(300);
  fault.isOn = true;
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const out = join(temporaryFolder(), "out");
  const ran = await runHere(["import", "--out", out], { url });
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  expect(readFileSync(join(out, "IMPORT.md"), "utf8")).toMatch(
    /\n## Lost protection\n[^#]*- `AccessRules\/services`: It cannot be read: GET .*services.* 500/,
  );
  expect(readFileSync(join(out, "global/access-rules/layers.yaml"), "utf8")).toContain("w.t.r");
});

test("nothing of a workspace goes to another name while the former one cannot be read", async () => {
  const { app, fault } = breakable("/workspaces/w/datastores.xml");
  const folder = temporaryFolder();
  const estate = (name: string, former: object = {}) => ({
    "w.yaml": manifest("Workspace", { name, ...former }, {}),
    "d.yaml": manifest(
      "DataStore",
      { name: "d", workspace: name },
      { connectionParameters: { dbtype: "postgis", host: "h", database: "d" } },
    ),
    "t.yaml": manifest("FeatureType", { name: "t", workspace: name }, { store: "d" }),
  });
  writeFiles(folder, estate("w"));
  expect((await applyFolder(app, folder)).result?.converged).toBe(true);
  writeFiles(folder, estate("v", { previousName: "w" }));
  fault.isOn = true;
  const { plan, diagnostics } = await planFolder(app, folder, { prune: "none" });
  expect(plan?.steps).toEqual([]);
  expect(diagnostics).toContainEqual(expect.objectContaining({ code: "object-unreadable" }));
  fault.isOn = false;
  const { result } = await applyFolder(app, folder, {
    prune: "none",
    allow: ["workspace-delete"],
  });
  expect(result?.diagnostics).toEqual([]);
  expect(result?.converged).toBe(true);
});

test("what cannot be deleted without it is told, and nothing is called as declared", async () => {
  const { app, fault } = breakable("/usergroup/groups");
  const folder = temporaryFolder();
  writeFiles(folder, { ...BASE, "r.yaml": manifest("Role", { name: "R" }, {}) });
  expect((await applyFolder(app, folder)).result?.converged).toBe(true);
  writeFiles(folder, { "r.yaml": "# none\n", "v.yaml": manifest("Workspace", { name: "v" }, {}) });
  fault.isOn = true;
  const { planned, result } = await applyFolder(app, folder, { prune: "owned" });
  expect(planned.plan?.skipped).toMatchObject([{ address: { name: "R" }, reason: "unreadable" }]);
  expect(result).toMatchObject({ converged: false, diagnostics: [{ address: "Role/R" }] });
});

test("what no manifest declares any more is told while it cannot be read, and stays owned", async () => {
  const { app, fault } = breakable("/resource/workspaces/header.ftl");
  const folder = temporaryFolder();
  const template = manifest("Template", { name: "header" }, { source: "./t.ftl" });
  writeFiles(folder, { ...BASE, "t.yaml": template, "t.ftl": "<#-- t -->\n" });
  expect((await applyFolder(app, folder)).result?.converged).toBe(true);
  writeFiles(folder, { "t.yaml": "# none\n" });
  fault.isOn = true;
  const { planned, result } = await applyFolder(app, folder, { prune: "owned" });
  expect(planned.plan?.steps).toEqual([]);
  expect(planned.plan?.skipped).toMatchObject([
    { address: { name: "header" }, reason: "unreadable", where: undefined },
  ]);
  expect(result).toMatchObject({ converged: false, diagnostics: [{ address: "Template/header" }] });
  fault.isOn = false;
  const again = await applyFolder(app, folder, { prune: "owned" });
  expect(again.planned.plan?.steps.map(({ request }) => request.method)).toEqual(["DELETE"]);
  expect(again.result?.converged).toBe(true);
});

test.for([
  ["goes", {}],
  ["moves", { store: "e" }],
] as const)(
  "what shows something else through an object waits while that %s and cannot",
  async ([, moved]) => {
    const { app, fault } = breakable("/security/acl/layers");
    const folder = temporaryFolder();
    const store = (database: string) =>
      manifest(
        "DataStore",
        { name: "d", workspace: "w" },
        { connectionParameters: { dbtype: "postgis", host: "h", database } },
      );
    const type = (spec: object) => manifest("FeatureType", { name: "t", workspace: "w" }, spec);
    const other = store("c").replace('"name":"d"', '"name":"e"');
    writeFiles(folder, {
      ...BASE,
      "d.yaml": store("a"),
      "e.yaml": other,
      "t.yaml": type({ store: "d" }),
    });
    expect((await applyFolder(app, folder)).result?.converged).toBe(true);
    writeFiles(folder, {
      "d.yaml": store("b"),
      "t.yaml": "store" in moved ? type(moved) : "# none\n",
    });
    fault.isOn = true;
    const options = { prune: "owned", allow: ["irreversible", "public-access"] } as const;
    const { plan } = await planFolder(app, folder, options);
    expect(plan?.steps).toEqual([]);
    expect(plan?.skipped).toMatchObject([
      { address: { name: "d" }, reason: "waits", text: "waits for FeatureType/w:t" },
      { address: { name: "t" }, reason: "unreadable" },
    ]);
    fault.isOn = false;
    expect((await applyFolder(app, folder, options)).result?.converged).toBe(true);
  },
);

test("what would be shown while that is there waits until it is gone", async () => {
  const { app, fault } = breakable("/resource/workspaces/w/d/t");
  const folder = temporaryFolder();
  const storeIn = (database: string) =>
    manifest(
      "DataStore",
      { name: "d", workspace: "w" },
      { connectionParameters: { dbtype: "postgis", host: "h", database } },
    );
  const rules = (role: string) =>
    manifest(
      "AccessRules",
      { name: "layers" },
      { domain: "layers", mode: "merge", rules: { "w.*.r": [role] } },
    );
  const type = manifest("FeatureType", { name: "t", workspace: "w" }, { store: "d" });
  const before = { "d.yaml": storeIn("one"), "r.yaml": rules("ROLE_A"), "t.yaml": type };
  writeFiles(folder, { ...BASE, ...before });
  expect((await applyFolder(app, folder)).result?.converged).toBe(true);
  const after = { "d.yaml": storeIn("other"), "r.yaml": rules("*"), "t.yaml": "# none\n" };
  writeFiles(folder, { ...after, "v.yaml": manifest("Workspace", { name: "v" }, {}) });
  fault.isOn = true;
  const options = { prune: "owned", allow: ["public-access"] } as const;
  const { planned, result } = await applyFolder(app, folder, options);
  expect(planned.plan?.steps.map(({ summary }) => summary)).toEqual([
    "create workspace v with its namespace",
  ]);
  expect(result?.converged).toBe(false);
  fault.isOn = false;
  expect((await applyFolder(app, folder, options)).result?.converged).toBe(true);
});

test.for([
  ["datastores/d.xml", ["d unreadable", "t waits"]],
  ["featuretypes/t.xml", ["d waits", "t unreadable"]],
] as const)(
  "of two changes that show other data of one layer none goes alone: %s",
  async ([path, skipped]) => {
    const { app } = stockServer();
    onTestFinished(() => app.close());
    let reads = Number.NaN;
    app.addHook("onRequest", async ({ method, url }, reply) => {
      const isOurs = method === "GET" && url.includes(`/workspaces/w/${path}`);
      if (isOurs && reads++ > 0) await reply.code(500).send("no");
    });
    const folder = temporaryFolder();
    const both = (database: string, sql: string) => {
      const connectionParameters = { dbtype: "postgis", host: "h", database };
      const sqlView = { sql, geometry: { g: { type: "Point", srid: 4326 } } };
      return {
        "d.yaml": manifest("DataStore", { name: "d", workspace: "w" }, { connectionParameters }),
        "t.yaml": manifest("FeatureType", { name: "t", workspace: "w" }, { store: "d", sqlView }),
      };
    };
    writeFiles(folder, { ...BASE, ...both("one", "select 1") });
    expect((await applyFolder(app, folder)).result?.converged).toBe(true);
    writeFiles(folder, both("other", "select 2"));
    reads = 0;
    const { planned } = await applyFolder(app, folder);
    const left = planned.plan?.skipped.map(({ address: { name }, reason }) => `${name} ${reason}`);
    expect([left, planned.plan?.steps]).toEqual([skipped, []]);
  },
);

test.for([
  ["/services/wfs/workspaces/w/settings", "Service/w:wfs"],
  ["/datastores/d.xml", "DataStore/w:d"],
  ["/featuretypes/t.xml", "FeatureType/w:t"],
  ["/layers/w%3At.xml", "Layer/w:t"],
  ["/styles/s.xml", "Style/w:s"],
  ["/layergroups/g.xml", "LayerGroup/w:g"],
  ["/workspaces/w/datastores.xml", "DataStore/w:*"],
  ["/workspaces/w/layergroups.xml", "LayerGroup/w:*"],
  ["/gwc/rest/gridsets.xml", "GridSet/*"],
  ["/gwc/rest/layers.xml", "TileLayer/*"],
  ["/security/acl/layers", "AccessRule/*"],
  ["/security/acl/catalog", "CatalogMode/catalog"],
  ["/usergroup/groups", "User/*"],
] as const)("a rehearsal goes on without it, and says so: %s", async ([words, address]) => {
  const { app, fault } = breakable(words);
  const folder = temporaryFolder();
  const at = (name: string) => ({ name, workspace: "w" });
  const connectionParameters = { dbtype: "postgis", host: "h", database: "d" };
  writeFiles(folder, {
    ...BASE,
    "r.yaml": manifest("Role", { name: "R" }, {}),
    "wfs.yaml": manifest("Service", at("wfs"), { enabled: true }),
    "d.yaml": manifest("DataStore", at("d"), { connectionParameters }),
    "t.yaml": manifest("FeatureType", at("t"), { store: "d" }),
    "s.yaml": manifest("Style", at("s"), { source: "./s.sld" }),
    "s.sld": sld(),
    "g.yaml": manifest("LayerGroup", at("g"), { layers: [{ layer: "w:t" }] }),
  });
  expect((await applyFolder(app, folder)).result?.converged).toBe(true);
  fault.isOn = true;
  writeFiles(folder, { "v.yaml": manifest("Workspace", { name: "v" }, {}) });
  const estate = estateOf(folder, { prune: "owned" });
  const { planned, run } = await rehearse(estate, await connectTo(app));
  expect(planned.plan?.steps.map(({ summary }) => summary)).toContain(
    "create workspace v with its namespace",
  );
  const gaps = run?.gaps.map((gap) => formatAddress(gap.address)) ?? [];
  expect([...gaps, ...(run?.notRehearsed ?? []).map((one) => one.address)]).toContain(address);
  expect(run?.calls.map(({ path }) => path)).toContain("/namespaces");
});

test("whether a server has files is not known while it fails over that, and nothing is planned", async () => {
  const { app, fault } = breakable("/rest/resource", "HEAD");
  const folder = temporaryFolder();
  writeFiles(folder, BASE);
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  fault.isOn = true;
  const failed = await runHere(["plan", folder], { url });
  expect(failed.code, failed.stdout).toBe(1);
  expect(failed.stderr).toContain("HEAD /resource was answered with 500");
  fault.isOn = false;
  expect((await runHere(["plan", folder], { url })).stdout).toContain("Workspace/w");
});

test.for([408, 429, 503])("nor is it where the answer is put off with %i", async (status) => {
  const about = '<about><resource name="GeoServer"><Version>2.28.2</Version></resource></about>';
  const read: Reader = async ({ method }) =>
    method === "HEAD"
      ? { status, headers: {}, body: new Uint8Array() }
      : { status: 200, headers: {}, body: Buffer.from(about) };
  await expect(detectServer(read)).rejects.toMatchObject({ status });
});
