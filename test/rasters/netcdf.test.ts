/** NetCDF files: axes, times and elevations by the CF conventions; real files where they are. */
import { join } from "node:path";
import { NetCDFReader } from "netcdfjs";
import { describe, expect, test } from "vitest";
import type { RasterFile } from "../../src/model/raster.ts";
import { timeUnits } from "../../src/server/rasters/cf-time.ts";
import { toBox } from "../../src/server/rasters/projection.ts";
import { readRaster } from "../../src/server/rasters/read-raster.ts";
import { boundsOf } from "../../src/model/raster.ts";
import { temporaryFolder, writeFiles } from "../support/run/folders.ts";
import { netcdf, netcdfGrid, type NetcdfFile } from "../support/mosaics/netcdf.ts";
import { describeSamples, sample } from "../support/run/samples.ts";

function read(bytes: Uint8Array, name = "a.nc"): Promise<RasterFile> {
  const folder = temporaryFolder();
  writeFiles(folder, { [name]: bytes });
  return readRaster(join(folder, name));
}

const longitudes = [10, 12, 14];
const latitudes = [50, 49];
const hour = 3_600_000;

describe("axes", () => {
  test("times and heights make slices, the first axis slowest", async () => {
    const bytes = netcdfGrid({ longitudes, latitudes, hours: [0, 6], heights: [2, 10, 100] });
    const { grids, format, skipped } = await read(bytes);
    const start = Date.UTC(2024, 0, 1);
    expect({ format, skipped }).toEqual({ format: "NetCDF", skipped: [] });
    expect(grids).toHaveLength(1);
    expect(grids[0]).toMatchObject({
      name: "t",
      width: 3,
      height: 2,
      crs: "EPSG:4326",
      transform: [9, 2, 0, 50.5, 0, -1],
    });
    expect(grids[0]?.slices.map((one) => [one.imageIndex, one.time, one.elevation])).toEqual([
      [0, start, 2],
      [1, start, 10],
      [2, start, 100],
      [3, start + 6 * hour, 2],
      [4, start + 6 * hour, 10],
      [5, start + 6 * hour, 100],
    ]);
  });

  test("every variable in the plane is a grid of its own", async () => {
    const { grids } = await read(netcdfGrid({ longitudes, latitudes, hours: [0] }, ["b", "a"]));
    expect(grids.map(({ name }) => name)).toEqual(["b", "a"]);
    expect(grids[0]?.slices).toEqual(grids[1]?.slices);
  });

  const axis = (name: string, values: readonly number[], units: string) => ({
    [name]: { dimensions: [name], values, attributes: { units } },
  });
  const plane = {
    ...axis("lat", latitudes, "degrees_north"),
    ...axis("lon", longitudes, "degrees_east"),
  };
  const grid = (more: Partial<NetcdfFile> & Pick<NetcdfFile, "variables">): NetcdfFile => ({
    ...more,
    dimensions: { lat: 2, lon: 3, ...more.dimensions },
    variables: { ...plane, ...more.variables },
  });

  test("scalar coordinates are axes with one value, a second time among the others", async () => {
    const file = grid({
      variables: {
        time: { dimensions: [], values: [3], attributes: { units: "days since 2000-01-01" } },
        reftime: { dimensions: [], values: [1], attributes: { units: "days since 2000-01-01" } },
        height: { dimensions: [], values: [2], attributes: { units: "m" } },
        t: {
          dimensions: ["lat", "lon"],
          attributes: { coordinates: "time reftime height lat lon" },
        },
      },
    });
    expect((await read(netcdf(file))).grids[0]?.slices).toEqual([
      {
        imageIndex: 0,
        time: Date.UTC(2000, 0, 4),
        elevation: 2,
        others: { reftime: "2000-01-02T00:00:00.000Z" },
      },
    ]);
  });

  test("other axes are reported by name, without coordinates by their number", async () => {
    const file = grid({
      dimensions: { member: 2, run: 2 },
      variables: {
        ...axis("run", [7, 9], "1"),
        t: { dimensions: ["member", "run", "lat", "lon"] },
      },
    });
    expect((await read(netcdf(file))).grids[0]?.slices.map(({ others }) => others)).toEqual([
      { member: 0, run: 7 },
      { member: 0, run: 9 },
      { member: 1, run: 7 },
      { member: 1, run: 9 },
    ]);
  });

  test.for([1, 2, 5] as const)("CDF-%s with records", async (version) => {
    const file = grid({
      version,
      growing: "time",
      dimensions: { time: 3 },
      variables: {
        ...axis("time", [0, 1, 2], "hours since 2024-01-01"),
        a: { dimensions: ["time", "lat", "lon"], attributes: { _FillValue: [-999], units: "K" } },
        b: { dimensions: ["time", "lat", "lon"], attributes: { missing_value: [-1] } },
      },
    });
    const { grids } = await read(netcdf(file));
    const start = Date.UTC(2024, 0, 1);
    expect(grids.map(({ bands }) => bands)).toEqual([
      [{ name: "a", type: "REAL_32BITS", noData: -999, unit: "K" }],
      [{ name: "b", type: "REAL_32BITS", noData: -1, unit: undefined }],
    ]);
    expect(grids[1]?.slices.map(({ time }) => time)).toEqual([
      start,
      start + hour,
      start + 2 * hour,
    ]);
  });

  test("rows and columns of any order, spacing and number", async () => {
    const place = async (xs: readonly number[], ys: readonly number[]) =>
      (await read(netcdfGrid({ longitudes: xs, latitudes: ys }))).grids[0]?.transform;
    expect(await place([0, 1, 2], [1, 2, 3])).toEqual([-0.5, 1, 0, 3.5, 0, -1]);
    expect(await place([2, 1, 0], [3, 2, 1])).toEqual([2.5, -1, 0, 3.5, 0, -1]);
    expect(await place([0, 1, 3], [1, 2])).toEqual([-0.5, 1.5, 0, 2.5, 0, -1]);
    expect(await place([200, 210], [1])).toEqual([-165, 10, 0, 6, 0, -10]);
    await expect(place([0, 2, 1], [1, 2])).rejects.toThrow("columns are in no order");
    await expect(place([0, 1], [1, 1])).rejects.toThrow("rows are in no order");
    await expect(place([0], [1])).rejects.toThrow("how large its only cell is");
    await expect(place([0, NaN], [1, 2])).rejects.toThrow("gaps");
  });

  test("positions of every cell give the box around them", async () => {
    const file: NetcdfFile = {
      dimensions: { j: 2, i: 3 },
      variables: {
        lat: {
          dimensions: ["j", "i"],
          values: [50, 51, 50, 40, 41, 40],
          attributes: { units: "degrees_north" },
        },
        lon: {
          dimensions: ["j", "i"],
          values: [0, 5, 10, 0, 5, 10],
          attributes: { units: "degrees_east" },
        },
        t: { dimensions: ["j", "i"], attributes: { coordinates: "lon lat" } },
      },
    };
    const { grids } = await read(netcdf(file));
    expect(grids.map(({ name }) => name)).toEqual(["t"]);
    expect(grids[0] && boundsOf(grids[0])).toEqual({
      minx: -2.5,
      maxx: 12.5,
      miny: 34.5,
      maxy: 56.5,
    });
  });

  test("what cannot be used is skipped with its reason, all of it is refused", async () => {
    const calendar = { units: "days since 2000-01-01", calendar: "360_day" };
    const file = grid({
      dimensions: { time: 1 },
      variables: {
        time: { dimensions: ["time"], values: [0], attributes: calendar },
        bad: { dimensions: ["time", "lat", "lon"] },
        good: { dimensions: ["lat", "lon"] },
      },
    });
    const { grids, skipped } = await read(netcdf(file));
    expect(grids.map(({ name }) => name)).toEqual(["good"]);
    expect(skipped).toEqual([
      { name: "bad", reason: "its times are in the calendar 360_day, which is not read" },
    ]);
    const { good: _good, ...variables } = file.variables;
    await expect(read(netcdf({ ...file, variables }))).rejects.toMatchObject({
      code: "unsupported",
      message: expect.stringMatching(/^a\.nc: has no grid that can be used: bad: its times/),
    });
    const empty = { dimensions: { x: 1 }, variables: { a: { dimensions: ["x"] } } };
    await expect(read(netcdf(empty))).rejects.toThrow("has no variable with two horizontal axes");
  });

  /** Ground: Appendix F of the CF conventions for the parameters, PROJ's manual for their names. */
  test.for([
    [
      {
        grid_mapping_name: "polar_stereographic",
        latitude_of_projection_origin: [-90],
        standard_parallel: [-71],
      },
      /\+proj=stere .*\+lat_0=-90 .*\+lat_ts=-71/,
    ],
    [
      {
        grid_mapping_name: "mercator",
        standard_parallel: [20],
        longitude_of_projection_origin: [5],
      },
      /\+proj=merc \+lat_ts=20 \+lon_0=5/,
    ],
    [
      { grid_mapping_name: "lambert_conformal_conic", standard_parallel: [25, 30] },
      /\+proj=lcc \+lat_1=25 \+lat_2=30/,
    ],
    [
      {
        grid_mapping_name: "transverse_mercator",
        scale_factor_at_central_meridian: [0.9996],
        longitude_of_central_meridian: [9],
      },
      /\+proj=tmerc \+lon_0=9 \+k=0.9996/,
    ],
    [
      { grid_mapping_name: "lambert_azimuthal_equal_area", earth_radius: [6_371_000] },
      /\+proj=laea \+a=6371000 \+b=6371000/,
    ],
    [{ spatial_ref: 'PROJCS["x",AUTHORITY["EPSG","32632"]]' }, /^EPSG:32632$/],
  ] as const)("projection %#", async ([attributes, expected]) => {
    const file: NetcdfFile = {
      dimensions: { y: 2, x: 2 },
      variables: {
        ...axis("y", [3, 2], "km"),
        ...axis("x", [1, 2], "km"),
        crs: { dimensions: [], values: [0], attributes },
        t: { dimensions: ["y", "x"], attributes: { grid_mapping: "crs" } },
      },
    };
    const [found] = (await read(netcdf(file))).grids;
    expect(found?.crs).toMatch(expected);
    expect(found?.transform).toEqual([500, 1000, 0, 3500, 0, -1000]);
  });

  test.for(["constructor", "__proto__", "vertical_perspective", ""])(
    "the projection %s is not read",
    async (name) => {
      const file: NetcdfFile = {
        dimensions: { y: 2, x: 2 },
        variables: {
          ...axis("y", [3, 2], "m"),
          ...axis("x", [1, 2], "constructor"),
          crs: { dimensions: [], values: [0], attributes: { grid_mapping_name: name } },
          t: { dimensions: ["y", "x"], attributes: { grid_mapping: "crs" } },
        },
      };
      await expect(read(netcdf(file))).rejects.toThrow(/its projection .* is not read/);
    },
  );
});

