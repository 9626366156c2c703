/** Rows of all sorts, and random filters that make sense for them. */
import fc from "fast-check";
import type { Comparison, Expression, Filter } from "../../src/model/filter.ts";
import { polygonOf, type Footprint, type Geometry } from "../../src/model/geometry.ts";
import type { GranuleRow, GranuleValues } from "../../src/model/granule.ts";
import { schemaWith } from "./rows.ts";

/** The schema of the rows. */
export const MIXED = schemaWith([
  { name: "time", type: "timestamp" },
  { name: "updated", type: "timestamp" },
  { name: "count", type: "integer" },
  { name: "level", type: "double" },
  { name: "size", type: "long" },
  { name: "wet", type: "boolean" },
  { name: "note", type: "string" },
]);

const DAY = 86_400_000;
const NOTES = [
  "",
  "a",
  "A",
  "ab",
  "a%b",
  "a_b",
  "a*b",
  "[a]",
  "Ä",
  "ä",
  "😀",
  "\uff5e",
  "12",
  "true",
];
const TIMES = [-1, 0, 1, DAY - 1, DAY, DAY + 0.0, 2 * DAY, 40 * DAY].map((at) => Math.trunc(at));
const NUMBERS = [-2, -1, -0.5, 0, 0.1, 1, 2, 3, 1e3];

function pick<Value>(values: readonly Value[], at: number): Value | null {
  return at % 7 === 6 ? null : (values[at % values.length] ?? null);
}

function valuesAt(at: number): GranuleValues {
  return {
    location: `g${at % 20}.tif`,
    time: pick(TIMES, at),
    updated: pick(TIMES, at * 3 + 1),
    count: pick([-1, 0, 1, 2, 3], at * 5 + 2),
    level: pick(NUMBERS, at * 2 + 3),
    size: pick([0, 1, 2 ** 53, -(2 ** 62)], at + 4),
    wet: pick([true, false], at + 5),
    note: pick(NOTES, at),
  };
}

function footprintAt(at: number): Footprint {
  const [x, y] = [(at * 3) % 11, (at * 5) % 7];
  const box = polygonOf({ minx: x, miny: y, maxx: x + 1 + (at % 3), maxy: y + 1 + (at % 2) });
  if (at % 5 !== 4) return box;
  const far = polygonOf({ minx: x + 20.1, miny: y, maxx: x + 21, maxy: y + 1 });
  return at % 2 === 0
    ? { type: "MultiPolygon", coordinates: [box.coordinates, far.coordinates] }
    : {
        type: "Polygon",
        coordinates: [
          [
            [x, y],
            [x + 3, y],
            [x, y + 3],
            [x, y],
          ],
        ],
      };
}

/** Sixty rows, of which some have rectangles only; the first are all rectangles. */
export function mixedRows(onlyBoxes: boolean): readonly GranuleRow[] {
  return Array.from({ length: 60 }, (_unused, at) => ({
    footprint: footprintAt(onlyBoxes ? at * 5 : at),
    values: valuesAt(at),
  }));
}

const attribute = (name: string): Expression => ({ type: "attribute", name });
const literal = (value: string | number | boolean): Expression => ({ type: "literal", value });

const time = fc.constantFrom(...TIMES, DAY / 2, Date.UTC(0, 0), Date.UTC(9_999, 11));
const instant = fc.oneof(
  time.map((at): Expression => ({ type: "instant", at })),
  fc.constantFrom("1970-01-02", "1970-01-01T00:00:00.001Z", "1969-12-31 23:59:59.999").map(literal),
);
const number = fc.oneof(
  fc.constantFrom(...NUMBERS, 2 ** 53, -(2 ** 62), 1e300).map(literal),
  fc.constantFrom("1", "0.1", "-2", "1e3").map(literal),
);
const text = fc.oneof(
  fc.constantFrom(...NOTES, "g1.tif", "g2.tif", "a\0").map(literal),
  fc.string({ maxLength: 3 }).map(literal),
);
const numeric = fc.constantFrom("count", "level", "size").map(attribute);
const timed = fc.constantFrom("time", "updated", "ns:time").map(attribute);
const textual = fc.constantFrom("note", "location").map(attribute);
const computed = fc.oneof(
  numeric,
  fc
    .tuple(fc.constantFrom("+", "-", "*", "/"), numeric, number)
    .map(([operator, left, right]): Expression => ({ type: "arithmetic", operator, left, right })),
  textual.map((one): Expression => ({ type: "function", name: "strLength", args: [one] })),
);

/** Two expressions that may be compared. */
const pair: fc.Arbitrary<readonly [Expression, Expression]> = fc.oneof(
  fc.tuple(computed, fc.oneof(number, computed, textual)),
  fc.tuple(timed, fc.oneof(instant, timed, textual)),
  fc.tuple(textual, fc.oneof(text, textual)),
  fc.tuple(
    fc.constant(attribute("wet")),
    fc.constantFrom<Expression>(literal(true), literal(false), literal("TRUE"), attribute("note")),
  ),
);

