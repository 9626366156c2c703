/** Random filters: printed and read back, torn apart, and judged by three values. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FilterError, type Expression, type Filter } from "../../src/model/filter.ts";
import type { Coordinate, Geometry } from "../../src/model/geometry.ts";
import { matcher } from "../../src/server/filters/evaluate.ts";
import { likeMatcher } from "../../src/model/like.ts";
import { compareTexts } from "../../src/server/filters/values.ts";
import { parseFilter } from "../../src/wire/filter.ts";
import { scale } from "../support/run/scale.ts";
import { granules, schema } from "./fixture.ts";
import { printFilter } from "./print.ts";

const runs = (test: number) => ({ numRuns: scale({ test, proof: 20 * test }), seed: 20_241 });

const name = fc.oneof(
  fc.constantFrom("time", "location", "in", "quality class", "ns:a", "a.b", "ä ö", "NOT"),
  fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !/["\0]/.test(text)),
);
const text = fc.string({ unit: "grapheme", maxLength: 12 }).filter((one) => !one.includes("\0"));
const number = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map((value) => (Object.is(value, -0) ? 0 : value));
const instant = fc.integer({ min: Date.UTC(1, 0), max: Date.UTC(9_998, 0) });
const coordinate = fc.tuple(number, number).map(([x, y]): Coordinate => [x, y]);
const line = fc.array(coordinate, { minLength: 2, maxLength: 4 });
const ring = fc
  .array(coordinate, { minLength: 3, maxLength: 5 })
  .map((points) => [...points, ...points.slice(0, 1)]);
const polygon = fc.array(ring, { minLength: 1, maxLength: 2 });
const few = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 3 });

const simple: fc.Arbitrary<Geometry> = fc.oneof(
  coordinate.map((coordinates): Geometry => ({ type: "Point", coordinates })),
  few(coordinate).map((coordinates): Geometry => ({ type: "MultiPoint", coordinates })),
  line.map((coordinates): Geometry => ({ type: "LineString", coordinates })),
  few(line).map((coordinates): Geometry => ({ type: "MultiLineString", coordinates })),
  polygon.map((coordinates): Geometry => ({ type: "Polygon", coordinates })),
  few(polygon).map((coordinates): Geometry => ({ type: "MultiPolygon", coordinates })),
);
const geometry = fc.oneof(
  { weight: 5, arbitrary: simple },
  few(simple).map((geometries): Geometry => ({ type: "GeometryCollection", geometries })),
);

const attribute = name.map((one): Expression => ({ type: "attribute", name: one }));
const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3, depthIdentifier: "value" },
    attribute,
    fc.oneof(text, number, fc.boolean()).map((value): Expression => ({ type: "literal", value })),
    instant.map((at): Expression => ({ type: "instant", at })),
    fc
      .record({
        geometry,
        srid: fc.option(fc.integer({ min: 1, max: 99_999 }), { nil: undefined }),
      })
      .map((one): Expression => ({ type: "geometry", ...one })),
    fc
      .record({
        name: fc.constantFrom("strLength", "f", "_x1", "pointy", "andy"),
        args: fc.array(tie("expression"), { maxLength: 3 }),
      })
      .map((call): Expression => ({ type: "function", ...call })),
    fc
      .record({
        operator: fc.constantFrom("+", "-", "*", "/"),
        left: tie("expression"),
        right: tie("expression"),
      })
      .map((sum): Expression => ({ type: "arithmetic", ...sum })),
  ),
}));

const pair = { left: expression, right: expression };
const one = (filters: fc.Arbitrary<Filter>) => filters;
const leaf: fc.Arbitrary<Filter> = fc.oneof(
  one(fc.constantFrom<Filter>({ type: "include" }, { type: "exclude" })),
  fc
    .record({ ...pair, operator: fc.constantFrom("=", "<>", "<", "<=", ">", ">=") })
    .map((rest): Filter => ({ type: "compare", ...rest })),
  fc
    .record({ value: expression, low: expression, high: expression })
    .map((rest): Filter => ({ type: "between", ...rest })),
  fc
    .record({
      value: expression,
      pattern: text.filter((pattern) => !pattern.endsWith("\\")),
      ignoreCase: fc.boolean(),
    })
    .map((rest): Filter => ({ type: "like", ...rest })),
  fc
    // Where IN follows the name id, ids are meant; the printer quotes all names.
    .record({ value: expression, options: few(expression) })
    .map((rest): Filter => ({ type: "in", ...rest })),
  expression.map((value): Filter => ({ type: "is-null", value })),
  name.map((one): Filter => ({ type: "exists", attribute: one })),
  few(text).map((ids): Filter => ({ type: "ids", ids })),
  fc
    .record({
      value: expression,
      relation: fc.constantFrom("before", "after", "during", "before-or-during", "during-or-after"),
      ends: fc.tuple(instant, instant),
    })
    .map(({ ends, ...rest }): Filter => {
      const [from, to] = [Math.min(...ends), Math.max(...ends)];
      return { type: "temporal", ...rest, time: { from, to } };
    }),
  fc.record({ value: expression, at: instant }).map(({ value, at }): Filter => {
    return { type: "temporal", relation: "equals", value, time: { from: at, to: at } };
  }),
  fc
    .record({
      ...pair,
      relation: fc.constantFrom(
        ...(["equals", "disjoint", "intersects", "touches", "crosses"] as const),
        ...(["within", "contains", "overlaps"] as const),
      ),
    })
    .map((rest): Filter => ({ type: "spatial", ...rest })),
  fc
    .record({
      ...pair,
      pattern: fc.string({
        unit: fc.constantFrom("0", "1", "2", "T", "F", "*"),
        minLength: 9,
        maxLength: 9,
      }),
    })
    .map((rest): Filter => ({ type: "relate", ...rest })),
  fc
    .record({
      ...pair,
      relation: fc.constantFrom("within", "beyond"),
      distance: number.map(Math.abs),
      unit: fc.constantFrom("feet", "meters", "statute miles", "nautical miles", "kilometers"),
    })
    .map((rest): Filter => ({ type: "distance", ...rest })),
  few(expression).map((args): Filter => ({
    type: "predicate",
    call: { type: "function", name: "f", args },
  })),
);

const { filter } = fc.letrec<{ filter: Filter }>((tie) => {
  const several = fc.array(tie("filter"), { minLength: 2, maxLength: 3 });
  return {
    filter: fc.oneof(
      { maxDepth: 3, depthIdentifier: "condition" },
      leaf,
      fc
        .record({ type: fc.constantFrom("and", "or"), filters: several })
        .map((rest): Filter => rest),
      tie("filter").map((inner): Filter => ({ type: "not", filter: inner })),
    ),
  };
});

/** What comes of a text: "taken", or why it is refused. Anything but a FilterError is thrown. */
function outcomeOf(source: string): string {
  try {
    const matches = matcher(parseFilter(source), schema);
    for (const granule of granules) matches(granule);
    return "taken";
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    return error.kind;
  }
}

