/** Layers and layer groups that name what is not there, each other, or what goes. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { mapping, sld } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, connectTo, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { indexer, TIME_REGEX } from "../support/mosaics/mosaic-manifests.ts";

const manifest = (kind: string, metadata: object, spec: object) =>
  JSON.stringify({ apiVersion: "plumbline/v1", kind, metadata, spec }, null, 1);

const workspace = manifest("Workspace", { name: "w" }, {});
const store = manifest("AppSchemaStore", { workspace: "w", name: "s" }, { mapping: "./s.xml" });
const layer = (name: string, spec: object) => manifest("Layer", { workspace: "w", name }, spec);
const group = (name: string, layers: readonly object[], scope: string | null = "w") =>
  manifest("LayerGroup", scope === null ? { name } : { workspace: scope, name }, { layers });

const DATABASE = { connectionParameters: { dbtype: "postgis", host: "db.example.org" } };
const MOSAIC = { definition: "./m/", coverages: [{ name: "M", title: "1" }] };
const RELIEF = { type: "GeoTIFF", url: "file:data/relief.tif" };

const BASE = { "w.yaml": workspace, "s.yaml": store, "s.xml": mapping(["t:A", "t:B"]) };

async function faultsOf(
  folder: string,
  app: Awaited<ReturnType<typeof startCatalog>>["app"],
): Promise<readonly (readonly [string, string])[]> {
  const { diagnostics } = await planFolder(app, folder, { prune: "owned" });
  const place = ({ where }: Diagnostic) => `${where?.file.slice(folder.length + 1)}:${where?.line}`;
  return diagnostics.map((one) => [place(one), one.message] as const);
}

async function faults(files: Readonly<Record<string, string>>) {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, files);
  return faultsOf(folder, app);
}

describe("references that lead nowhere", () => {
  test("are reported where they stand", async () => {
    const found = await faults({
      ...BASE,
      "a.yaml": layer("A", { defaultStyle: "w:none", styles: ["line", "neither"] }),
      "g.yaml": group("g", [{ layer: "A" }, { layer: "X", style: "line" }, { group: "h" }]),
    });
    expect(found).toEqual([
      [
        "a.yaml:9",
        "Layer/w:A needs Style/w:none, which no manifest declares and the server does not hold",
      ],
      [
        "a.yaml:12",
        "Layer/w:A needs Style/neither, which no manifest declares and the server does not hold",
      ],
      [
        "g.yaml:14",
        "LayerGroup/w:g needs Layer/w:X, which no manifest declares and the server does not hold",
      ],
      [
        "g.yaml:18",
        "LayerGroup/w:g needs LayerGroup/h, which no manifest declares and the server does not hold",
      ],
    ]);
  });

  test("a title that two manifests give names both places", async () => {
    const relief = manifest("CoverageStore", { workspace: "w", name: "r" }, RELIEF);
    const found = await faults({
      ...BASE,
      "a.yaml": layer("A", { title: "Of the mapping" }),
      "d.yaml": manifest("DataStore", { workspace: "w", name: "d" }, DATABASE),
      "t.yaml": manifest("FeatureType", { workspace: "w", name: "T" }, { store: "d", title: "1" }),
      "t2.yaml": layer("T", { title: "2" }),
      "r.yaml": relief,
      "c.yaml": manifest("Coverage", { workspace: "w", name: "C" }, { store: "r", title: "1" }),
      "c2.yaml": layer("C", { title: "1" }),
      "u.yaml": manifest("FeatureType", { workspace: "w", name: "U" }, { store: "d" }),
      "u2.yaml": layer("U", { title: "Alone" }),
      "m.yaml": manifest("ImageMosaic", { workspace: "w", name: "M" }, MOSAIC),
      "m2.yaml": layer("M", { title: "1" }),
      "m/indexer.properties": indexer(),
      "m/timeregex.properties": TIME_REGEX,
    });
    const told = found
      .filter(([, message]) => message.includes("title"))
      .map(([at, message]) => [at, message.replaceAll(/\/\S*\//g, "")]);
    expect(told).toEqual([
      ["c2.yaml:9", "The title of layer w:C is declared twice; the other time at c.yaml:10:3"],
      ["m2.yaml:9", "The title of layer w:M is declared twice; the other time at m.yaml:13:5"],
      ["t2.yaml:9", "The title of layer w:T is declared twice; the other time at t.yaml:10:3"],
    ]);
  });

  test("a layer that no store publishes", async () => {
    const found = await faults({ ...BASE, "x.yaml": layer("X", { opaque: true }) });
    expect(found).toEqual([
      ["x.yaml:6", "Layer/w:X cannot be made on its own, and nothing that is declared brings it"],
    ]);
  });

  test("what the server holds is there, no matter who made it", async () => {
    const { app } = await startCatalog();
    const folder = temporaryFolder();
    writeFiles(folder, BASE);
    await applyFolder(app, folder);
    const style = await app.inject({
      method: "POST",
      url: "/rest/workspaces/w/styles?name=theirs",
      headers: { authorization: AUTHORIZATION, "content-type": "application/vnd.ogc.sld+xml" },
      payload: sld(),
    });
    expect(style.statusCode).toBe(201);
    const other = temporaryFolder();
    writeFiles(other, {
      "a.yaml": layer("A", { defaultStyle: "w:theirs" }),
      "g.yaml": group("g", [{ layer: "w:B" }], null),
    });
    const applied = await applyFolder(app, other, { name: "other" });
    expect(applied.result?.converged).toBe(true);
    expect(applied.writes.length).toBe(2);
  });

  test("a layer, and a group with it, of a type that is not published any more", async () => {
    const { app } = await startCatalog();
    const folder = temporaryFolder();
    const declared = {
      "b.yaml": layer("B", { opaque: true }),
      "g.yaml": group("g", [{ layer: "B" }]),
    };
    writeFiles(folder, { ...BASE, ...declared });
    expect((await applyFolder(app, folder)).result?.converged).toBe(true);
    writeFiles(folder, { "s.xml": mapping(["t:A"]) });
    expect(await faultsOf(folder, app)).toEqual([
      ["b.yaml:6", "Layer/w:B cannot be made on its own, but is deleted with AppSchemaStore/w:s"],
      ["g.yaml:11", "LayerGroup/w:g needs Layer/w:B, which is deleted with AppSchemaStore/w:s"],
    ]);
  });

  test("a style that the same plan deletes", async () => {
    const { app } = await startCatalog();
    const folder = temporaryFolder();
    const style = { "t.yaml": manifest("Style", { name: "t" }, { source: "./t.sld" }) };
    writeFiles(folder, { ...BASE, ...style, "t.sld": sld() });
    expect((await applyFolder(app, folder)).result?.converged).toBe(true);
    writeFiles(folder, { "t.yaml": layer("A", { defaultStyle: "t" }) });
    expect(await faultsOf(folder, app)).toEqual([
      ["t.yaml:9", "Layer/w:A needs Style/t, which this plan deletes"],
    ]);
  });

  test("a data store that the same plan deletes", async () => {
    const { app } = await startCatalog();
    const folder = temporaryFolder();
    const parameters = { dbtype: "postgis", host: "db.example.org" };
    const database = manifest(
      "DataStore",
      { workspace: "w", name: "db" },
      { connectionParameters: parameters },
    );
    const type = manifest("FeatureType", { workspace: "w", name: "ways" }, { store: "db" });
    writeFiles(folder, { "w.yaml": workspace, "db.yaml": database, "t.yaml": type });
    expect((await applyFolder(app, folder)).result?.converged).toBe(true);
    writeFiles(folder, { "db.yaml": "# nothing any more\n" });
    expect(await faultsOf(folder, app)).toEqual([
      ["t.yaml:6", "FeatureType/w:ways needs DataStore/w:db, which this plan deletes"],
    ]);
  });
});

describe("layer groups that cannot be", () => {
  test("a circle is reported with its path", async () => {
    const found = await faults({
      ...BASE,
      "a.yaml": group("a", [{ layer: "A" }, { group: "w:b" }]),
      "b.yaml": group("b", [{ group: "w:c" }]),
      "c.yaml": group("c", [{ group: "w:a" }]),
    });
    expect(found).toEqual([
      [
        "a.yaml:6",
        "Layer groups hold each other in a circle: LayerGroup/w:a → LayerGroup/w:b → LayerGroup/w:c → LayerGroup/w:a",
      ],
    ]);
  });

  test("a circle through a group that nobody declares is reported", async () => {
    const { app } = await startCatalog();
    const folder = temporaryFolder();
    const d = { "d.yaml": group("d", [{ group: "w:a" }]) };
    writeFiles(folder, { ...BASE, "a.yaml": group("a", [{ layer: "A" }]), ...d });
    expect((await applyFolder(app, folder)).result?.converged).toBe(true);
    const made = await app.inject({
      method: "POST",
      url: "/rest/workspaces/w/layergroups",
      headers: { authorization: AUTHORIZATION, "content-type": "text/xml" },
      payload:
        '<layerGroup><name>u</name><publishables><published type="layerGroup"><name>w:d</name></published></publishables></layerGroup>',
    });
    expect(made.statusCode).toBe(201);
    writeFiles(folder, { "a.yaml": group("a", [{ layer: "A" }, { group: "w:u" }]) });
    expect(await faultsOf(folder, app)).toEqual([
      [
        "a.yaml:6",
        "Layer groups hold each other in a circle: LayerGroup/w:a → LayerGroup/w:u → LayerGroup/w:d → LayerGroup/w:a",
      ],
    ]);
    writeFiles(folder, { "d.yaml": group("d", [{ layer: "B" }]) });
    expect(await faultsOf(folder, app)).toEqual([]);
  });

  test("bare layers in a global group, layers of another workspace, a root without its mode", async () => {
    const rooted = JSON.parse(group("r", [{ layer: "A" }])) as { spec: object };
    const root = { layer: "A", style: "line" };
    const found = await faults({
      ...BASE,
      "a.yaml": group("a", [{ layer: "A" }], null),
      "b.yaml": group("b", [{ layer: "v:A" }]),
      "r.yaml": JSON.stringify({ ...rooted, spec: { ...rooted.spec, root } }, null, 1),
    });
    expect(found.map(([, message]) => message)).toEqual([
      "A global layer group names its layers with their workspace",
      "LayerGroup/w:b cannot hold Layer/v:A, which is of another workspace; a global group can",
      "spec.root: mode EO needs a root, and other modes have none",
    ]);
  });
});

test("a bare style is a global one, else one of the workspace", async () => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  const style = (name: string, scope: object) =>
    manifest("Style", { name, ...scope }, { source: "./t.sld" });
  writeFiles(folder, {
    ...BASE,
    "t.sld": sld(),
    "both.yaml": style("both", {}),
    "both-own.yaml": style("both", { workspace: "w" }),
    "own.yaml": style("own", { workspace: "w" }),
    "a.yaml": layer("A", { defaultStyle: "own", styles: ["both", "line"] }),
    "g.yaml": group("g", [
      { layer: "A", style: "own" },
      { layer: "B", style: "both" },
    ]),
  });
  expect((await applyFolder(app, folder)).result?.converged).toBe(true);
  const shown = async (path: string) => {
    const headers = { authorization: AUTHORIZATION };
    const { body } = await app.inject({ url: `/rest${path}`, headers });
    return [...body.matchAll(/<(?:defaultStyle|style)><name>([^<]*)</g)].map(([, name]) => name);
  };
  expect(await shown("/layers/w:A.xml")).toEqual(["w:own", "both", "line"]);
  expect(await shown("/workspaces/w/layergroups/g.xml")).toEqual(["w:own", "both"]);
});

test("a group that could not be made again is reported as not restored", async () => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, BASE);
  expect((await applyFolder(app, folder)).result?.converged).toBe(true);
  const theirs = await app.inject({
    method: "POST",
    url: "/rest/layergroups",
    headers: { authorization: AUTHORIZATION, "content-type": "text/xml" },
    payload:
      '<layerGroup><name>theirs</name><publishables><published type="layer"><name>w:A</name></published></publishables></layerGroup>',
  });
  expect(theirs.statusCode).toBe(201);
  writeFiles(folder, { "s.xml": mapping(["t:A", "t:C"]) });
  const connection = await connectTo(app, "test", (real) => async (request) => {
    if (request.path === "/layergroups" && request.method === "POST")
      return { status: 503, headers: {}, body: new Uint8Array() };
    return real(request);
  });
  const estate = {
    name: "test",
    paths: [folder],
    prune: "owned",
    allow: new Set<never>(),
  } as const;
  const planned = await planEstate(estate, connection);
  const { execution, converged } = await applyPlan(planned, {
    ...connection,
    wait: async () => {},
  });
  expect(converged).toBe(false);
  const lost = execution.unrestored.map(({ live }) => live.address);
  expect(lost).toEqual([{ kind: "LayerGroup", workspace: null, name: "theirs" }]);
});

test("a feature type that leaves a mapped store keeps its place in somebody's group", async () => {
  const { app } = await startCatalog();
  const folder = temporaryFolder();
  writeFiles(folder, { ...BASE, "s.xml": mapping(["t:A"]) });
  expect((await applyFolder(app, folder)).result?.converged).toBe(true);
  const others = temporaryFolder();
  writeFiles(others, { "g.yaml": group("theirs", [{ layer: "w:A" }], null) });
  expect((await applyFolder(app, others, { name: "other" })).result?.converged).toBe(true);
  const connectionParameters = { dbtype: "postgis", host: "db.example.org" };
  writeFiles(folder, {
    "s.yaml": manifest("DataStore", { workspace: "w", name: "db" }, { connectionParameters }),
    "t.yaml": manifest("FeatureType", { workspace: "w", name: "A" }, { store: "db" }),
  });
  const { result, writes } = await applyFolder(app, folder, { prune: "owned" });
  expect(result?.converged).toBe(true);
  expect(writes.map(({ request: { method, path } }) => `${method} ${path}`)).toEqual([
    "DELETE /workspaces/w/datastores/s",
    "POST /workspaces/w/datastores",
    "POST /workspaces/w/datastores/db/featuretypes",
    "POST /layergroups",
  ]);
  expect((await applyFolder(app, others, { name: "other" })).writes).toEqual([]);
  // And back: what was an object of its own becomes a part of the store again.
  rmSync(join(folder, "t.yaml"));
  writeFiles(folder, { "s.yaml": store });
  const back = await applyFolder(app, folder, { prune: "owned" });
  expect(back.result?.diagnostics).toEqual([]);
  expect(back.result?.converged).toBe(true);
  expect(back.writes.map(({ request: { method, path } }) => `${method} ${path}`)).toEqual([
    "DELETE /workspaces/w/datastores/db",
    "PUT /workspaces/w/datastores/s/file.appschema",
    "POST /layergroups",
  ]);
  expect((await applyFolder(app, folder, { prune: "owned" })).writes).toEqual([]);
});
