/** Mosaics on a stock server, which makes an index of files out of granules and never an empty one. */
import { expect, test } from "vitest";
import { stockServer } from "../stock/server.ts";
import { AUTHORIZATION } from "../support/servers/catalog.ts";
import { applyFolder, planFolder } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { indexer, mosaicManifests, raster } from "../support/mosaics/mosaic-manifests.ts";

const STORE = "/workspaces/w/coveragestores/s";
const DATABASE = "SPI=org.geotools.data.postgis.PostgisNGDataStoreFactory\ndatabase=d\nuser=u\n";
const GRANULES = {
  "g/sst_20260101.tif": raster(1),
  "g/sst_20260102.tif": raster(2),
};
const LOCAL = { granules: { local: "./g/" } };
const SOURCES = { granules: { sources: ["/data/"] } };

function start() {
  const { app, state } = stockServer();
  state.disk.add("/data/sst_20260103.tif");
  const folder = temporaryFolder();
  const write = (spec: object, files: Readonly<Record<string, string | Uint8Array>> = {}) => {
    writeFiles(folder, { ...mosaicManifests(spec), ...files });
  };
  const apply = async () => {
    const { planned, result, writes } = await applyFolder(app, folder);
    return {
      told: planned.diagnostics.map(({ severity, message }) => `${severity}: ${message}`),
      converged: result?.converged,
      requests: writes
        .map(({ request: { method, path } }) => `${method} ${path}`)
        .filter((one) => one !== "POST /namespaces"),
    };
  };
  const settled = async () => (await planFolder(app, folder)).plan?.steps;
  const locations = () =>
    [...state.indexes.values()].flatMap(({ rows }) => rows.map((row) => row.location));
  return { app, state, folder, write, apply, settled, locations };
}

const CREATED = [`PUT ${STORE}/file.imagemosaic`, `POST ${STORE}/coverages`];

test.each([
  ["in files", {}],
  ["in a database", { "s/datastore.properties": DATABASE }],
])("with an index %s the first granules come with the definition", async (_where, files) => {
  const { write, apply, settled, locations, state } = start();
  write(LOCAL, { ...GRANULES, ...files });
  expect(await apply()).toEqual({ told: [], converged: true, requests: CREATED });
  expect(locations().toSorted()).toEqual(["sst_20260101.tif", "sst_20260102.tif"]);
  expect(await settled()).toEqual([]);
  write(LOCAL, { "g/sst_20260104.tif": raster(4) });
  const later = await apply();
  expect(later.requests).toEqual([`POST ${STORE}/file.imagemosaic`]);
  expect(locations()).toHaveLength(3);
  expect(state.coverages.get("w:s")?.nativeCoverageName).toBe("s");
});

test.each([
  ["granules elsewhere on the server", SOURCES, /nothing can be harvested or published/],
  ["coverages", {}, /nothing can be harvested or published/],
])(
  "an index in files that gets only %s is told before anything is sent",
  async (_what, spec, told) => {
    const { write, apply } = start();
    write(spec);
    const { told: said, requests, converged } = await apply();
    expect(said.filter((one) => one.startsWith("error"))).toEqual([expect.stringMatching(told)]);
    expect({ requests, converged }).toEqual({ requests: [], converged: undefined });
  },
);

test("an empty mosaic that publishes nothing is made, with a warning; granules heal it later", async () => {
  const { write, apply, settled, locations } = start();
  write({ coverages: undefined });
  const empty = await apply();
  expect(empty.told).toEqual([expect.stringMatching(/^warning: .*nobody can harvest into it/)]);
  expect(empty.converged).toBe(true);
  write(LOCAL, GRANULES);
  expect(await apply()).toEqual({ told: [], converged: true, requests: CREATED });
  expect(locations()).toHaveLength(2);
  expect(await settled()).toEqual([]);
});

test("an index in a database may be empty, but then its name has to be said", async () => {
  const { write, apply } = start();
  const files = { "s/datastore.properties": DATABASE };
  write(SOURCES, files);
  const { told, requests } = await apply();
  expect(told).toEqual([
    expect.stringMatching(/^error: .* calls its coverage index, so there will be no s$/),
  ]);
  expect(requests).toEqual([]);
  write(SOURCES, { ...files, "s/indexer.properties": indexer({ lines: ["Name=s"] }) });
  const named = await apply();
  expect(named).toMatchObject({ told: [], converged: true });
  expect(named.requests).toContain(`POST ${STORE}/external.imagemosaic`);
});

test("a mosaic that was made of a database without a name goes on under the name that it has", async () => {
  const { write, apply } = start();
  const files = { "s/datastore.properties": DATABASE };
  write({ ...SOURCES, coverages: [{ name: "s", nativeName: "index" }] }, files);
  const { told, converged } = await apply();
  expect(told.filter((one) => one.startsWith("error"))).toEqual([]);
  expect(converged).toBe(true);
});

test("files of granules that lie in the folder become the first ones of a new mosaic", async () => {
  const { app, write, apply } = start();
  write(LOCAL, GRANULES);
  await apply();
  const headers = { authorization: AUTHORIZATION };
  const url = `/rest${STORE}?recurse=true&purge=metadata`;
  expect((await app.inject({ method: "DELETE", url, headers })).statusCode).toBe(200);
  write(SOURCES);
  expect(await apply()).toMatchObject({
    told: [expect.stringContaining("also publishes 2 rasters that lie in its folder")],
    converged: true,
  });
});

test("a factory that later servers do not have is reported", async () => {
  const { write, apply } = start();
  const h2 = "SPI=org.geotools.data.h2.H2DataStoreFactory\ndatabase=x\n";
  write(LOCAL, { ...GRANULES, "s/datastore.properties": h2 });
  const { told } = await apply();
  expect(told).toEqual([
    expect.stringMatching(/^warning: .*H2DataStoreFactory, which servers with GeoTools 35/),
  ]);
});
