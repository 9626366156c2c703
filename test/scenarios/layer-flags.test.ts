/** A layer is switched on and off by what it shows: of its own document a stock server takes no `enabled`. */
import type { FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { rehearse } from "../../src/rehearsal/rehearse.ts";
import { stockServer } from "../stock/server.ts";
import { mapping } from "../support/estates/artefacts.ts";
import { AUTHORIZATION, connectTo, startCatalog } from "../support/servers/catalog.ts";
import { applyFolder, estateOf, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { manifest } from "../support/mosaics/mosaic-manifests.ts";
import { oneByFile } from "../support/run/scale.ts";

const inWorkspace = (kind: string, name: string, spec: object) =>
  manifest(kind, { workspace: "w", name }, spec);

const BASE = {
  "w.yaml": manifest("Workspace", { name: "w" }, { namespace: "http://example.org/t" }),
  "t.yaml": manifest("Workspace", { name: "t" }, { namespace: "http://example.org/anchor" }),
  "d.yaml": inWorkspace("DataStore", "d", {
    connectionParameters: { dbtype: "postgis", host: "db" },
  }),
  "ways.yaml": inWorkspace("FeatureType", "ways", { store: "d" }),
  "r.yaml": inWorkspace("CoverageStore", "r", { type: "GeoTIFF", url: "file:r.tif" }),
  "relief.yaml": inWorkspace("Coverage", "relief", { store: "r" }),
  "s.yaml": inWorkspace("AppSchemaStore", "s", { mapping: "./s.xml" }),
  "s.xml": mapping(["t:A"]),
};

const layer = (name: string, spec: object) => inWorkspace("Layer", name, spec);

const layers = (spec: object) => ({
  "l1.yaml": layer("ways", spec),
  "l2.yaml": layer("relief", spec),
  "l3.yaml": layer("A", spec),
});

const HEADERS = { authorization: AUTHORIZATION, "content-type": "text/xml" };

/** Where the flags of the three layers stand. */
const BEHIND = ["featuretypes/ways", "coverages/relief", "featuretypes/A"];

async function flags(app: FastifyInstance): Promise<readonly boolean[]> {
  return Promise.all(
    BEHIND.map(async (path) => {
      const headers = { authorization: AUTHORIZATION };
      const { body } = await app.inject({ url: `/rest/workspaces/w/${path}.xml`, headers });
      return body.includes("<enabled>true</enabled>");
    }),
  );
}

async function startStock(): Promise<FastifyInstance> {
  const { app } = stockServer();
  onTestFinished(() => app.close());
  return app;
}

const started: Readonly<Record<string, () => Promise<FastifyInstance>>> = {
  stock: startStock,
  documented: async () => (await startCatalog({ dialect: "documented" })).app,
  geoserver: async () => (await startCatalog({ dialect: "geoserver" })).app,
};

const own = oneByFile(import.meta.url, Object.entries(started));

describe.for(own)("enabled of a layer (%s)", ([, start]) => {
  test("is set behind it, back and forth, and read there", async () => {
    const app = await start();
    const folder = temporaryFolder();
    for (const enabled of [false, true, false]) {
      writeFiles(folder, { ...BASE, ...layers({ enabled }) });
      const { result } = await applyFolder(app, folder);
      expect(result?.converged, JSON.stringify(result?.diagnostics)).toBe(true);
      expect(await flags(app)).toEqual([enabled, enabled, enabled]);
      expect((await planFolder(app, folder)).plan?.steps).toEqual([]);
    }
  });

  test.for([
    ["the layer", (enabled: boolean) => layers({ enabled, opaque: !enabled })],
    [
      "what it shows",
      (enabled: boolean) => ({
        "ways.yaml": inWorkspace("FeatureType", "ways", { store: "d", enabled }),
        "relief.yaml": inWorkspace("Coverage", "relief", { store: "r", enabled }),
        ...layers({ opaque: !enabled }),
      }),
    ],
  ] as const)("is set by %s together with how it is drawn", async ([, declared]) => {
    const app = await start();
    const folder = temporaryFolder();
    for (const enabled of [true, false]) {
      writeFiles(folder, { ...BASE, ...declared(enabled) });
      const { result } = await applyFolder(app, folder);
      expect(result?.converged, JSON.stringify(result?.execution.reports)).toBe(true);
    }
  });

  test("what somebody else switched is seen, and switched back", async () => {
    const app = await start();
    const folder = temporaryFolder();
    writeFiles(folder, { ...BASE, ...layers({ enabled: true }) });
    await applyFolder(app, folder);
    const answer = await app.inject({
      method: "PUT",
      url: "/rest/workspaces/w/datastores/d/featuretypes/ways",
      headers: HEADERS,
      payload: "<featureType><enabled>false</enabled></featureType>",
    });
    expect(answer.statusCode).toBe(200);
    const { writes, result } = await applyFolder(app, folder);
    expect(result?.converged).toBe(true);
    expect(writes.map(({ request: { method, path } }) => `${method} ${path}`)).toEqual([
      "PUT /workspaces/w/datastores/d/featuretypes/ways",
    ]);
    expect(await flags(app)).toEqual([true, true, true]);
  });

  test("a new one is enabled, and nothing is sent for that", async () => {
    const app = await start();
    const folder = temporaryFolder();
    writeFiles(folder, { ...BASE, ...layers({ enabled: true }) });
    const { writes } = await applyFolder(app, folder);
    const changes = writes.filter(({ request: { method } }) => method === "PUT");
    expect(changes.map(({ request: { path } }) => path)).toEqual([
      "/workspaces/w/datastores/s/file.appschema",
    ]);
  });
});

test.for(
  Object.entries(started).flatMap(([name, start]) =>
    [true, false].map((enabled) => [name, enabled, start] as const),
  ),
)("what moves to another store is as its manifest says it, %s, %s", async ([, enabled, start]) => {
  const app = await start();
  const folder = temporaryFolder();
  const moving = (one: boolean, type: string, raster: string) => ({
    ...BASE,
    "d2.yaml": inWorkspace("DataStore", "d2", {
      connectionParameters: { dbtype: "postgis", host: "db" },
    }),
    "r2.yaml": inWorkspace("CoverageStore", "r2", { type: "GeoTIFF", url: "file:r.tif" }),
    "ways.yaml": inWorkspace("FeatureType", "ways", { store: type, enabled: one }),
    "relief.yaml": inWorkspace("Coverage", "relief", { store: raster, enabled: one }),
  });
  writeFiles(folder, moving(!enabled, "d", "r"));
  await applyFolder(app, folder);
  const opaque = { headers: HEADERS, payload: "<layer><opaque>true</opaque></layer>" };
  for (const name of ["ways", "relief"])
    await app.inject({ method: "PUT", url: `/rest/layers/w:${name}`, ...opaque });
  writeFiles(folder, moving(enabled, "d2", "r2"));
  const { result } = await applyFolder(app, folder);
  expect(result?.diagnostics).toEqual([]);
  expect(await flags(app)).toEqual([enabled, enabled, true]);
  expect((await planFolder(app, folder)).plan?.steps).toEqual([]);
});

test("a layer whose flag is declared is the same on the copy of a rehearsal", async () => {
  const app = await startStock();
  const folder = temporaryFolder();
  const spec = { enabled: true };
  writeFiles(folder, { ...BASE, "l1.yaml": layer("ways", spec), "l2.yaml": layer("relief", spec) });
  await applyFolder(app, folder);
  const { run } = await rehearse(estateOf(folder, {}), await connectTo(app));
  expect(run?.notRehearsed).toEqual([]);
});

test("two manifests that say whether a layer is enabled are reported", async () => {
  const app = await startStock();
  const folder = temporaryFolder();
  writeFiles(folder, {
    ...BASE,
    ...layers({ enabled: false }),
    "ways.yaml": inWorkspace("FeatureType", "ways", { store: "d", enabled: true }),
    "relief.yaml": inWorkspace("Coverage", "relief", { store: "r", enabled: false }),
  });
  const { diagnostics } = await planFolder(app, folder);
  expect(diagnostics.map(({ message }) => message.replace(/;.*/, ""))).toEqual([
    `The flag "enabled" of layer w:relief is declared twice`,
    `The flag "enabled" of layer w:ways is declared twice`,
  ]);
});
