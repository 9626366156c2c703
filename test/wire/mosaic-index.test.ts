/** The index schema of a coverage against goldens written by hand, and what is read of one. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AttributeType, IndexAttribute } from "../../src/model/granule.ts";
import { granules as limits } from "../../src/model/limits.ts";
import type { DocumentFormat, Rendering } from "../../src/wire/document.ts";
import { parseIndexSchema, renderIndexSchema } from "../../src/wire/mosaic-index.ts";
import { compactGolden, golden } from "../support/estates/goldens.ts";

const xml: Rendering = { format: "xml", base: "http://maps.example.org/rest", lists: "published" };
const place = { workspace: "hydro", store: "rain", coverage: "sea ice" };
const types: readonly AttributeType[] = [
  ...(["string", "integer", "long", "double", "float", "boolean", "uuid", "timestamp"] as const),
  "geometry",
];
const forms: readonly DocumentFormat[] = ["xml", "json"];

const attributes: readonly IndexAttribute[] = [
  { name: "the_geom", type: "geometry" },
  { name: "location", type: "string" },
  { name: "imageindex", type: "integer" },
  { name: "time", type: "timestamp" },
  { name: "elevation", type: "double" },
  { name: "fileDate", type: "timestamp" },
  { name: "updated", type: "timestamp" },
];

test("is rendered in both forms (interface 2.5)", () => {
  expect(renderIndexSchema({ attributes }, place, xml)).toEqual({
    contentType: "application/xml",
    text: compactGolden("index-schema.xml"),
  });
  expect(renderIndexSchema({ attributes }, place, { ...xml, format: "json" })).toEqual({
    contentType: "application/json",
    text: golden("index-schema.json"),
  });
});

test.for(forms)("is read from %s", (format) => {
  expect(parseIndexSchema(golden(`index-schema.${format}`), format)).toEqual(attributes);
});

test.for(forms)("what is rendered as %s is read as it was", (format) => {
  const attribute = fc.record({
    name: fc.string({ unit: "grapheme", minLength: 1 }).map((name) => `a${name}b`),
    type: fc.constantFrom(...types),
  });
  const schema = fc.uniqueArray(attribute, { selector: ({ name }) => name, maxLength: 6 });
  fc.assert(
    fc.property(schema, (columns) => {
      const { text } = renderIndexSchema({ attributes: columns }, place, { ...xml, format });
      expect(parseIndexSchema(text, format)).toEqual(columns);
    }),
    { seed: 20_261_121, numRuns: 200 },
  );
});

test.for([
  ["org.locationtech.jts.geom.MultiPolygon", "geometry"],
  ["com.vividsolutions.jts.geom.Polygon", "geometry"],
  ["java.util.Date", "timestamp"],
  ["java.lang.Short", "integer"],
  ["java.math.BigDecimal", "double"],
  ["com.example.Whatever", "string"],
  ["constructor", "string"],
] as const)("%s of other servers is %s", ([binding, type]) => {
  const text = `<Schema><attributes><Attribute><name>a</name><binding>${binding}</binding></Attribute></attributes></Schema>`;
  expect(parseIndexSchema(text, "xml")).toEqual([{ name: "a", type }]);
});

describe("what is no index schema is refused", () => {
  const attribute = (name: string) => ({ name, binding: "java.lang.String" });
  const schema = (list: readonly unknown[]) =>
    JSON.stringify({ Schema: { attributes: { Attribute: list } } });
  test.for([
    ["xml", "<Other/>", "malformed"],
    ["xml", "<Schema", "malformed"],
    ["xml", '<!DOCTYPE a [<!ENTITY b "c">]><Schema/>', "malformed"],
    ["json", "{}", "malformed"],
    ["json", "[", "malformed"],
    ["json", schema([{ name: "a" }]), "malformed"],
    ["json", schema([{ name: "", binding: "java.lang.String" }]), "malformed"],
    ["json", schema([7]), "malformed"],
    ["json", schema([attribute("a"), attribute("a")]), "meaningless"],
    [
      "json",
      schema(Array.from({ length: limits.attributes + 1 }, (_, index) => attribute(`a${index}`))),
      "too-large",
    ],
  ] as const)("%s %s", ([format, text, fault]) => {
    expect(() => parseIndexSchema(text, format)).toThrow(
      expect.objectContaining({ name: "WireError", code: fault }),
    );
  });

  test("an index without attributes is one", () => {
    const none = renderIndexSchema({ attributes: [] }, place, xml).text;
    expect(parseIndexSchema(none, "xml")).toEqual([]);
    expect(parseIndexSchema('{"Schema":{"attributes":""}}', "json")).toEqual([]);
  });
});
