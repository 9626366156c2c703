/** Coordinate systems against points known from elsewhere, in every spelling. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { polygonOf, type Box, type Coordinate } from "../../src/model/geometry.ts";
import {
  crsWkt,
  geographic,
  knownCrs,
  toBox,
  toGeometry,
  unitsOf,
} from "../../src/server/rasters/projection.ts";

/**
 * Ground: the definition of the projection where it gives a whole number (3857: half the
 * equator; UTM: the central meridian at the equator; 3035, 3413, 2154: the origin with its false
 * easting and northing), and the worked examples of EPSG Guidance Note 7-2 for 27700 and for two
 * parallels. The last column is the tolerance in units of the target.
 */
const points: readonly (readonly [string, Coordinate, string, Coordinate, number])[] = [
  ["EPSG:4326", [0, 0], "EPSG:3857", [0, 0], 1e-6],
  ["EPSG:4326", [180, 0], "EPSG:3857", [Math.PI * 6_378_137, 0], 1e-6],
  ["EPSG:4326", [90, 0], "EPSG:3857", [(Math.PI * 6_378_137) / 2, 0], 1e-6],
  ["EPSG:4326", [9, 0], "EPSG:32632", [500_000, 0], 1e-6],
  ["EPSG:4326", [9, 0], "EPSG:32732", [500_000, 10_000_000], 1e-6],
  ["EPSG:4326", [10, 52], "EPSG:3035", [4_321_000, 3_210_000], 1e-3],
  ["EPSG:4326", [3, 46.5], "EPSG:2154", [700_000, 6_600_000], 1e-3],
  ["EPSG:4326", [-45, 90], "EPSG:3413", [0, 0], 1e-6],
  // Guidance Note 7-2, Transverse Mercator: 50°30'N 0°30'E on OSGB36 is 577274.99 E 69740.50 N.
  ["EPSG:4277", [0.5, 50.5], "EPSG:27700", [577_274.99, 69_740.5], 0.02],
  // Guidance Note 7-2, Lambert Conic Conformal 2SP: 28°30'N 96°W on Clarke 1866, US feet.
  [
    "+proj=longlat +ellps=clrk66",
    [-96, 28.5],
    "+proj=lcc +lat_0=27.8333333333333 +lon_0=-99 +lat_1=28.3833333333333 +lat_2=30.2833333333333 +x_0=609601.219202438 +y_0=0 +ellps=clrk66 +units=us-ft",
    [2_963_503.91, 254_759.8],
    0.01,
  ],
];

describe("known points", () => {
  test.for(points)("%s %s is in %s at %s", ([from, point, to, expected, tolerance]) => {
    const there = toGeometry({ type: "Point", coordinates: point }, from, to);
    const back = toGeometry({ type: "Point", coordinates: expected }, to, from);
    expect(there).toMatchObject({ type: "Point" });
    if (there.type !== "Point" || back.type !== "Point") return;
    expect(Math.abs(there.coordinates[0] - expected[0])).toBeLessThan(tolerance);
    expect(Math.abs(there.coordinates[1] - expected[1])).toBeLessThan(tolerance);
    if (point[1] === 90) return;
    expect(back.coordinates[0]).toBeCloseTo(point[0], 5);
    expect(back.coordinates[1]).toBeCloseTo(point[1], 5);
  });
});

