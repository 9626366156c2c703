/** Rasters that lie in the folder of a mosaic before it is made: a stock server indexes them all. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stockServer } from "../stock/server.ts";
import { planEstate } from "../../src/reconciler/reconcile.ts";
import type { Transport } from "../../src/wire/request.ts";
import { applyPlan } from "../support/estates/apply-plan.ts";
import { connectTo, writesIn } from "../support/servers/catalog.ts";
import { estateOf } from "../support/estates/estate.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { indexer, mosaicManifests, raster } from "../support/mosaics/mosaic-manifests.ts";

const STORE = "/workspaces/w/coveragestores/s";
const ROWS = `DELETE ${STORE}/coverages/s/index/granules.xml`;
const CREATED = [`PUT ${STORE}/file.imagemosaic`, `POST ${STORE}/coverages`];
const RECREATED = [`DELETE ${STORE}`, ...CREATED];
const MIRROR = { granules: { local: "./g/", policy: "mirror" } };
const ADD_ONLY = { granules: { local: "./g/" } };
const WIDER = { "s/indexer.properties": indexer({ columns: ["level:Integer"] }) };

function start(spec: object = MIRROR) {
  const { app, state } = stockServer();
  const folder = temporaryFolder();
  const write = (more: Readonly<Record<string, string | Uint8Array>>) => writeFiles(folder, more);
  write({ ...mosaicManifests(spec), "g/sst_20260101.tif": raster(1) });
  const plan = async (wrap?: (real: Transport) => Transport) => {
    const connection = await connectTo(app, "test", wrap);
    const estate = estateOf(folder, { allow: ["over-limit", "irreversible"] });
    const planned = await planEstate(estate, connection);
    expect(planned.plan?.blocks).toEqual([]);
    const asked = connection.log.map(({ request: { path } }) => path);
    return { connection, planned, asked };
  };
  const apply = async (wrap?: (real: Transport) => Transport) => {
    const { connection, planned } = await plan(wrap);
    const result = await applyPlan(planned, connection);
    const requests = writesIn(connection.log).catalog.map(({ request }) => request);
    return {
      told: planned.diagnostics.map(({ severity, message }) => `${severity}: ${message}`),
      converged: result.converged,
      requests: requests.map(({ method, path }) => `${method} ${path}`),
      removed: requests.flatMap(({ query }) => query?.["filter"] ?? []),
      queries: requests.map(({ query }) => query),
    };
  };
  const lie = (path: string) => void state.files.set(`data/w/s/${path}`, raster(3));
  const locations = () =>
    [...state.indexes.values()].flatMap(({ rows }) => rows.map((row) => row.location)).toSorted();
  const steps = async () => (await plan()).planned.plan?.steps;
  return { state, folder, write, plan, apply, lie, locations, steps };
}

test("a mirror that is created takes out what lies in its folder, files and all other rows stay", async () => {
  const { apply, lie, locations, state, steps } = start();
  for (const path of ["old_20250101.tif", "below/it's_20250102.tif", "side.txt", "undated.tif"])
    lie(path);
  const { converged, requests, removed, told } = await apply();
  expect(requests).toEqual(["POST /namespaces", ...CREATED, ROWS]);
  expect(removed).toEqual(["location IN ('below/it''s_20250102.tif','old_20250101.tif')"]);
  expect({ converged, told }).toEqual({ converged: true, told: [] });
  expect(locations()).toEqual(["sst_20260101.tif"]);
  expect(state.files.has("data/w/s/old_20250101.tif")).toBe(true);
  expect(await steps()).toEqual([]);
});

test("what a mirror removed before does not come back when the mosaic is recreated", async () => {
  const { folder, write, apply, locations, steps } = start();
  write({ "g/sst_20260102.tif": raster(2) });
  await apply();
  rmSync(join(folder, "g/sst_20260102.tif"));
  expect((await apply()).requests).toEqual([ROWS]);
  write(WIDER);
  const { converged, requests } = await apply();
  expect({ converged, requests }).toEqual({ converged: true, requests: [...RECREATED, ROWS] });
  expect(locations()).toEqual(["sst_20260101.tif"]);
  expect(await steps()).toEqual([]);
});

test("no files are purged that only lie there, whatever the mirror purges", async () => {
  const purging = { granules: { ...MIRROR.granules, purge: "all" } };
  const { apply, lie, state } = start(purging);
  lie("old_20250101.tif");
  const { queries, converged } = await apply();
  expect(queries.at(-1)).not.toHaveProperty("purge");
  expect(converged).toBe(true);
  expect(state.files.has("data/w/s/old_20250101.tif")).toBe(true);
});

test("a window leaves what is older", async () => {
  const window = { attribute: "time", last: "P3650D" };
  const { apply, lie, locations } = start({ granules: { ...MIRROR.granules, window } });
  lie("old_19990101.tif");
  lie("new_20260102.tif");
  const { converged, removed } = await apply();
  expect({ converged, removed }).toEqual({
    converged: true,
    removed: [expect.stringMatching(/^location IN \('new_20260102.tif'\) AND time AFTER /)],
  });
  expect(locations()).toEqual(["old_19990101.tif", "sst_20260101.tif"]);
});

test("add-only tells what will be published that nobody declares", async () => {
  const { write, apply, lie, locations } = start(ADD_ONLY);
  lie("old_20250101.tif");
  const { told, converged, requests } = await apply();
  expect(told).toEqual([
    "warning: ImageMosaic/w:s also publishes 1 raster that lies in its folder on the server and that no manifest names: old_20250101.tif",
  ]);
  expect({ converged, requests: requests.slice(1) }).toEqual({
    converged: true,
    requests: CREATED,
  });
  expect(locations()).toHaveLength(2);
  expect((await apply()).told).toEqual([]);
  write(WIDER);
  expect((await apply()).told).toHaveLength(1);
});

test("a run that ended before the coverage was published is ended by the next one", async () => {
  const { apply, lie, locations, steps } = start();
  lie("old_20250101.tif");
  const failing: (real: Transport) => Transport = (real) => async (request) =>
    request.method === "POST" && request.path.endsWith("/coverages")
      ? { status: 500, headers: {}, body: new Uint8Array() }
      : real(request);
  expect((await apply(failing)).converged).toBe(false);
  expect((await apply()).converged).toBe(true);
  expect(locations()).toEqual(["sst_20260101.tif"]);
  expect(await steps()).toEqual([]);
});

test("where nothing is left over, one listing is all that it costs", async () => {
  const { plan, apply, write } = start();
  const listings = async () =>
    (await plan()).asked.filter((path) => path === "/resource/data/w/s").length;
  expect(await listings()).toBe(1);
  await apply();
  const [unchanged] = [await listings()];
  write(WIDER);
  expect(await listings()).toBeLessThanOrEqual(unchanged + 2);
});
