/**
 * Objects that a server keeps although it says that it could not make them: the run that asked for them
 * owns them, so that the next plan, pruning and destroy know whose they are.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planDestruction } from "../../src/reconciler/destroy.ts";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import type { Transport, WireRequest } from "../../src/wire/request.ts";
import { stockServer } from "../stock/server.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { mapping } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, connectTo } from "../support/servers/catalog.ts";
import { estateOf, planFolder, type EstateOptions } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { mosaicManifests, raster } from "../support/mosaics/mosaic-manifests.ts";
import { document } from "../support/estates/passes.ts";

const FAILED = { status: 500, headers: {}, body: new TextEncoder().encode("it failed") };

/** Answers requests with a failure: after they were done, or instead. */
function failing(
  isMeant: (request: WireRequest) => boolean,
  change?: (request: WireRequest) => WireRequest,
) {
  return (real: Transport): Transport =>
    async (request) => {
      if (!isMeant(request)) return real(request);
      if (change !== undefined) await real(change(request));
      return FAILED;
    };
}

const unconfigured = (request: WireRequest): WireRequest => ({
  ...request,
  query: { ...request.query, configure: "none" },
});

const isUpload = ({ path, method }: WireRequest) => method === "PUT" && path.includes("/file.");

const WORKSPACE = {
  "w.yaml": document("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
};
const STORE = { connectionParameters: { dbtype: "postgis", host: "h" } };
const MAPPED = {
  ...WORKSPACE,
  "s.yaml": document("AppSchemaStore", { workspace: "w", name: "s" }, { mapping: "./s.xml" }),
  "s.xml": mapping(["t:T1"]),
};

function start(files: Readonly<Record<string, string | Uint8Array>>) {
  const { app, state } = stockServer();
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const run = async (wrap?: (real: Transport) => Transport, options: EstateOptions = {}) => {
    const connection = await connectTo(app, "test", wrap);
    const planned = await planEstate(
      estateOf(folder, { ...options, allow: ["workspace-delete", "over-limit"] }),
      connection,
    );
    return applyPlan(planned, { ...connection, wait: async () => undefined });
  };
  const owned = async () => [...(await (await connectTo(app)).inventory.load()).objects.keys()];
  return { app, state, folder, run, owned };
}

const cases = [
  [
    "a mapping that a server cannot open",
    { ...MAPPED, "s.xml": mapping(["t:T1"]).replace("<id>db", "<id>${where.it.is}") },
    undefined,
    "AppSchemaStore/w:s",
  ],
  ["an upload that fails half-way", MAPPED, failing(isUpload, unconfigured), "AppSchemaStore/w:s"],
  [
    "a mosaic whose coverage cannot be made",
    { ...mosaicManifests({ granules: { local: "./g/" } }), "g/sst_20260101.tif": raster(1) },
    failing(({ method, path }) => method === "POST" && path.endsWith("/coverages")),
    "ImageMosaic/w:s",
  ],
] as const;

test.for(cases)("%s leaves a store, which is ours", async ([, files, wrap, key]) => {
  const { app, folder, run, owned } = start(files);
  const result = await run(wrap);
  expect(result.converged).toBe(false);
  expect(await owned()).toContain(key);
  const { plan } = await planFolder(app, folder);
  const found = plan?.changes.find(({ address: { kind, name } }) => `${kind}/w:${name}` === key);
  expect(found).toMatchObject({
    adopts: false,
    because: "a run that did not finish left it like this",
  });
  const ends = await planDestruction(estateOf(folder, {}), await connectTo(app));
  const deleted = ends.plan?.changes.filter(({ action }) => action === "delete");
  expect(deleted?.map(({ address }) => `${address.kind}/w:${address.name}`)).toContain(key);
});

test("it is pruned where nobody declares it any more", async () => {
  const { state, folder, run } = start(MAPPED);
  await run(failing(isUpload, unconfigured));
  expect([...state.dataStores.keys()]).toEqual(["w:s"]);
  rmSync(join(folder, "s.yaml"));
  expect((await run(undefined, { prune: "owned" })).converged).toBe(true);
  expect([...state.dataStores.keys()]).toEqual([]);
});

test("the next run makes it whole", async () => {
  const { app, folder, run, owned } = start(MAPPED);
  await run(failing(isUpload, unconfigured));
  expect((await run()).converged).toBe(true);
  expect(await owned()).toContain("AppSchemaStore/w:s");
  expect((await planFolder(app, folder)).plan?.steps).toEqual([]);
});

test("what came along with a part comes along until it is whole", async () => {
  const { state, run } = start({
    "w.yaml": document("Workspace", { name: "w" }, { metadata: { note: "x" } }),
    "s.yaml": document("DataStore", { workspace: "w", name: "s" }, STORE),
  });
  const selection = { only: ["DataStore/*"], exclude: [], labels: [], paths: [] };
  await run(
    failing(({ method, path }) => method === "PUT" && path === "/workspaces/w"),
    { selection },
  );
  expect((await run(undefined, { selection })).converged).toBe(true);
  expect(state.workspaces.get("w")?.metadata).toEqual(new Map([["note", "x"]]));
});

const typeIn = (workspace: string, previousName?: string) => ({
  "w.yaml": document("Workspace", { name: workspace, previousName }, {}),
  "s.yaml": document("DataStore", { workspace, name: "s" }, STORE),
  "f.yaml": document(
    "FeatureType",
    { workspace, name: "f" },
    { store: "s", caching: { maxAge: 9 } },
  ),
});

/** A feature type of which somebody sets something by hand, and whose workspace gets another name then. */
async function startRenamed(set: string) {
  const { app, state, folder, run } = start(typeIn("w"));
  await run();
  const answer = await app.inject({
    method: "PUT",
    url: "/rest/workspaces/w/datastores/s/featuretypes/f",
    headers: { authorization: AUTHORIZATION, "content-type": "text/xml" },
    payload: `<featureType>${set}</featureType>`,
  });
  expect(answer.statusCode).toBe(200);
  writeFiles(folder, typeIn("v", "w"));
  return { app, state, folder, run };
}

test("what somebody set comes back with the next run where the request that says it again fails", async () => {
  const { state, run } = await startRenamed("<enabled>false</enabled>");
  const isRestoring = ({ method, path }: WireRequest) =>
    method === "PUT" && path.endsWith("/featuretypes/f");
  expect((await run(failing(isRestoring))).converged).toBe(false);
  expect((await run()).converged).toBe(true);
  expect(state.featureTypes.get("v:f")?.fields.get("enabled")).toBe("false");
});

test("what a layer had comes back after a cut though no manifest declares the layer any more", async () => {
  const capabilitiesUrl = "https://maps.example.org/ows?service=WMTS&request=GetCapabilities";
  const at = (name: string) => ({ workspace: "w", name });
  const storeOf = (name: string) => document("WmtsStore", at(name), { capabilitiesUrl });
  const layerIn = (store: string) => document("WmtsLayer", at("l"), { store, enabled: false });
  const { state, folder, run } = start({
    ...WORKSPACE,
    "s.yaml": storeOf("s"),
    "l.yaml": layerIn("s"),
    "drawn.yaml": document("Layer", at("l"), { styles: ["point"] }),
  });
  expect((await run()).converged).toBe(true);
  writeFiles(folder, { "t.yaml": storeOf("t"), "l.yaml": layerIn("t"), "drawn.yaml": "# none\n" });
  let isDead = false;
  const dying = (real: Transport) => async (request: WireRequest) => {
    isDead ||= request.method === "PUT" && request.path.endsWith("/wmtslayers/l");
    if (isDead) throw new Error("killed");
    return real(request);
  };
  await run(dying, { prune: "owned" }).catch(() => undefined);
  expect(isDead).toBe(true);
  expect((await run(undefined, { prune: "owned" })).converged).toBe(true);
  expect(state.layers.get("w:l")?.styles).toEqual([":point"]);
});

const VIEW = "<virtualTable><name>f</name><sql>select a from t</sql></virtualTable>";
const hiding = {
  "a filter of rows": "<cqlFilter>a = 1</cqlFilter>",
  "that it is disabled": "<enabled>false</enabled>",
  "an SQL view": `<metadata><entry key="JDBC_VIRTUAL_TABLE">${VIEW}</entry></metadata>`,
};

test.for(Object.entries(hiding))(
  "%s is there as soon as the next run makes what it was set of",
  async ([, set]) => {
    const { app, state, folder, run } = await startRenamed(set);
    const isMaking = ({ method, path }: WireRequest) =>
      method === "POST" && path.endsWith("/featuretypes");
    expect((await run(failing(isMaking))).converged).toBe(false);
    const seen: boolean[] = [];
    const watching =
      (real: Transport): Transport =>
      async (request) => {
        const answer = await real(request);
        const type = request.method === "GET" ? undefined : state.featureTypes.get("v:f");
        if (type === undefined) return answer;
        const { fields, metadata } = type;
        const isHidden = fields.get("enabled") === "false" || state.rules.layers.has("v.f.r");
        seen.push(isHidden || fields.has("cqlFilter") || metadata.has("JDBC_VIRTUAL_TABLE"));
        return answer;
      };
    expect((await run(watching)).converged).toBe(true);
    expect(new Set(seen)).toEqual(new Set([true]));
    expect((await planFolder(app, folder)).plan?.steps).toEqual([]);
  },
);

test.for(["s", "t"])(
  "a layer group whose layers go with two stores is owned while %s is there",
  async (left) => {
    const place = (name: string) => ({ workspace: "w", name });
    const stored = ["s", "t"].map((name) => [
      [`${name}.yaml`, document("DataStore", place(name), STORE)],
      [`f-${name}.yaml`, document("FeatureType", place(`f${name}`), { store: name })],
    ]);
    const layers = ["fs", "ft"].map((name) => ({ layer: `w:${name}` }));
    const files = {
      ...Object.fromEntries(stored.flat()),
      "g.yaml": document("LayerGroup", place("g"), { layers }),
    };
    const { folder, run, owned } = start({ ...WORKSPACE, ...files });
    await run();
    for (const name of Object.keys(files)) rmSync(join(folder, name));
    const isOfLeft = ({ method, path }: WireRequest) =>
      method === "DELETE" && path.includes(`/datastores/${left}`);
    expect((await run(failing(isOfLeft), { prune: "owned" })).converged).toBe(false);
    expect(await owned()).toContain("LayerGroup/w:g");
    expect((await run(undefined, { prune: "owned" })).converged).toBe(true);
    expect(await owned()).toEqual(["Workspace/w"]);
  },
);

test("what left nothing is not owned", async () => {
  const { run, owned } = start(MAPPED);
  await run(failing(isUpload));
  expect(await owned()).toEqual(["Workspace/w"]);
});

test("what was there before the run, or comes from somebody else meanwhile, is never owned by a failure", async () => {
  const { app, state, run, owned } = start(MAPPED);
  const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
  const post = (path: string, payload: string) =>
    app.inject({ method: "POST", url: `/rest${path}`, headers, payload });
  await post(
    "/namespaces",
    "<namespace><prefix>w</prefix><uri>http://example.org/t</uri></namespace>",
  );
  const store = "<dataStore><name>s</name><type>Shapefile</type></dataStore>";
  const meanwhile = (real: Transport): Transport => {
    let reads = 0;
    return async (request) => {
      const isStore = request.path.endsWith("/datastores/s.xml");
      if (isStore && ++reads === 2) await post("/workspaces/w/datastores", store);
      return isUpload(request) ? FAILED : real(request);
    };
  };
  await run(meanwhile);
  expect(state.dataStores.get("w:s")?.type).toBe("Shapefile");
  expect(await owned()).not.toContain("AppSchemaStore/w:s");
});
