/** Conditions about space, on footprints in degrees. */
import { describe, expect, test } from "vitest";
import { FilterError } from "../../src/model/filter.ts";
import { checkFilter, matcher } from "../../src/server/filters/evaluate.ts";
import { polygonOf, type Geometry } from "../../src/model/geometry.ts";
import { parseFilter } from "../../src/wire/filter.ts";
import { granules, idsOf, schema } from "./fixture.ts";

type Row = readonly [filter: string, ids: string];

function holds(rows: readonly Row[]): void {
  test.for(rows)("%s", ([filter, ids]) => {
    expect(idsOf(filter)).toBe(ids);
  });
}

const ONE = "POLYGON((0 0,10 0,10 10,0 10,0 0))";

describe("relations", () => {
  holds([
    ["INTERSECTS(the_geom, POINT(1 1))", "1 8"],
    ["intersects(the_geom, point(1 1))", "1 8"],
    ["Intersects ( the_geom , Point ( 1   1 ) )", "1 8"],
    ["INTERSECTS(POINT(1 1), the_geom)", "1 8"],
    ["INTERSECTS(the_geom, POINT(3 3))", "1 4 8"],
    ["INTERSECTS(the_geom, POINT(10 5))", "1 2 3 8"],
    ["INTERSECTS(the_geom, POINT(25 25))", "11"],
    ["INTERSECTS(the_geom, POINT(21 21))", "7"],
    ["INTERSECTS(the_geom, POINT(62 0.5))", ""],
    ["INTERSECTS(the_geom, POINT(63 0.5))", "6"],
    ["INTERSECTS(the_geom, POINT(-7.5 -7.5))", "9"],
    ["INTERSECTS(the_geom, MULTIPOINT(1 1, 45 45))", "1 5 8"],
    ["INTERSECTS(the_geom, MULTIPOINT((1 1), (45 45)))", "1 5 8"],
    // A corner of 2 is on the line.
    ["INTERSECTS(the_geom, LINESTRING(3 3, 45 45))", "1 2 3 4 5 7 8 11"],
    ["INTERSECTS(the_geom, MULTILINESTRING((41 41, 42 42), (-6 -6, -7 -7)))", "5 9"],
    [`INTERSECTS(the_geom, ${ONE})`, "1 2 3 4 8"],
    [
      "INTERSECTS(the_geom, MULTIPOLYGON(((41 41,42 41,42 42,41 41)),((2.5 2.5,3 2.5,3 3,2.5 2.5))))",
      "1 4 5 8",
    ],
    [
      "INTERSECTS(the_geom, POLYGON((20 20,30 20,30 30,20 30,20 20),(22 22,28 22,28 28,22 28,22 22)))",
      "7",
    ],
    ["INTERSECTS(the_geom, GEOMETRYCOLLECTION(POINT(1 1), LINESTRING(41 41, 42 42)))", "1 5 8"],
    ["DISJOINT(the_geom, GEOMETRYCOLLECTION(POINT(1 1), LINESTRING(0 0, 50 50)))", "6 9 10 12"],
    ["INTERSECTS(the_geom, POLYGON ((\n 0 0,\t10 0, 10 10,\r\n 0 10, 0 0 )))", "1 2 3 4 8"],
    ["INTERSECTS(the_geom, POINT(1e0 -.5))", ""],
    ["INTERSECTS(the_geom, POINT(105 -35.5))", "10"],
    ["NOT INTERSECTS(the_geom, POINT(1 1))", "2 3 4 5 6 7 9 10 11 12"],
    ["INTERSECTS(the_geom, the_geom) AND imageindex < 5", "1 2 3 4 8 10"],
    ["INTERSECTS(rain:the_geom, POINT(1 1))", "1 8"],
    [`DISJOINT(the_geom, ${ONE})`, "5 6 7 9 10 11 12"],
    [`EQUALS(the_geom, ${ONE})`, "1 8"],
    ["EQUALS(the_geom, POLYGON((0 0,5 0,10 0,10 10,0 10,0 0)))", "1 8"],
    [`TOUCHES(the_geom, ${ONE})`, "2"],
    ["TOUCHES(the_geom, POINT(10 10))", "1 2 8"],
    [`OVERLAPS(the_geom, ${ONE})`, "3"],
    [`WITHIN(the_geom, ${ONE})`, "1 4 8"],
    [`WITHIN(${ONE}, the_geom)`, "1 8"],
    ["CONTAINS(the_geom, POINT(3 3))", "1 4 8"],
    ["CONTAINS(the_geom, POINT(2 2))", "1 8"],
    ["CONTAINS(the_geom, POLYGON((2 2,4 2,4 4,2 4,2 2)))", "1 4 8"],
    ["CROSSES(the_geom, LINESTRING(-1 1, 1 1))", "1 8"],
    ["CROSSES(the_geom, LINESTRING(1 1, 2 1))", ""],
    ["CROSSES(LINESTRING(-1 1, 1 1), the_geom)", "1 8"],
    ["RELATE(the_geom, POINT(3 3), 0********)", "1 4 8"],
    ["RELATE(the_geom, POINT(3 3), T*****FF*)", "1 4 8"],
    ["relate(the_geom, POINT(10 10), f********)", "1 2 4 5 6 7 8 9 10 11 12"],
    ["RELATE(the_geom, POLYGON((0 0,10 0,10 10,0 10,0 0)), 2FFF1FFF2)", "1 8"],
    ["RELATE(the_geom, POLYGON((0 0,10 0,10 10,0 10,0 0)), FF*FF****)", "5 6 7 9 10 11 12"],
    ["RELATE(the_geom, POLYGON((10 0,20 0,20 10,10 10,10 0)), F***1****)", "1 8"],
  ]);
});

