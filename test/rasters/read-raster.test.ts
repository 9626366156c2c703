/** GeoTIFF files and pictures with world files, written by the test; what is refused and why. */
import { spawnSync } from "node:child_process";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { boundsOf, footprintOf, type RasterFile } from "../../src/model/raster.ts";
import { boxOf } from "../../src/model/geometry.ts";
import { raster as limits } from "../../src/model/limits.ts";
import { knownCrs } from "../../src/server/rasters/crs.ts";
import { readRaster } from "../../src/server/rasters/read-raster.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { geoTiff, type GeoTiff } from "../support/mosaics/geotiff.ts";
import { netcdfGrid } from "../support/mosaics/netcdf.ts";
import { root } from "../support/project/sources.ts";

const bounds = { minx: 10, miny: 40, maxx: 14, maxy: 42 };
const plain: GeoTiff = { width: 40, height: 20, bounds, epsg: 4326 };

function readAll(files: Readonly<Record<string, string | Uint8Array>>): Promise<RasterFile> {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  return readRaster(join(folder, Object.keys(files)[0] ?? ""));
}

const read = (file: GeoTiff) => readAll({ "a.tif": geoTiff(file) });

describe("GeoTIFF", () => {
  test("place, system, bands and date", async () => {
    const bytes = geoTiff({
      ...plain,
      bands: 3,
      bits: 16,
      format: 2,
      noData: "-9999",
      dateTime: "2024:01:31 06:30:15",
    });
    const { modified, ...found } = await readAll({ "a.tif": bytes });
    const band = { type: "SIGNED_16BITS", noData: -9999, unit: undefined };
    expect(Math.abs(modified - Date.now())).toBeLessThan(60_000);
    expect(found).toEqual({
      format: "GeoTIFF",
      bytes: bytes.byteLength,
      skipped: [],
      dateTime: Date.UTC(2024, 0, 31, 6, 30, 15),
      grids: [
        {
          name: undefined,
          width: 40,
          height: 20,
          transform: [10, 0.1, 0, 42, 0, -0.1],
          crs: "EPSG:4326",
          bands: ["RED_BAND", "GREEN_BAND", "BLUE_BAND"].map((name) => ({ name, ...band })),
          slices: [{ imageIndex: 0, time: undefined, elevation: undefined, others: {} }],
        },
      ],
    });
  });

  test("big-endian files say the same", async () => {
    const [one, other] = [await read(plain), await read({ ...plain, bigEndian: true })];
    expect(other.grids).toEqual(one.grids);
  });

  test("positions of middles are moved to the corner", async () => {
    const [grid] = (await read({ ...plain, pixelIsPoint: true })).grids;
    expect(grid?.transform[0]).toBeCloseTo(9.95, 12);
    expect(grid?.transform[3]).toBeCloseTo(42.05, 12);
  });

  test("a turned picture has a turned footprint, counter-clockwise", async () => {
    const { bounds: _bounds, ...rest } = plain;
    const [grid] = (await read({ ...rest, transform: [0, 1, 1, 0, 1, -1] })).grids;
    expect(grid && footprintOf(grid).coordinates[0]).toEqual([
      [20, -20],
      [60, 20],
      [40, 40],
      [0, 0],
      [20, -20],
    ]);
    expect(grid && boundsOf(grid)).toEqual({ minx: 0, miny: -20, maxx: 60, maxy: 40 });
    expect(grid && boxOf(footprintOf(grid))).toEqual(grid && boundsOf(grid));
  });

  test.for([
    ["nan", NaN],
    ["-inf", -Infinity],
    ["1e20 ", 1e20],
    ["none", undefined],
  ] as const)("no data %s", async ([text, expected]) => {
    expect((await read({ ...plain, noData: text })).grids[0]?.bands[0]?.noData).toEqual(expected);
  });

  test.for([
    [8, 1, "UNSIGNED_8BITS"],
    [8, 2, "SIGNED_8BITS"],
    [16, 1, "UNSIGNED_16BITS"],
    [32, 1, "UNSIGNED_32BITS"],
    [32, 3, "REAL_32BITS"],
    [64, 3, "REAL_64BITS"],
  ] as const)("%s bits of format %s", async ([bits, format, type]) => {
    expect((await read({ ...plain, bits, format })).grids[0]?.bands[0]?.type).toBe(type);
  });

  test.for(["2024:13:31 06:30:15", "yesterday", "0000:00:00 00:00:00"])(
    "%s is no date",
    async (dateTime) => {
      expect((await read({ ...plain, dateTime })).dateTime).toBeUndefined();
    },
  );

  test("pages as large as the first are slices, overviews and masks are not", async () => {
    const pages = [
      { subfile: 1, width: 20 },
      { subfile: 4, width: 40 },
      { subfile: 0, width: 20 },
      { subfile: 2, width: 40 },
    ];
    const [grid] = (await read({ ...plain, pages })).grids;
    expect(grid?.slices.map(({ imageIndex }) => imageIndex)).toEqual([0, 1]);
  });

  /** Ground: the GeoTIFF standard for the keys, PROJ's manual for what they are called there. */
  test.for([
    [{ 1024: 1, 3072: 32_632 }, "EPSG:32632"],
    [{ 1024: 2, 2048: 4258 }, "EPSG:4258"],
    [
      { 1024: 2, 2048: 32_767, 2057: 6_371_000, 2058: 6_371_000 },
      "+proj=longlat +a=6371000 +b=6371000",
    ],
    [
      { 1024: 1, 3072: 32_767, 2048: 4326, 3074: 16_132 },
      "+proj=utm +zone=32 +south +datum=WGS84 +units=m",
    ],
    [
      { 1024: 1, 3072: 32_767, 2048: 4326, 3075: 11, 3078: 29.5, 3079: 45.5, 3080: -96, 3081: 23 },
      "+proj=aea +lat_1=29.5 +lat_2=45.5 +lat_0=23 +lon_0=-96 +datum=WGS84 +units=m",
    ],
    [
      { 1024: 1, 3072: 32_767, 2048: 4326, 3075: 15, 3081: -71, 3095: 5, 3082: 100 },
      "+proj=stere +lat_0=-90 +lat_ts=-71 +lon_0=5 +x_0=100 +datum=WGS84 +units=m",
    ],
    [{ 1024: 1, 3072: 32_767, 2048: 4326, 3075: 99 }, undefined],
    [{ 1024: 3, 2048: 4978 }, undefined],
  ] as const)("geo keys %#", async ([geoKeys, crs]) => {
    const [grid] = (await read({ width: 4, height: 2, bounds, geoKeys })).grids;
    expect(grid?.crs).toBe(crs);
    if (crs !== undefined) expect(knownCrs(crs)).toBeDefined();
  });
});

