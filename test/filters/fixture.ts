/** An index of twelve granules with every type of attribute, for tables of filters. */
import { matcher } from "../../src/server/filters/evaluate.ts";
import type { Systems } from "../../src/server/filters/row.ts";
import { polygonOf, type Footprint } from "../../src/model/geometry.ts";
import type { Granule, GranuleValues, IndexSchema } from "../../src/model/granule.ts";
import { parseFilter } from "../../src/wire/filter.ts";

/** The columns. */
export const schema: IndexSchema = {
  typeName: "rain",
  geometry: "the_geom",
  location: "location",
  crs: "EPSG:4326",
  attributes: [
    { name: "the_geom", type: "geometry" },
    { name: "location", type: "string" },
    { name: "imageindex", type: "integer" },
    { name: "time", type: "timestamp" },
    { name: "elevation", type: "double" },
    { name: "flag", type: "boolean" },
    { name: "key", type: "uuid" },
    { name: "quality class", type: "string" },
    { name: "code", type: "string" },
    { name: "in", type: "long" },
    { name: "run.hour", type: "float" },
  ],
};

const box = (minx: number, miny: number, maxx: number, maxy: number) =>
  polygonOf({ minx, miny, maxx, maxy });
const KEY = "0b1c2d3e-0000-4000-8000-00000000000";

/** By id: 2 touches 1, 3 overlaps both, 4 is in 1, 8 is 1 again, 11 is in the hole of 7. */
const footprints: readonly Footprint[] = [
  box(0, 0, 10, 10),
  box(10, 0, 20, 10),
  box(5, 5, 15, 15),
  box(2, 2, 4, 4),
  box(40, 40, 50, 50),
  {
    type: "MultiPolygon",
    coordinates: [box(60, 0, 61, 1).coordinates, box(63, 0, 64, 1).coordinates],
  },
  {
    type: "Polygon",
    coordinates: [...box(20, 20, 30, 30).coordinates, ...box(22, 22, 28, 28).coordinates],
  },
  {
    type: "Polygon",
    coordinates: [
      [
        [10, 10],
        [0, 10],
        [0, 0],
        [10, 0],
        [10, 10],
      ],
    ],
  },
  box(-10, -10, -5, -5),
  box(100, -40, 110, -30),
  box(24, 24, 26, 26),
  // Its sides cross.
  {
    type: "Polygon",
    coordinates: [
      [
        [70, 70],
        [80, 80],
        [80, 70],
        [70, 80],
        [70, 70],
      ],
    ],
  },
];

type Line = readonly [
  location: string,
  imageindex: number,
  time: string,
  elevation: number | null,
  flag: boolean | null,
  quality: string,
  code: string | null,
];

const lines: readonly (Line | undefined)[] = [
  ["a_2024-01-01.tif", 0, "2024-01-01T00:00:00Z", 0, true, "Good", "1"],
  ["a_2024-01-02.tif", 1, "2024-01-02T00:00:00Z", 10.5, false, "good", "2"],
  ["b_2024-01-15.TIF", 2, "2024-01-15T12:30:00.500Z", -5, true, "Ärger", "010"],
  ["sub/dir/c.tif", 0, "2024-01-31T23:59:59.999Z", 100, null, "bad_1", "x"],
  ["it's.tif", 5, "2024-02-01T00:00:00Z", 1_000, false, "100%", "-2.5"],
  ["back\\slash.tif", 6, "2024-02-29T00:00:00Z", null, true, "ß", "1e3"],
  ["g1.nc", 7, "2024-12-31T23:59:59Z", 7, false, "\u{1f600}", ""],
  ["g2.nc", 0, "2023-12-31T23:59:59Z", 8, true, "\uff5e", null],
  // Nothing is known of 9.
  undefined,
  ["G3.nc", -1, "1969-07-20T20:17:40Z", -0.25, true, "true", "TRUE"],
  ["a%b_c.tif", 11, "2024-03-01T00:00:00Z", 11, false, "2024-01-02", "2024-01-02T00:00:00Z"],
  ["z.tif", 2_147_483_647, "2030-01-01T00:00:00Z", 0.001, true, "Z", "12"],
];

function valuesOf(line: Line | undefined, id: number): GranuleValues {
  if (line === undefined) return {};
  const [location, imageindex, time, elevation, flag, quality, code] = line;
  return {
    location,
    imageindex,
    time: Date.parse(time),
    elevation,
    flag,
    key: `${KEY}${(id % 16).toString(16)}`,
    "quality class": quality,
    code,
    in: id * 1_000,
    "run.hour": id / 2,
  };
}

/** The rows. */
export const granules: readonly Granule[] = footprints.map((footprint, index) => ({
  id: index + 1,
  footprint,
  values: valuesOf(lines[index], index + 1),
}));

/** Ids of the granules that match a filter, with blanks between them. */
export function idsOf(text: string, systems?: Systems): string {
  const matches = matcher(parseFilter(text), schema, systems);
  return granules
    .filter((granule) => matches(granule))
    .map(({ id }) => id)
    .join(" ");
}