describe("spellings", () => {
  test.for([
    "EPSG:4326",
    "epsg:4326",
    " EPSG:4326 ",
    "urn:ogc:def:crs:EPSG::4326",
    "urn:ogc:def:crs:EPSG:9.8.1:4326",
    "urn:x-ogc:def:crs:EPSG:4326",
    "http://www.opengis.net/gml/srs/epsg.xml#4326",
    "http://www.opengis.net/def/crs/EPSG/0/4326",
    "CRS:84",
    "OGC:CRS84",
    "urn:ogc:def:crs:OGC:1.3:CRS84",
    "http://www.opengis.net/def/crs/OGC/1.3/CRS84",
    'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]',
  ])("%s is EPSG:4326", (text) => {
    expect(knownCrs(text)).toEqual({ code: "EPSG:4326", proj: "+proj=longlat +datum=WGS84" });
  });

  test.for([
    "",
    "EPSG:",
    "EPSG:1",
    "EPSG:999999",
    "4326",
    "+proj=nothing",
    "+proj=longlat +nadgrids=conus",
    "+proj=geocent +datum=WGS84",
    "constructor",
    "GEOGCS[",
    'PROJCS["x"]',
  ])("%s is unknown", (text) => {
    expect(knownCrs(text)).toBeUndefined();
  });

  test("texts without end are not parsed", () => {
    expect(knownCrs("[".repeat(10_000))).toBeUndefined();
    expect(knownCrs(`+proj=longlat ${"+a=1 ".repeat(20_000)}`)).toBeUndefined();
  });

  test.for([
    [
      'PROJCS["WGS_1984_UTM_Zone_32N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",9.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]',
      "EPSG:32632",
    ],
    [
      'PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Mercator_Auxiliary_Sphere"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",0.0],PARAMETER["Auxiliary_Sphere_Type",0.0],UNIT["Meter",1.0]]',
      "EPSG:3857",
    ],
  ] as const)("WKT of a vendor %#", ([wkt, code]) => {
    expect(knownCrs(wkt)?.code).toBe(code);
  });

  test("the number that everybody uses for web maps is known", () => {
    expect(knownCrs("EPSG:900913")?.code).toBe("EPSG:900913");
    expect(knownCrs("EPSG:900913")?.proj).toBe(knownCrs("EPSG:3857")?.proj);
  });
});

describe("WKT", () => {
  test("of every system is what the registry says", async () => {
    const path = fileURLToPath(import.meta.resolve("epsg-index/all.json"));
    const all = JSON.parse(readFileSync(path, "utf8")) as Record<string, { wkt?: string }>;
    for (const code of ["4326", "3857", "32632", "27700", "2154", "5698", "3031", "2193"])
      expect(await crsWkt(`EPSG:${code}`)).toBe(all[code]?.wkt);
    expect(await crsWkt("EPSG:1")).toBeUndefined();
  });

  test("translated to PROJ's language transforms as the registry's own definition", async () => {
    for (const code of [2154, 3035, 3413, 27700, 31467, 5070, 3031, 2263, 28992, 3395]) {
      const wkt = (await crsWkt(`EPSG:${code}`)) ?? "";
      const anonymous = knownCrs(wkt.replace(/,AUTHORITY\["EPSG","\d+"\]\]$/, "]"));
      const own = knownCrs(`EPSG:${code}`);
      expect(anonymous?.code, String(code)).toBeUndefined();
      const origin: Box = { minx: 400_000, miny: 300_000, maxx: 400_100, maxy: 300_100 };
      // The datum may be without its parameters in WKT, hence the width of a city.
      const [mine, theirs] = [anonymous, own].map((crs) =>
        toBox(origin, crs?.proj ?? "", "EPSG:4326"),
      );
      expect(Math.abs((mine?.minx ?? 0) - (theirs?.minx ?? 1)), String(code)).toBeLessThan(0.01);
      expect(Math.abs((mine?.miny ?? 0) - (theirs?.miny ?? 1)), String(code)).toBeLessThan(0.01);
    }
  });
});

describe("units", () => {
  test.for([
    ["EPSG:4326", "degree", undefined, true],
    ["EPSG:3857", "metre", 1, false],
    ["EPSG:2263", "US survey foot", 1_200 / 3_937, false],
    ["+proj=merc +units=km", "kilometre", 1_000, false],
  ] as const)("%s", ([crs, name, metres, angles]) => {
    expect(unitsOf(crs)).toEqual({ name, metres });
    expect(geographic(crs)).toBe(angles);
  });

  test("of an unknown system", () => {
    expect(unitsOf("EPSG:1")).toBeUndefined();
    expect(geographic("EPSG:1")).toBe(false);
  });
});