/** Ground: the calendar by hand; the Julian one was 2 days behind in the year 1, 10 in 1582. */
describe("times", () => {
  test.for([
    ["days since 1970-01-01", "standard", 1.5, "1970-01-02T12:00:00.000Z"],
    ["hours since 2010-01-01 0:00:00", undefined, 1000, "2010-02-11T16:00:00.000Z"],
    ["Hour since 2016-04-25T22:00:00Z", "proleptic_gregorian", 6, "2016-04-26T04:00:00.000Z"],
    ["minutes since 2000-01-01 12:00 -6:00", undefined, 30, "2000-01-01T18:30:00.000Z"],
    ["seconds since 2000-01-01 00:00:00.5 UTC", "gregorian", 1, "2000-01-01T00:00:01.500Z"],
    ["msecs since 2000-1-1", undefined, 250, "2000-01-01T00:00:00.250Z"],
    ["months since 2000-01-31", undefined, 1, "2000-02-29T00:00:00.000Z"],
    ["months since 2000-01-01", undefined, 0.5, "2000-01-16T12:00:00.000Z"],
    ["months since 2000-01-01", undefined, -1, "1999-12-01T00:00:00.000Z"],
    ["years since 2000-02-29", undefined, 1, "2001-02-28T00:00:00.000Z"],
    ["days since 0001-01-01", "proleptic_gregorian", 719_162, "1970-01-01T00:00:00.000Z"],
    ["hours since 1-1-1 00:00:0.0", "standard", 17_259_936, "1970-01-01T00:00:00.000Z"],
    ["days since 1582-10-04", "standard", 1, "1582-10-15T00:00:00.000Z"],
  ] as const)("%s (%s) and %s", ([units, calendar, value, expected]) => {
    const found = timeUnits(units, calendar);
    expect(typeof found === "string" ? found : new Date(found.toMs(value)).toISOString()).toBe(
      expected,
    );
  });

  test.for([
    ["days since 2000-01-01", "noleap", "calendar noleap"],
    ["days since 2000-01-01", "constructor", "calendar constructor"],
    ["days since yesterday", undefined, "which is no date"],
    ["days since 2000-13-01", undefined, "which is no date"],
    ["fortnights since 2000-01-01", undefined, "no unit of time"],
    ["constructor since 2000-01-01", undefined, "no unit of time"],
  ] as const)("%s (%s) is refused", ([units, calendar, reason]) => {
    expect(timeUnits(units, calendar)).toEqual(expect.stringContaining(reason));
  });
});

