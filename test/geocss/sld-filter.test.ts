/** Conditions as OGC filters, written by hand. */
import { expect, test } from "vitest";
import type { Expression, Filter } from "../../src/model/filter.ts";
import { compact, level, rule, sldOf, styling, value } from "../support/styles/sld-stylings.ts";

const a: Expression = { type: "attribute", name: "a" };
const literal = (constant: string | number | boolean): Expression => ({
  type: "literal",
  value: constant,
});
const compare = (operator: "=" | "<>" | "<" | "<=" | ">" | ">=", right: Expression): Filter => ({
  type: "compare",
  operator,
  left: a,
  right,
});

const A = "<ogc:PropertyName>a</ogc:PropertyName>";
const constant = (text: string | number) => `<ogc:Literal>${text}</ogc:Literal>`;
const operation = (name: string, ...inner: readonly string[]) =>
  `<ogc:${name}>${inner.join("")}</ogc:${name}>`;
const isTrue = (inner: string) => operation("PropertyIsEqualTo", inner, constant("true"));

/** What a rule with a condition says of it. */
function written(filter: Filter): string {
  const document = compact(
    sldOf(styling([level([rule({ fill: value.colour("#ff0000") }, { filter })])])),
  );
  return /<ogc:Filter>(.*)<\/ogc:Filter>/s.exec(document)?.[1] ?? "";
}

const line: Expression = {
  type: "geometry",
  geometry: {
    type: "LineString",
    coordinates: [
      [1, 2],
      [3.5, -4],
    ],
  },
  srid: 4326,
};
const ring = [
  [0, 0],
  [9, 0],
  [9, 9],
  [0, 0],
] as const;
const gmlLine =
  '<gml:LineString srsName="http://www.opengis.net/gml/srs/epsg.xml#4326">' +
  "<gml:coordinates>1,2 3.5,-4</gml:coordinates></gml:LineString>";
const noon = Date.UTC(2024, 0, 1, 12);
const night = Date.UTC(2024, 0, 2);
const at = (operator: string, time: string) => operation(operator, A, constant(time));