describe("boxes", () => {
  const half = Math.PI * 6_378_137;

  test("the world fits a web map", () => {
    const world = toBox({ minx: -180, miny: -90, maxx: 180, maxy: 90 }, "EPSG:4326", "EPSG:3857");
    expect(world.minx).toBeCloseTo(-half, 3);
    expect(world.maxx).toBeCloseTo(half, 3);
    // 85.06 degrees, the edge of its area of use, is a little beyond the square.
    expect(world.maxy / half).toBeCloseTo(1, 2);
  });

  test("a box around the pole holds it and all longitudes", () => {
    const box = { minx: -1e6, miny: -1e6, maxx: 1e6, maxy: 1e6 };
    const found = toBox(box, "EPSG:3413", "EPSG:4326");
    expect(found).toMatchObject({ minx: -180, maxx: 180, maxy: 90 });
    expect(found.miny).toBeGreaterThan(75);
    expect(toBox(box, "EPSG:3031", "EPSG:4326")).toMatchObject({
      minx: -180,
      maxx: 180,
      miny: -90,
    });
  });

  test("a box across the 180th meridian spans all longitudes", () => {
    const box = { minx: 200_000, miny: 7_000_000, maxx: 800_000, maxy: 7_100_000 };
    expect(toBox(box, "EPSG:32601", "EPSG:4326")).toMatchObject({ minx: -180, maxx: 180 });
  });

  test("edges that bend outwards are inside the box", () => {
    const box = toBox({ minx: -10, miny: 60, maxx: 30, maxy: 70 }, "EPSG:4326", "EPSG:3035");
    const top = toGeometry({ type: "Point", coordinates: [-10, 70] }, "EPSG:4326", "EPSG:3035");
    const bottom = toGeometry({ type: "Point", coordinates: [10, 60] }, "EPSG:4326", "EPSG:3035");
    expect(top.type === "Point" && top.coordinates[1]).toBeLessThanOrEqual(box.maxy);
    // The middle of the lower edge is lower than both of its ends.
    expect(bottom.type === "Point" && bottom.coordinates[1]).toBeCloseTo(box.miny, -3);
  });

  test.for([
    ["EPSG:1", "EPSG:4326"],
    ["EPSG:4326", "nonsense"],
  ])("from %s to %s is refused", ([from = "", to = ""]) => {
    const box = { minx: 0, miny: 0, maxx: 1, maxy: 1 };
    expect(() => toBox(box, from, to)).toThrow(/Unknown coordinate system/);
    expect(() => toGeometry(polygonOf(box), from, to)).toThrow(/Unknown coordinate system/);
  });

  test("what has no place is refused", () => {
    const nowhere = { minx: NaN, miny: NaN, maxx: NaN, maxy: NaN };
    expect(() => toBox(nowhere, "EPSG:4326", "EPSG:3857")).toThrow(/is outside of/);
  });
});

describe("geometries", () => {
  test("long edges bend, short ones stay straight", () => {
    const long = polygonOf({ minx: 0, miny: 50, maxx: 40, maxy: 60 });
    const short = polygonOf({ minx: 9, miny: 50, maxx: 9.001, maxy: 50.001 });
    const [bent, straight] = [long, short].map((one) => toGeometry(one, "EPSG:4326", "EPSG:3035"));
    expect(bent?.type === "Polygon" && bent.coordinates[0]?.length).toBeGreaterThan(20);
    expect(straight?.type === "Polygon" && straight.coordinates[0]?.length).toBe(5);
  });

  test("every type keeps its shape", () => {
    const line = [
      [9, 0],
      [9, 0.001],
    ] as const;
    const ring = [...line, [9.001, 0], [9, 0]] as const;
    const all = {
      type: "GeometryCollection",
      geometries: [
        { type: "Point", coordinates: line[0] },
        { type: "MultiPoint", coordinates: line },
        { type: "LineString", coordinates: line },
        { type: "MultiLineString", coordinates: [line] },
        { type: "Polygon", coordinates: [ring] },
        { type: "MultiPolygon", coordinates: [[ring]] },
      ],
    } as const;
    const there = toGeometry(all, "EPSG:4326", "EPSG:32632");
    expect(toGeometry(all, "EPSG:4326", "EPSG:4326")).toBe(all);
    expect(JSON.stringify(there).replaceAll(/[\d.eE+-]+/g, "0")).toBe(
      JSON.stringify(all).replaceAll(/[\d.eE+-]+/g, "0"),
    );
  });
});