describe("boxes", () => {
  holds([
    ["BBOX(the_geom, 1, 1, 3, 3)", "1 4 8"],
    ["bbox(the_geom,1,1,3,3)", "1 4 8"],
    ["BBOX(the_geom, -180, -90, 180, 90)", "1 2 3 4 5 6 7 8 9 10 11 12"],
    ["BBOX(the_geom, 10, 10, 12, 12)", "1 2 3 8"],
    ["BBOX(the_geom, 23, 23, 27, 27)", "11"],
    ["BBOX(the_geom, 61.5, 0, 62.5, 1)", ""],
    ["BBOX(the_geom, -10.0, -10, -1e1, -10)", "9"],
    ["BBOX(the_geom, 3, -5, 3, 5)", "1 4 8"],
    ["BBOX(the_geom, 1, 1, 3, 3, 'EPSG:4326')", "1 4 8"],
    ["BBOX(the_geom, 1, 1, 3, 3, 'epsg:4326')", "1 4 8"],
    ["BBOX(the_geom, ENVELOPE(1, 3, 1, 3))", "1 4 8"],
    [`BBOX(the_geom, ${ONE})`, "1 2 3 4 8"],
    // West, east, north, south; some write the south first.
    ["INTERSECTS(the_geom, ENVELOPE(-8, -7, -6, -9))", "9"],
    ["INTERSECTS(the_geom, ENVELOPE(-8, -7, -9, -6))", "9"],
    ["INTERSECTS(the_geom, ENVELOPE(100, 101, -35, -36))", "10"],
    ["INTERSECTS(the_geom, envelope ( 45,45 , 45 ,45 ))", "5"],
    ["INTERSECTS(the_geom, SRID=4326;POINT(1 1))", "1 8"],
    ["INTERSECTS(the_geom, srid = 4326 ; ENVELOPE(1, 1, 1, 1))", "1 8"],
  ]);
});

test("boxes are one area, however they are written", () => {
  const box = parseFilter("BBOX(g, 1, 2, 3, 4)");
  expect(parseFilter("BBOX(g, ENVELOPE(1, 3, 4, 2))")).toEqual(box);
  expect(parseFilter("BBOX(g, ENVELOPE(1, 3, 2, 4))")).toEqual(box);
  expect(parseFilter("BBOX(g, POLYGON((1 2,3 2,3 4,1 4,1 2)))")).toEqual(box);
});