const rows: readonly (readonly [what: string, filter: Filter, expected: string])[] = [
  ["everything", { type: "include" }, ""],
  ["nothing", { type: "exclude" }, operation("PropertyIsEqualTo", constant(1), constant(0))],
  ["=", compare("=", literal("x < y")), operation("PropertyIsEqualTo", A, constant("x &lt; y"))],
  ["<>", compare("<>", literal("")), operation("PropertyIsNotEqualTo", A, "<ogc:Literal/>")],
  ["<", compare("<", literal(1.5)), operation("PropertyIsLessThan", A, constant(1.5))],
  ["<=", compare("<=", literal(-2)), operation("PropertyIsLessThanOrEqualTo", A, constant(-2))],
  [
    ">",
    compare(">", literal(100_000_000)),
    operation("PropertyIsGreaterThan", A, constant(100000000)),
  ],
  [
    ">=",
    compare(">=", literal(true)),
    operation("PropertyIsGreaterThanOrEqualTo", A, constant("true")),
  ],
  [
    "blanks around a text",
    compare("=", literal(" x")),
    operation("PropertyIsEqualTo", A, constant("<![CDATA[ x]]>")),
  ],
  [
    "and, or, not",
    {
      type: "and",
      filters: [
        { type: "not", filter: compare("=", literal(1)) },
        { type: "or", filters: [compare("<", literal(2)), { type: "is-null", value: a }] },
      ],
    },
    operation(
      "And",
      operation("Not", operation("PropertyIsEqualTo", A, constant(1))),
      operation(
        "Or",
        operation("PropertyIsLessThan", A, constant(2)),
        operation("PropertyIsNull", A),
      ),
    ),
  ],
  [
    "an and of one",
    { type: "and", filters: [compare("=", literal(1))] },
    operation("PropertyIsEqualTo", A, constant(1)),
  ],
  [
    "an or of none",
    { type: "or", filters: [] },
    operation("PropertyIsEqualTo", constant(1), constant(0)),
  ],
  [
    "between",
    { type: "between", value: a, low: literal(1), high: literal(2) },
    operation(
      "PropertyIsBetween",
      A,
      operation("LowerBoundary", constant(1)),
      operation("UpperBoundary", constant(2)),
    ),
  ],
  [
    "like",
    { type: "like", value: a, pattern: "x%_\\%", ignoreCase: false },
    `<ogc:PropertyIsLike wildCard="%" singleChar="_" escape="\\">${A}${constant("x%_\\%")}</ogc:PropertyIsLike>`,
  ],
  [
    "ilike",
    { type: "like", value: a, pattern: "x", ignoreCase: true },
    `<ogc:PropertyIsLike wildCard="%" singleChar="_" escape="\\" matchCase="false">${A}${constant("x")}</ogc:PropertyIsLike>`,
  ],
  [
    "in",
    { type: "in", value: a, options: [literal("x"), literal("y")] },
    operation(
      "Or",
      operation("PropertyIsEqualTo", A, constant("x")),
      operation("PropertyIsEqualTo", A, constant("y")),
    ),
  ],
  [
    "exists",
    { type: "exists", attribute: "a" },
    isTrue(`<ogc:Function name="PropertyExists">${constant("a")}</ogc:Function>`),
  ],
  [
    "ids",
    { type: "ids", ids: ["t.1", "t.2"] },
    '<ogc:FeatureId fid="t.1"/><ogc:FeatureId fid="t.2"/>',
  ],
  [
    "ids in a condition",
    { type: "and", filters: [{ type: "ids", ids: ["t.1"] }, compare("=", literal(1))] },
    operation("And", '<ogc:FeatureId fid="t.1"/>', operation("PropertyIsEqualTo", A, constant(1))),
  ],
  [
    "a predicate",
    { type: "predicate", call: { type: "function", name: "f", args: [a] } },
    isTrue(`<ogc:Function name="f">${A}</ogc:Function>`),
  ],
  [
    "arithmetic",
    compare("=", {
      type: "arithmetic",
      operator: "-",
      left: a,
      right: { type: "arithmetic", operator: "/", left: literal(1), right: literal(3) },
    }),
    operation(
      "PropertyIsEqualTo",
      A,
      operation("Sub", A, operation("Div", constant(1), constant(3))),
    ),
  ],
  [
    "during has open ends",
    { type: "temporal", relation: "during", value: a, time: { from: noon, to: night } },
    operation(
      "And",
      at("PropertyIsGreaterThan", "2024-01-01T12:00:00.000Z"),
      at("PropertyIsLessThan", "2024-01-02T00:00:00.000Z"),
    ),
  ],
  [
    "before or during",
    { type: "temporal", relation: "before-or-during", value: a, time: { from: noon, to: night } },
    operation(
      "Or",
      at("PropertyIsLessThan", "2024-01-01T12:00:00.000Z"),
      operation(
        "And",
        at("PropertyIsGreaterThan", "2024-01-01T12:00:00.000Z"),
        at("PropertyIsLessThan", "2024-01-02T00:00:00.000Z"),
      ),
    ),
  ],
  [
    "after",
    { type: "temporal", relation: "after", value: a, time: { from: noon, to: night } },
    at("PropertyIsGreaterThan", "2024-01-02T00:00:00.000Z"),
  ],
  [
    "intersects",
    { type: "spatial", relation: "intersects", left: a, right: line },
    operation("Intersects", A, gmlLine),
  ],
  [
    "bbox",
    {
      type: "spatial",
      relation: "bbox",
      left: a,
      right: {
        type: "geometry",
        geometry: { type: "Polygon", coordinates: [ring] },
        srid: undefined,
      },
    },
    operation("BBOX", A, "<gml:Box><gml:coordinates>0,0 9,9</gml:coordinates></gml:Box>"),
  ],
  [
    "within a distance",
    { type: "distance", relation: "within", left: a, right: line, distance: 10, unit: "meters" },
    operation("DWithin", A, gmlLine, '<ogc:Distance units="meters">10</ogc:Distance>'),
  ],
  [
    "relate",
    { type: "relate", left: a, right: line, pattern: "T*F**F***" },
    isTrue(
      `<ogc:Function name="relatePattern">${A}${gmlLine}${constant("T*F**F***")}</ogc:Function>`,
    ),
  ],
];

test.for(rows)("%s", ([, filter, expected]) => {
  expect(written(filter)).toBe(expected);
});

const coordinates = (text: string) => `<gml:coordinates>${text}</gml:coordinates>`;
const linear = `<gml:LinearRing>${coordinates("0,0 9,0 9,9 0,0")}</gml:LinearRing>`;
const polygon = `<gml:Polygon><gml:outerBoundaryIs>${linear}</gml:outerBoundaryIs></gml:Polygon>`;

test.for([
  [{ type: "Point", coordinates: [1, 2] }, `<gml:Point>${coordinates("1,2")}</gml:Point>`],
  [
    { type: "MultiPoint", coordinates: [[1, 2]] },
    `<gml:MultiPoint><gml:pointMember><gml:Point>${coordinates("1,2")}</gml:Point></gml:pointMember></gml:MultiPoint>`,
  ],
  [
    { type: "Polygon", coordinates: [ring, ring] },
    `<gml:Polygon><gml:outerBoundaryIs>${linear}</gml:outerBoundaryIs><gml:innerBoundaryIs>${linear}</gml:innerBoundaryIs></gml:Polygon>`,
  ],
  [
    { type: "MultiPolygon", coordinates: [[ring]] },
    `<gml:MultiPolygon><gml:polygonMember>${polygon}</gml:polygonMember></gml:MultiPolygon>`,
  ],
  [
    { type: "GeometryCollection", geometries: [{ type: "Polygon", coordinates: [ring] }] },
    `<gml:MultiGeometry><gml:geometryMember>${polygon}</gml:geometryMember></gml:MultiGeometry>`,
  ],
] as const)("a geometry: %o", ([geometry, expected]) => {
  const right: Expression = { type: "geometry", geometry, srid: undefined };
  expect(written({ type: "spatial", relation: "within", left: a, right })).toBe(
    operation("Within", A, expected),
  );
});
