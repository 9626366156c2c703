/** What a new layer is drawn with on a stock server: known by geometry, else nobody's guess. */
import { expect, onTestFinished, test } from "vitest";
import { stockServer } from "../stock/server.ts";
import { mapping } from "../support/estates/artefacts.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";

const inWorkspace = (kind: string, name: string, spec: object) =>
  manifest(kind, { workspace: "w", name }, spec);

const files = (types: readonly string[], layers: Readonly<Record<string, object>>) => ({
  "w.yaml": manifest("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
  "t.yaml": manifest("Workspace", { name: "t" }, { namespace: "http://example.org/anchor" }),
  "s.yaml": inWorkspace("AppSchemaStore", "s", { mapping: "./s.xml" }),
  "s.xml": mapping(types),
  "d.yaml": inWorkspace("DataStore", "d", {
    connectionParameters: { dbtype: "postgis", host: "h" },
  }),
  "ways.yaml": inWorkspace("FeatureType", "ways", { store: "d" }),
  ...Object.fromEntries(
    Object.entries(layers).map(([name, spec]) => [
      `layer-${name}.yaml`,
      inWorkspace("Layer", name, spec),
    ]),
  ),
});

/** Applies one after the other, and gives the paths and bodies of the last. */
async function applied(...states: readonly Readonly<Record<string, string>>[]) {
  const { app, state } = stockServer();
  onTestFinished(() => app.close());
  const folder = temporaryFolder();
  let bodies: readonly string[] = [];
  for (const one of states) {
    writeFiles(folder, one);
    const { result, writes } = await applyFolder(app, folder, { prune: "owned" });
    expect(result?.converged, JSON.stringify(result?.diagnostics)).toBe(true);
    expect((await planFolder(app, folder, { prune: "owned" })).plan?.steps).toEqual([]);
    bodies = writes
      .filter(({ request: { path } }) => path.startsWith("/layers/"))
      .map(({ request: { path, body } }) => `${path} ${body?.kind === "text" ? body.text : ""}`);
  }
  return { bodies, state };
}

test("the style of a mapped type's layer is given back though it is the usual one elsewhere", async () => {
  const layers = { A: { defaultStyle: "generic" }, ways: { defaultStyle: "line" } };
  const { bodies, state } = await applied(files(["t:A"], layers), files(["t:A", "t:B"], layers));
  expect(bodies).toEqual([
    "/layers/w%3AA <layer><defaultStyle><name>generic</name></defaultStyle></layer>",
  ]);
  expect(state.layers.get("w:B")?.defaultStyle).toBe("");
});

test("a layer without any style gets no empty document", async () => {
  const titled = { A: { title: "Of the mapping" }, ways: {} };
  const { bodies } = await applied(files(["t:A"], titled), files(["t:A", "t:B"], titled));
  expect(bodies).toEqual([]);
});

/** A feature type that shows a query, moved to another store with other geometries; what is said of its layer. */
async function movedView(
  types: readonly [before: string, after: string],
  { byHand, layer }: { readonly byHand?: string; readonly layer?: object } = {},
) {
  const { app, state } = stockServer();
  onTestFinished(() => app.close());
  const folder = temporaryFolder();
  const apply = async (store: string, type: string) => {
    const sqlView = { sql: "select 1", geometry: { g: { type, srid: 4326 } } };
    const connectionParameters = { dbtype: "postgis", host: "h" };
    writeFiles(folder, {
      "w.yaml": manifest("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
      "d.yaml": inWorkspace("DataStore", store, { connectionParameters }),
      "v.yaml": inWorkspace("FeatureType", "v", { store, sqlView }),
      ...(layer && { "l.yaml": inWorkspace("Layer", "v", layer) }),
    });
    const { result, writes } = await applyFolder(app, folder, { prune: "owned" });
    expect(result?.diagnostics).toEqual([]);
    expect((await planFolder(app, folder, { prune: "owned" })).plan?.steps).toEqual([]);
    return writes.filter(({ request: { path } }) => path.startsWith("/layers/")).length;
  };
  await apply("a", types[0]);
  if (byHand !== undefined) {
    const headers = { authorization: AUTHORIZATION, "content-type": "text/xml" };
    const url = "/rest/layers/w:v";
    await app.inject({ method: "PUT", url, headers, payload: `<layer>${byHand}</layer>` });
  }
  const writes = await apply("b", types[1]);
  return { writes, style: state.layers.get("w:v")?.defaultStyle };
}

const line = "<defaultStyle><name>line</name></defaultStyle>";

test("what a query shows is drawn as somebody chose it, whatever its geometry", async () => {
  expect(await movedView(["Point", "Point"], { byHand: line })).toEqual({
    writes: 1,
    style: ":line",
  });
});

test("what nobody chose for a query costs no request, and follows its geometry", async () => {
  expect(await movedView(["Point", "Point"])).toEqual({ writes: 0, style: ":point" });
  expect(await movedView(["Point", "MultiPolygon"])).toEqual({ writes: 0, style: ":polygon" });
});

test("what nobody chose follows the geometry where something else is given back", async () => {
  const byHand = "<attribution><title>Somebody</title></attribution>";
  expect(await movedView(["Point", "Polygon"], { byHand })).toEqual({
    writes: 1,
    style: ":polygon",
  });
});

test("a choice of somebody stays where the geometry becomes another one", async () => {
  const moved = await movedView(["Point", "Polygon"], { byHand: line });
  expect(moved).toEqual({ writes: 1, style: ":line" });
});

test("a declared style that was the usual one is said again where the new geometry has another", async () => {
  const layer = { defaultStyle: "point" };
  expect(await movedView(["Point", "Polygon"], { layer })).toEqual({ writes: 1, style: ":point" });
  expect(await movedView(["Point", "MultiPoint"], { layer })).toEqual({
    writes: 0,
    style: ":point",
  });
});

/** A feature type with a column of points, moved to a store where nothing is said of its columns. */
async function movedTable(layer?: object) {
  const type = (spec: object) => inWorkspace("FeatureType", "f", { advertised: false, ...spec });
  const binding = "org.locationtech.jts.geom.Point";
  const state = {
    "w.yaml": manifest("Workspace", { name: "w" }, {}),
    ...Object.fromEntries(
      ["a", "b"].map((name) => [
        `${name}.yaml`,
        inWorkspace("DataStore", name, {
          connectionParameters: { dbtype: "postgis", host: "h", schema: name },
        }),
      ]),
    ),
    "f.yaml": type({ store: "a", attributes: [{ name: "g", binding }] }),
    ...(layer && { "l.yaml": inWorkspace("Layer", "f", layer) }),
  };
  const after = { ...state, "f.yaml": type({ store: "b", title: "One" }) };
  const { bodies, state: now } = await applied(state, after);
  return { writes: bodies.length, style: now.layers.get("w:f")?.defaultStyle };
}

test("what nobody chose follows the columns of the new store, where nothing is known of them", async () => {
  expect(await movedTable()).toEqual({ writes: 0, style: ":line" });
});

test("a declared style is said again there", async () => {
  expect(await movedTable({ defaultStyle: "point" })).toEqual({ writes: 1, style: ":point" });
  expect(await movedTable({ defaultStyle: "line" })).toEqual({ writes: 1, style: ":line" });
});