const side = fc.oneof(
  fc.integer({ min: -2, max: 34 }),
  fc.constantFrom(0.5, 20.1, 1 / 3, 4.999_999_999),
);
const box = fc.tuple(side, side, side, side).map(([a, b, c, d]): Geometry => {
  const [minx, maxx] = [Math.min(a, b), Math.max(a, b)];
  const [miny, maxy] = [Math.min(c, d), Math.max(c, d)];
  if (minx === maxx || miny === maxy) return { type: "Point", coordinates: [minx, miny] };
  return polygonOf({ minx, miny, maxx, maxy });
});
const geometry: fc.Arbitrary<Geometry> = fc.oneof(
  { weight: 3, arbitrary: box },
  fc.tuple(side, side).map((coordinates): Geometry => ({ type: "Point", coordinates })),
  fc.tuple(side, side, side).map(([a, b, c]): Geometry => ({
    type: "LineString",
    coordinates: [
      [a, b],
      [b, c],
      [c, a + 0.5],
    ],
  })),
  fc.tuple(side, side).map(([x, y]): Geometry => ({
    type: "Polygon",
    coordinates: [
      [
        [x, y],
        [x + 4, y],
        [x + 1, y + 4],
        [x, y],
      ],
    ],
  })),
);
const placed = geometry.map((one): Expression => ({
  type: "geometry",
  geometry: one,
  srid: undefined,
}));
const places = fc
  .tuple(placed, fc.boolean())
  .map(([constant, isFirst]) =>
    isFirst
      ? { left: constant, right: attribute("the_geom") }
      : { left: attribute("the_geom"), right: constant },
  );

const comparison = fc.constantFrom<Comparison>("=", "<>", "<", "<=", ">", ">=");
const is = (filter: fc.Arbitrary<Filter>) => filter;

const pattern = fc.oneof(
  fc.constantFrom("%", "_", "a%b", "a\\%b", "a_b", "a\\_b", "a*b", "[a]", "_a_", "g1%", "%.tif"),
  fc
    .array(
      fc.constantFrom("%", "%", "_", "a", "A", "b", "g", "1", "*", "?", "[", "]", "\\%", "😀"),
      {
        maxLength: 4,
      },
    )
    .map((parts) => parts.join("")),
);

const leaf: fc.Arbitrary<Filter> = fc.oneof(
  fc
    .tuple(comparison, pair, fc.boolean())
    .map(([operator, [a, b], isTurned]): Filter =>
      isTurned
        ? { type: "compare", operator, left: b, right: a }
        : { type: "compare", operator, left: a, right: b },
    ),
  is(
    fc
      .oneof(
        fc.record({ value: computed, low: number, high: number }),
        fc.record({ value: timed, low: instant, high: instant }),
        fc.record({ value: textual, low: text, high: text }),
      )
      .map((rest): Filter => ({ type: "between", ...rest })),
  ),
  is(
    fc
      .oneof(
        fc.record({ value: computed, options: fc.array(number, { minLength: 1, maxLength: 4 }) }),
        fc.record({ value: timed, options: fc.array(instant, { minLength: 1, maxLength: 4 }) }),
        fc.record({ value: textual, options: fc.array(text, { minLength: 1, maxLength: 4 }) }),
      )
      .map((rest): Filter => ({ type: "in", ...rest })),
  ),
  fc
    .record({
      value: textual,
      pattern,
      ignoreCase: fc.boolean(),
    })
    .map((rest): Filter => ({ type: "like", ...rest })),
  fc
    .oneof(numeric, timed, textual, computed, fc.constant(attribute("the_geom")))
    .map((value): Filter => ({ type: "is-null", value })),
  fc.constantFrom<Filter>(
    { type: "include" },
    { type: "exclude" },
    { type: "exists", attribute: "time" },
    { type: "exists", attribute: "nothing" },
    { type: "ids", ids: ["rain.1", "rain.7", "rain.60", "snow.2", "rain.9999999999999999"] },
    { type: "ids", ids: ["rain.0", "rain.01"] },
  ),
  fc
    .record({
      value: timed,
      relation: fc.constantFrom("before", "after", "during", "before-or-during", "during-or-after"),
      ends: fc.tuple(time, time),
    })
    .map(({ ends, ...rest }): Filter => {
      const [from, to] = [Math.min(...ends), Math.max(...ends)];
      return { type: "temporal", ...rest, time: { from, to } };
    }),
  fc.tuple(timed, time).map(([value, at]): Filter => ({
    type: "temporal",
    relation: "equals",
    value,
    time: { from: at, to: at },
  })),
  fc
    .tuple(
      places,
      fc.constantFrom(
        ...(["bbox", "intersects", "disjoint", "within", "contains"] as const),
        ...(["touches", "overlaps", "crosses", "equals"] as const),
      ),
    )
    .map(([both, relation]): Filter => ({ type: "spatial", relation, ...both })),
  fc
    .tuple(places, fc.constantFrom("T********", "FF*FF****", "*********", "2********", "F***T****"))
    .map(([both, pattern]): Filter => ({ type: "relate", ...both, pattern })),
  fc
    .tuple(places, fc.constantFrom("within", "beyond"), fc.constantFrom(0, 1, 111.2, 500, 3_000))
    .map(([both, relation, distance]): Filter => ({
      type: "distance",
      ...both,
      relation,
      distance,
      unit: "kilometers",
    })),
  fc.tuple(numeric, number).map(([value, than]): Filter => ({
    type: "predicate",
    call: { type: "function", name: "greaterThan", args: [value, than] },
  })),
);

/** A filter; now and then it makes no sense for the schema. */
export const { filter: randomFilter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, depthIdentifier: "condition" },
    leaf,
    fc
      .record({
        type: fc.constantFrom("and", "or"),
        filters: fc.array(tie("filter"), { minLength: 1, maxLength: 4 }),
      })
      .map((rest): Filter => rest),
    tie("filter").map((inner): Filter => ({ type: "not", filter: inner })),
  ),
}));