describe("parsing", () => {
  test("gives back the tree that was printed", () => {
    fc.assert(
      fc.property(filter, (tree) => {
        const source = printFilter(tree);
        fc.pre(source.length < 2_500);
        expect(parseFilter(source)).toEqual(tree);
      }),
      runs(600),
    );
  });

  test("reads nothing as a filter that has more after it", () => {
    fc.assert(
      fc.property(leaf, fc.nat(), (tree, at) => {
        const source = printFilter(tree);
        fc.pre(source.length < 2_500);
        const cut = source.slice(0, at % source.length);
        // Were a beginning ever taken for the whole, a sign that is none would go unseen.
        expect(outcomeOf(`${cut} ?`)).not.toBe("taken");
        expect(outcomeOf(`${cut}\n;`)).not.toBe("taken");
      }),
      runs(300),
    );
  });
});

describe("whatever the text", () => {
  const words = fc.constantFrom(
    ..."a AND OR NOT ( ) [ ] = <> < , ; . : ' '' \" 'x' 1 -1 1e9 / * + - % _ \\ | & ! && ||".split(
      " ",
    ),
    ..."LIKE ILIKE BETWEEN IN IS NULL EXISTS DOES-NOT-EXIST BEFORE AFTER DURING TEQUALS".split(" "),
    ..."INCLUDE EXCLUDE TRUE time location the_geom ID P1M 2024-01-01 T00:00:00Z Z".split(" "),
    ..."INTERSECTS BBOX RELATE DWITHIN POINT POLYGON (( )) EMPTY ENVELOPE SRID meters".split(" "),
    ..."strLength dateParse isNull T******** 2024-01-01T00:00:00Z 'EPSG:4326'".split(" "),
  );
  const soup = fc
    .array(fc.tuple(words, fc.constantFrom("", " ", "\n")), { maxLength: 30 })
    .map((parts) => parts.flat().join(""));
  const torn = fc
    .record({ tree: filter, at: fc.nat(), length: fc.nat({ max: 5 }), put: words })
    .map(({ tree, at, length, put }) => {
      const source = printFilter(tree);
      const from = at % (source.length + 1);
      return source.slice(0, from) + put + source.slice(from + length);
    });

  test.for([
    ["random texts", fc.string({ unit: "binary", maxLength: 100 })],
    ["words of the language in any order", soup],
    ["filters with a hole", torn],
  ] as const)("only FilterError comes of %s", ([, source]) => {
    fc.assert(
      fc.property(source, (one) => {
        expect(["taken", "syntax", "bound", "meaning"]).toContain(outcomeOf(one));
      }),
      runs(600),
    );
  });
});