describe("world files", () => {
  const world = "0.1\n0\n0\n-0.1\n10.05\n41.95\n";
  const prj =
    'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
  const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const png = bytes("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x28\0\0\0\x14\x08\x02\0\0\0");
  const jpeg = bytes("\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x0b\x08\0\x14\0\x28\x01\x01\x11\0");
  const gif = bytes("GIF89a\x28\0\x14\0\0\0\0");
  const bmp = bytes(
    "BM\0\0\0\0\0\0\0\0\0\0\0\0\x28\0\0\0\x28\0\0\0\xec\xff\xff\xff\x01\0\x18\0\0\0\0\0",
  );
  const { bounds: _bounds, epsg: _epsg, ...bare } = plain;

  test.for([
    ["a.png", png, "a.pgw", 3, "WorldImage"],
    ["a.jpg", jpeg, "a.jgw", 1, "WorldImage"],
    ["a.jpg", jpeg, "a.jpw", 1, "WorldImage"],
    ["a.jpeg", jpeg, "a.wld", 1, "WorldImage"],
    ["a.gif", gif, "a.gfw", 1, "WorldImage"],
    ["a.bmp", bmp, "a.bpw", 3, "WorldImage"],
    ["a.tif", geoTiff(bare), "a.tfw", 1, "GeoTIFF"],
    ["a.TIFF", geoTiff(bare), "a.TIFFW", 1, "GeoTIFF"],
  ] as const)("%s with %s", async ([name, picture, side, bands, format]) => {
    const found = await readAll({ [name]: picture, [side]: world, "a.prj": prj });
    const [grid] = found.grids;
    expect(found.format).toBe(format);
    expect([grid?.width, grid?.height, grid?.bands.length]).toEqual([40, 20, bands]);
    expect(grid?.crs).toBe("EPSG:4326");
    for (const [index, value] of [10, 0.1, 0, 42, 0, -0.1].entries())
      expect(grid?.transform[index]).toBeCloseTo(value, 12);
  });

  test("without a description the system is unknown", async () => {
    expect((await readAll({ "a.png": png, "a.pgw": world })).grids[0]?.crs).toBeUndefined();
  });

  test("without a world file, or with a bad one, they are refused", async () => {
    await expect(readAll({ "a.png": png })).rejects.toThrow("a.png: does not say where it lies");
    await expect(read(bare)).rejects.toThrow("a.tif: does not say where it lies");
    await expect(readAll({ "a.png": png, "a.pgw": "0.1 0" })).rejects.toMatchObject({
      code: "unreadable",
      message: "a.png: its world file .pgw is not six numbers",
    });
  });
});