describe("distances", () => {
  holds([
    ["DWITHIN(the_geom, POINT(51 45), 78, kilometers)", ""],
    ["DWITHIN(the_geom, POINT(51 45), 79, kilometers)", "5"],
    ["DWITHIN(the_geom, POINT(51 45), 79000, meters)", "5"],
    ["DWITHIN(the_geom, POINT(51 45), 258000, feet)", "5"],
    ["DWITHIN(the_geom, POINT(51 45), 257000, feet)", ""],
    ["DWITHIN(the_geom, POINT(51 45), 49, statute miles)", "5"],
    ["DWITHIN(the_geom, POINT(51 45), 42.4, nautical miles)", ""],
    ["DWITHIN(the_geom, POINT(51 45), 42.5, Nautical  Miles)", "5"],
    ["dwithin(the_geom, POINT(45 45), 0, METERS)", "5"],
    ["DWITHIN(POINT(51 45), the_geom, 79, kilometers)", "5"],
    ["BEYOND(the_geom, POINT(51 45), 79, kilometers)", "1 2 3 4 6 7 8 9 10 11 12"],
    ["BEYOND(the_geom, POINT(5 5), 2000, kilometers)", "5 6 7 10 11 12"],
    ["NOT BEYOND(the_geom, POINT(45 45), 1, kilometers)", "5"],
    ["DWITHIN(the_geom, LINESTRING(0 -1, 20 -1), 112, kilometers)", "1 2 8"],
  ]);

  test("are in the plane where the system has metres", () => {
    const filter = parseFilter("DWITHIN(the_geom, POINT(13 14), 5, meters)");
    const footprint = polygonOf({ minx: 0, miny: 0, maxx: 10, maxy: 10 });
    const granule = { id: 1, footprint, values: {} };
    const near = (metres: number) =>
      matcher(filter, { ...schema, crs: "EPSG:32632" }, { unit: { metres } })(granule);
    expect([1, 1.001, 0.3048].map(near)).toEqual([true, false, true]);
    expect(matcher(filter, { ...schema, crs: "EPSG:3857" })(granule)).toBe(true);
  });

  test("heed that degrees of longitude are shorter in the north", () => {
    const ring = [
      [0, 60],
      [2, 60],
      [2, 62],
      [0, 60],
    ] as const;
    const footprint = { type: "Polygon", coordinates: [ring] } as const;
    const isWithin = (kilometers: number) =>
      matcher(
        parseFilter(`DWITHIN(the_geom, POINT(0 62), ${kilometers}, kilometers)`),
        schema,
      )({
        id: 1,
        footprint,
        values: {},
      });
    // To the nearest point in plain degrees, (1 61), it is 123 km.
    expect([90, 96].map(isWithin)).toEqual([false, true]);
  });

  test("need to know the unit of the system", () => {
    const filter = parseFilter("DWITHIN(the_geom, POINT(13 14), 5, meters)");
    expect(() => checkFilter(filter, { ...schema, crs: "EPSG:32632" })).toThrow(
      "Distances are not known in the coordinate system EPSG:32632",
    );
  });
});

describe("other coordinate systems", () => {
  const asked: unknown[] = [];
  const reproject = (geometry: Geometry, fromSrid: number, toCrs: string): Geometry => {
    asked.push([geometry.type, fromSrid, toCrs]);
    return { type: "Point", coordinates: [45, 45] };
  };

  test("are brought to that of the index once", () => {
    asked.length = 0;
    expect(idsOf("INTERSECTS(the_geom, SRID=3857;POINT(1 1))", { reproject })).toBe("5");
    expect(idsOf("BBOX(the_geom, 0, 0, 1, 1, 'EPSG:32632')", { reproject })).toBe("5");
    expect(asked).toEqual([
      ["Point", 3857, "EPSG:4326"],
      ["Polygon", 32632, "EPSG:4326"],
    ]);
  });

  test("are not asked for the system of the index", () => {
    asked.length = 0;
    expect(idsOf("INTERSECTS(the_geom, SRID=4326;POINT(1 1))", { reproject })).toBe("1 8");
    expect(asked).toEqual([]);
  });

  test.for([
    ["without a way there", undefined, "a geometry in EPSG:3857 cannot be read"],
    [
      "where the way fails",
      () => {
        throw new Error("no");
      },
      "cannot be brought from EPSG:3857",
    ],
    [
      "where no number comes back",
      () => ({ type: "Point", coordinates: [Infinity, 0] }) as const,
      "cannot be brought from EPSG:3857",
    ],
  ] as const)("are refused %s", ([, way, message]) => {
    const systems = way === undefined ? {} : { reproject: way };
    const refused = () => idsOf("INTERSECTS(the_geom, SRID=3857;POINT(1 1))", systems);
    expect(refused).toThrow(FilterError);
    expect(refused).toThrow(message);
  });
});

test("coordinates are near enough to be exact", () => {
  expect(idsOf("BBOX(the_geom, -1e9, -1e9, 1e9, 1e9)")).toBe("1 2 3 4 5 6 7 8 9 10 11 12");
  const far = () => idsOf("INTERSECTS(the_geom, LINESTRING(0 0, 1.1e9 0))");
  expect(far).toThrow("A coordinate is farther from zero than 1000000000");
});

describe("footprints whose sides cross", () => {
  const crossed = granules.filter(({ id }) => id === 12);
  test.for([
    "INTERSECTS(the_geom, POINT(71 75))",
    "WITHIN(the_geom, ENVELOPE(60, 90, 60, 90))",
    "OVERLAPS(the_geom, POLYGON((71 60,75 60,75 90,71 90,71 60)))",
    "RELATE(the_geom, POLYGON((71 60,75 60,75 90,71 90,71 60)), T********)",
    "DWITHIN(the_geom, POINT(71 75), 1, meters)",
  ])("do not end %s", (text) => {
    const matches = matcher(parseFilter(text), schema);
    for (const granule of crossed) expect(typeof matches(granule)).toBe("boolean");
  });
});
