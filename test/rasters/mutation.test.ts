/**
 * Damaged headers: whatever is flipped, cut or overwritten, the answer is a raster or an error of
 * this module, soon and with little memory.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { raster as limits } from "../../src/model/limits.ts";
import { RasterError, readRaster } from "../../src/server/rasters/read-raster.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { geoTiff } from "../support/mosaics/geotiff.ts";
import { netcdf, netcdfGrid } from "../support/mosaics/netcdf.ts";
import { describeSamples, sample } from "../support/run/samples.ts";
import { scale } from "../support/run/scale.ts";
import { beginWork } from "../support/run/thread-time.ts";

const bounds = { minx: 10, miny: 40, maxx: 14, maxy: 42 };
const axes = { longitudes: [1, 2, 3], latitudes: [5, 4], hours: [0, 1], heights: [1, 2] };

/** One change: bytes that are flipped, written over with the largest number, or cut off. */
const change = fc.record({
  kind: fc.constantFrom("flip", "flip", "flip", "fill", "zero", "cut", "double"),
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  bits: fc.integer({ min: 1, max: 255 }),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function changed(original: Uint8Array, changes: readonly Change[], headerBytes: number) {
  let bytes = Uint8Array.from(original);
  for (const { kind, at, bits } of changes) {
    const place = Math.floor(at * Math.min(bytes.length, headerBytes));
    if (kind === "flip") bytes[place] = (bytes[place] ?? 0) ^ bits;
    else if (kind === "fill") bytes.fill(0xff, place, place + 4);
    else if (kind === "zero") bytes.fill(0, place, place + 4);
    else if (kind === "cut") bytes = bytes.slice(0, Math.max(8, Math.floor(at * bytes.length)));
    else bytes.copyWithin(place, Math.max(0, place - bits));
  }
  return bytes;
}

async function hold(name: string, original: Uint8Array, proof: number): Promise<void> {
  const runs = scale({ test: Math.ceil(proof / 4), proof });
  const folder = temporaryFolder();
  const path = join(folder, name);
  const before = process.memoryUsage();
  let slowestMs = 0;
  let refused = 0;
  const changes = fc.array(change, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(changes, async (list) => {
      writeFiles(folder, { [name]: changed(original, list, 4_096) });
      const spent = beginWork();
      try {
        const { grids } = await readRaster(path);
        expect(grids.length).toBeGreaterThan(0);
      } catch (error) {
        refused += 1;
        expect(error).toBeInstanceOf(RasterError);
        expect((error as RasterError).message).toMatch(new RegExp(`^${name}: [^\n]{3,400}$`));
        expect((error as RasterError).message).not.toContain(folder);
      }
      slowestMs = Math.max(slowestMs, spent());
    }),
    { numRuns: runs, seed: 20_240_101 },
  );
  const after = process.memoryUsage();
  expect(refused).toBeGreaterThan(runs / 20);
  expect(slowestMs).toBeLessThan(2_000);
  // Nothing is kept: what is left over is garbage that nobody has collected yet.
  expect((after.rss - before.rss) / 1_048_576).toBeLessThan(256);
}

describe("damaged headers of our own", () => {
  test.for([
    ["a.tif", geoTiff({ width: 40, height: 20, bounds, epsg: 32_632, noData: -1 }), 800],
    [
      "b.tif",
      geoTiff({
        width: 40,
        height: 20,
        bounds,
        geoKeys: { 1024: 1, 3072: 32_767, 2048: 4326, 3075: 11, 3078: 29.5, 3079: 45.5, 3081: 23 },
        pages: [
          { subfile: 1, width: 20 },
          { subfile: 2, width: 40 },
        ],
        bigEndian: true,
      }),
      800,
    ],
    ["a.nc", netcdfGrid(axes), 800],
    [
      "b.nc",
      netcdf({
        version: 5,
        growing: "lat",
        dimensions: { lat: 3, lon: 2 },
        variables: {
          lat: { dimensions: ["lat"], values: [1, 2, 3], attributes: { units: "degrees_north" } },
          lon: { dimensions: ["lon"], values: [1, 2], attributes: { units: "degrees_east" } },
          t: { dimensions: ["lat", "lon"], attributes: { grid_mapping: "crs" } },
          crs: { dimensions: [], attributes: { grid_mapping_name: "latitude_longitude" } },
        },
      }),
      800,
    ],
  ] as const)("%s", ([name, bytes, runs]) => hold(name, bytes, runs));
});

describeSamples("damaged headers of real files", () => {
  test.for([
    ["mosaics/gt-hetero_utm/utm32n.tiff", 300],
    ["mosaics/gt-pam/NCOM_wattemp_20081031T0000000.tiff", 300],
    ["granules/nc-albersequal/albersequal.nc", 300],
    ["granules/nc-samplekm/samplekm.nc", 300],
    ["granules/nc-2DLatLonCoverage/2DLatLonCoverage.nc", 500],
  ] as const)("%s", ([file, runs]) =>
    hold(file.split("/").at(-1) ?? "", readFileSync(sample(file)), runs),
  );

  test("a file that the library for NetCDF-4 never ends on is stopped with its worker", async () => {
    const folder = temporaryFolder();
    const bytes = Uint8Array.from(
      readFileSync(sample("granules/nc-2DLatLonCoverage/2DLatLonCoverage.nc")),
    );
    // One byte of the heap that its references lie in.
    bytes[2_436] = 0;
    writeFiles(folder, { "a.nc": bytes });
    const module = new URL("../../src/server/rasters/read-raster.ts", import.meta.url).href;
    const code = `import(${JSON.stringify(module)}).then(({ readRaster }) =>
      readRaster(${JSON.stringify(join(folder, "a.nc"))}).catch(() => undefined))`;
    const worker = new Worker(code, { eval: true, workerData: {} });
    const failures: unknown[] = [];
    worker.on("error", (error) => failures.push(error));
    let hasEnded = false;
    const ended = new Promise<void>((resolve) => {
      worker.once("exit", () => {
        hasEnded = true;
        resolve();
      });
    });
    await setTimeout(limits.computeMs + 1_000);
    // Should a later library end by itself, reading may be done without a worker.
    expect({ failures, hasEnded }).toEqual({ failures: [], hasEnded: false });
    // A thread that cannot be ended would not let this test end either.
    await worker.terminate();
    await ended;
    expect(hasEnded).toBe(true);
  });

  test("after all of them a sound file is still read", async () => {
    const path = sample("granules/nc-2DLatLonCoverage/2DLatLonCoverage.nc");
    expect((await readRaster(path)).grids).toHaveLength(2);
  });
});