describe("refusals", () => {
  const tiff = geoTiff(plain);
  const withCount = (tag: number, count: number) => {
    const changed = tiff.slice();
    const view = new DataView(changed.buffer);
    const directory = view.getUint32(4, true);
    for (let at = directory + 2; at < changed.length - 12; at += 12)
      if (view.getUint16(at, true) === tag) view.setUint32(at + 4, count, true);
    return changed;
  };
  const circle = tiff.slice();
  new DataView(circle.buffer).setUint32(
    circle.length - 4,
    new DataView(tiff.buffer).getUint32(4, true),
    true,
  );
  const many = geoTiff({
    ...plain,
    pages: Array.from({ length: 256 }, () => ({ subfile: 1, width: 4 })),
  });

  test.for([
    ["a.txt", "text", "unsupported", "is no raster of a format that is read"],
    ["a", "text", "unsupported", "is no raster of a format that is read"],
    ["a.constructor", "text", "unsupported", "is no raster of a format that is read"],
    ["a.tif", "text", "unsupported", "is not what its extension .tif says"],
    ["a.nc", tiff, "unsupported", "is not what its extension .nc says, but TIFF"],
    ["a.tif", netcdfGrid({ longitudes: [1, 2], latitudes: [1, 2] }), "unsupported", "but NetCDF"],
    ["a.tif.ovr", tiff, "unsupported", "belongs to another raster"],
    ["a.tif", "", "unreadable", "is empty"],
    ["a.tif", tiff.slice(0, 12), "unreadable", "ends within its header"],
    ["a.tif", tiff.slice(0, -20), "unreadable", "directory is cut off"],
    ["a.tif", circle, "unreadable", "form a circle"],
    ["a.tif", many, "bounds", "more than 256 directories"],
    ["a.tif", withCount(273, 5_000_000), "bounds", "more than 4000000 places of pixels"],
    ["a.tif", withCount(273, 100_000), "unreadable", "tag 273 points outside"],
    ["a.tif", withCount(33_550, 2 ** 31), "bounds", "tag 33550 has"],
    ["a.nc", "CDF\x01\0\0", "unreadable", "is truncated"],
    ["a.nc", "CDF\x01\0\0\0\0\0\0\0\x0a\x7f\xff\xff\xff", "bounds", "more than 1024 dimensions"],
    ["a.png", "\x89PNG\r\n\x1a\n", "unreadable", "damaged PNG"],
  ] as const)("%s %#", async ([name, content, code, reason]) => {
    const bytes =
      typeof content === "string"
        ? Uint8Array.from(content, (letter) => letter.charCodeAt(0))
        : content;
    await expect(readAll({ [name]: bytes })).rejects.toMatchObject({
      name: "RasterError",
      code,
      message: expect.stringMatching(new RegExp(`^${name.replaceAll(".", "\\.")}: .*${reason}`)),
    });
  });

  test("a folder, a missing file and a pipe are refused, without their path", async () => {
    const folder = temporaryFolder();
    spawnSync("mkfifo", [join(folder, "pipe.tif")]);
    await expect(readRaster(folder)).rejects.toThrow(/^plumbline-test-\w+: is no file$/);
    await expect(readRaster(join(folder, "no.tif"))).rejects.toThrow(
      /^no\.tif: cannot be opened: ENOENT$/,
    );
    await expect(readRaster(join(folder, "pipe.tif"))).rejects.toThrow(/^pipe\.tif: is no file$/);
  });

  test("sides beyond the bound are refused", async () => {
    await expect(read({ ...plain, width: limits.side + 1 })).rejects.toMatchObject({
      code: "bounds",
    });
  });
});

describe("NetCDF-4", () => {
  const signature = Uint8Array.from([0x89, 0x48, 0x44, 0x46, 13, 10, 26, 10, 0, 0, 0, 0]);

  test("without its library it is refused with what to do", async () => {
    const hooks = registerHooks({
      resolve: (specifier, context, next) => {
        if (specifier === "h5wasm/node") throw new Error("not installed");
        return next(specifier, context);
      },
    });
    onTestFinished(() => hooks.deregister());
    await expect(readAll({ "a.nc": signature })).rejects.toThrow(
      "a.nc: NetCDF-4 needs the optional package h5wasm, which is not installed",
    );
  });

  test("links into other files are not followed", async () => {
    const folder = temporaryFolder();
    // Written in a process of its own: reading shuts the library's door to other files for good.
    const script = `
      const { File, ready } = await import("h5wasm/node");
      await ready;
      const secret = new File("${folder}/secret.h5", "w");
      secret.create_dataset({ name: "lat", data: new Float64Array([1, 2]) });
      secret.close();
      const file = new File("${folder}/a.nc", "w");
      file.create_external_link("${folder}/secret.h5", "/lat", "lat");
      file.create_dataset({ name: "t", data: new Float32Array(4), shape: [2, 2] });
      file.close();`;
    const options = ["--input-type=module", "-e", script];
    expect(spawnSync(process.execPath, options, { cwd: root }).status).toBe(0);
    await expect(readRaster(join(folder, "a.nc"))).rejects.toThrow(
      "has no variable with two horizontal axes",
    );
    // The library says so with a number that is no file.
    const { File } = await import("h5wasm/node");
    expect(new File(join(folder, "secret.h5"), "r").file_id).toBeLessThanOrEqual(0n);
  });

  test("a damaged file is refused", async () => {
    await expect(readAll({ "a.nc": signature })).rejects.toMatchObject({ code: "unreadable" });
  });
});