describe("three values", () => {
  const known = fc.constantFrom(
    "imageindex = 0",
    "elevation > 0",
    "flag = true",
    "code < 5",
    "elevation IS NULL",
    "location LIKE '%.tif'",
    "time AFTER 2024-01-15T00:00:00Z",
    "elevation IN (7, imageindex)",
    "1 / imageindex > 0",
    "strStartsWith(location, 'a')",
    "IN ('rain.9')",
  );
  const matching = (source: string) => {
    const matches = matcher(parseFilter(source), schema);
    return granules.map((granule) => matches(granule));
  };

  test("nothing matches a condition and its negation", () => {
    fc.assert(
      fc.property(known, known, (a, b) => {
        const [both, neither] = [
          matching(`(${a}) AND (${b})`),
          matching(`NOT ((${a}) AND (${b}))`),
        ];
        expect(both.some((value, index) => value && neither[index])).toBe(false);
        expect(matching(`NOT (NOT (${a}))`)).toEqual(matching(a));
      }),
      runs(200),
    );
  });

  test("the laws of De Morgan hold", () => {
    fc.assert(
      fc.property(known, known, (a, b) => {
        const left = matching(`NOT ((${a}) AND (${b}))`);
        expect(left).toEqual(matching(`(NOT (${a})) OR (NOT (${b}))`));
        const right = matching(`NOT ((${a}) OR (${b}))`);
        expect(right).toEqual(matching(`(NOT (${a})) AND (NOT (${b}))`));
      }),
      runs(200),
    );
  });
});

describe("texts", () => {
  const short = fc.string({ unit: fc.constantFrom("a", "b", "%", "_", "\\"), maxLength: 8 });

  /** The definition, tried in every way there is. */
  function covers(pattern: string, value: string): boolean {
    const [first = "", rest] = [pattern[0], pattern.slice(1)];
    if (first === "") return value === "";
    if (first === "%")
      return covers(rest, value) || (value !== "" && covers(pattern, value.slice(1)));
    if (first === "\\")
      return (
        value.startsWith(rest.charAt(0)) && value !== "" && covers(rest.slice(1), value.slice(1))
      );
    return value !== "" && (first === "_" || first === value[0]) && covers(rest, value.slice(1));
  }

  test("are covered by patterns as the definition says", () => {
    fc.assert(
      fc.property(short, short, (pattern, value) => {
        fc.pre(/(?<!\\)(?:\\\\)*$/.test(pattern));
        expect(likeMatcher(pattern, { ignoreCase: false })(value)).toBe(covers(pattern, value));
      }),
      runs(1_500),
    );
  });

  test("are in the order of their UTF-8 bytes", () => {
    const any = fc.string({
      unit: fc.constantFrom("a", "ß", "\uff5e", "\ue000", "\u{1f600}"),
      maxLength: 4,
    });
    fc.assert(
      fc.property(any, any, (a, b) => {
        const order = Buffer.compare(Buffer.from(a), Buffer.from(b));
        expect(Math.sign(compareTexts(a, b))).toBe(order);
      }),
      runs(300),
    );
  });
});