describeSamples("real NetCDF files", () => {
  const noTime = [[0, undefined, undefined, {}]];
  /**
   * Ground: attributes and axis values as `gdalmdiminfo -detailed` (GDAL 3.6.2) shows them, times
   * counted by hand from the units: sst_stack has 0, 24 and 48 hours since 2024-01-01;
   * polyphemus 0 and 1 hour since 2013-03-02; rotated-pole 6 hours since 2016-04-25T22:00Z;
   * stations 1000 and 2000 hours (41 d 16 h, 83 d 8 h) since 2010-01-01 for each of its data 1, 2, 3;
   * Poli1 and Poli4 are at heights 10, 450 and 50, 200.
   */
  test.for([
    [
      "granules/generated-gdal/sst_stack.nc",
      ["sst"],
      [
        [0, "2024-01-01T00:00:00.000Z", undefined, {}],
        [1, "2024-01-02T00:00:00.000Z", undefined, {}],
        [2, "2024-01-03T00:00:00.000Z", undefined, {}],
      ],
    ],
    ["granules/generated-gdal/temp_single.nc", ["Band1"], noTime],
    ["granules/nc-2DLatLonCoverage/2DLatLonCoverage.nc", ["ROOT/LAI", "ROOT/LEVEL1/V2"], noTime],
    ["granules/nc-albersequal/albersequal.nc", ["fakedataset"], noTime],
    ["granules/nc-samplekm/samplekm.nc", ["TMP"], noTime],
    [
      "granules/nc-polyphemus_20130302_test/polyphemus_20130302_test.nc",
      ["O3"],
      [
        [0, "2013-03-02T00:00:00.000Z", undefined, {}],
        [1, "2013-03-02T01:00:00.000Z", undefined, {}],
      ],
    ],
    [
      "granules/nc-rotated-pole/rotated-pole.nc",
      ["Temperature_surface"],
      [[0, "2016-04-26T04:00:00.000Z", undefined, { reftime: "2016-04-25T22:00:00.000Z" }]],
    ],
    [
      "mosaics/gt-nc-stations/stations.nc",
      ["stationA", "stationB", "stationC", "stationD"],
      [1, 2, 3].flatMap((data) => [
        [data * 2 - 2, "2010-02-11T16:00:00.000Z", undefined, { data }],
        [data * 2 - 1, "2010-03-25T08:00:00.000Z", undefined, { data }],
      ]),
    ],
    [
      "mosaics/gt-nc-poliaux/Poli1.nc",
      ["O3", "NO2"],
      [
        [0, undefined, 10, {}],
        [1, undefined, 450, {}],
      ],
    ],
    [
      "mosaics/gt-nc-poliaux/Poli4.nc",
      ["O3", "NO2"],
      [
        [0, undefined, 50, {}],
        [1, undefined, 200, {}],
      ],
    ],
  ] as const)("%s", async ([file, names, slices]) => {
    const { grids } = await readRaster(sample(file));
    expect(grids.map(({ name }) => name)).toEqual(names);
    for (const grid of grids) {
      const told = grid.slices.map(({ imageIndex, time, elevation, others }) => [
        imageIndex,
        time === undefined ? undefined : new Date(time).toISOString(),
        elevation,
        others,
      ]);
      expect(told).toEqual(slices);
    }
  });

  test("a rotated pole lies where its formula says", async () => {
    const [grid] = (await readRaster(sample("granules/nc-rotated-pole/rotated-pole.nc"))).grids;
    const centre = { minx: -1e-9, miny: -1e-9, maxx: 1e-9, maxy: 1e-9 };
    // Its pole is at 36 N 74 E: the middle of the grid is a quarter turn away, 54 N 106 W.
    const found = toBox(centre, grid?.crs ?? "", "EPSG:4326");
    expect(found.minx).toBeCloseTo(-106, 6);
    expect(found.miny).toBeCloseTo(54, 6);
  });

  test("a file without a plane has its verdict", async () => {
    await expect(
      readRaster(sample("granules/netcdfjs-agilent_hplc/agilent_hplc.cdf")),
    ).rejects.toThrow("agilent_hplc.cdf: has no variable with two horizontal axes");
  });
});

test("the headers are those that another reader finds", () => {
  const reader = new NetCDFReader(
    netcdfGrid({ longitudes, latitudes, hours: [0, 6], heights: [2] }),
  );
  expect(reader.getDataVariable("time")).toEqual([0, 6]);
  expect(reader.getDataVariable("lon")).toEqual(longitudes);
});
