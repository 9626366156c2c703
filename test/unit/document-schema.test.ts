/** What a sample of documents says about a type: paths, kinds, geometries. */
import { readFileSync } from "node:fs";
import { BSON } from "mongodb";
import { expect, test } from "vitest";
import { documentDatabase as limits } from "../../src/model/limits.ts";
import {
  emptyShape,
  inferSchema,
  observeDocument,
  type DocumentSchema,
} from "../../src/model/document-schema.ts";
import { fieldsOf } from "../../src/server/docdb/document.ts";
import { describeSamples, sample } from "../support/run/samples.ts";

/** Documents as they come from a server: through bytes, without promoted values. */
function infer(
  documents: readonly object[],
  options: { named?: readonly object[]; geometryIndexes?: readonly string[] } = {},
): DocumentSchema | undefined {
  const shapeOf = (all: readonly object[]) => {
    const shape = emptyShape();
    for (const one of all) {
      const bytes = BSON.serialize(one, { ignoreUndefined: false });
      const read = { promoteValues: false, promoteBuffers: false, bsonRegExp: true };
      observeDocument(shape, fieldsOf(BSON.deserialize(bytes, read)));
    }
    return shape;
  };
  const { named = [], geometryIndexes = [] } = options;
  const evidence = { named: shapeOf(named), others: shapeOf(documents) };
  return inferSchema({ collection: "c", geometryIndexes, ...evidence });
}

function kinds(schema: DocumentSchema | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(
    (schema?.attributeDescriptors ?? []).map(({ localName, type }) => [localName, type.binding]),
  );
}

test("every kind of value has its Java class", () => {
  const document = {
    text: "t",
    yes: true,
    int: new BSON.Int32(1),
    long: BSON.Long.fromString("9007199254740993"),
    double: new BSON.Double(1),
    decimal: BSON.Decimal128.fromString("1.10"),
    date: new Date(0),
    id: new BSON.ObjectId("58e5889ce4b02461ad5af080"),
    bytes: new BSON.Binary(Buffer.from("x")),
    uuid: new BSON.UUID(),
    oldUuid: new BSON.Binary(Buffer.alloc(16), 3),
    pattern: /a/i,
    code: new BSON.Code("f()"),
    symbol: new BSON.BSONSymbol("s"),
    time: new BSON.Timestamp({ t: 1, i: 1 }),
    min: new BSON.MinKey(),
    max: new BSON.MaxKey(),
  };
  expect(kinds(infer([document]))).toEqual({
    text: "java.lang.String",
    yes: "java.lang.Boolean",
    int: "java.lang.Integer",
    long: "java.lang.Long",
    double: "java.lang.Double",
    decimal: "org.bson.types.Decimal128",
    date: "java.util.Date",
    id: "org.bson.types.ObjectId",
    bytes: "org.bson.types.Binary",
    uuid: "java.util.UUID",
    oldUuid: "java.util.UUID",
    pattern: "java.util.regex.Pattern",
    code: "org.bson.types.Code",
    symbol: "org.bson.types.Symbol",
    time: "org.bson.types.BSONTimestamp",
    min: "org.bson.types.MinKey",
    max: "org.bson.types.MaxKey",
  });
});

test("a sensor: nested objects, lists of objects in lists, nulls, an index on the place", () => {
  const sensor = {
    _id: new BSON.ObjectId(),
    owner: { mail: "a@example.org", phone: null },
    place: { type: "Point", coordinates: [7.1, 43.5] },
    series: [
      { unit: "c", values: [{ at: new BSON.Int32(1), value: new BSON.Double(20.5) }] },
      { unit: "m", values: [{ at: BSON.Long.fromNumber(2 ** 40), flag: "late" }] },
    ],
    tags: ["x", "y"],
    empty: [],
    nothing: {},
  };
  const schema = infer([sensor], { geometryIndexes: ["place"] });
  expect(schema?.geometryDescriptor?.localName).toBe("place");
  expect(kinds(schema)).toEqual({
    place: "org.locationtech.jts.geom.Geometry",
    _id: "org.bson.types.ObjectId",
    "owner.mail": "java.lang.String",
    "series.unit": "java.lang.String",
    "series.values.at": "java.lang.Long",
    "series.values.flag": "java.lang.String",
    "series.values.value": "java.lang.Double",
    tags: "java.lang.String",
  });
  expect(schema?.attributeDescriptors.map(({ maxOccurs }) => maxOccurs)).toEqual([
    undefined,
    ...Array.from({ length: 7 }, () => 1),
  ]);
});

test.for([
  ["numbers widen", [new BSON.Int32(1), BSON.Long.fromNumber(2)], "java.lang.Long"],
  ["numbers widen in any order", [new BSON.Double(1), new BSON.Int32(2)], "java.lang.Double"],
  [
    "exact numbers are the widest",
    [BSON.Decimal128.fromString("1"), new BSON.Double(2)],
    "org.bson.types.Decimal128",
  ],
  ["a number and a text are text", [new BSON.Int32(1), "one"], "java.lang.String"],
  ["a date and a number are text", [new Date(0), new BSON.Int32(1)], "java.lang.String"],
  ["null says nothing", [null, new BSON.Int32(1), null], "java.lang.Integer"],
] as const)("%s", ([, values, binding]) => {
  expect(kinds(infer(values.map((v) => ({ v }))))).toEqual({ v: binding });
});

test("a path may be a value in one document and an object in another", () => {
  expect(kinds(infer([{ a: "x" }, { a: { b: true } }]))).toEqual({
    a: "java.lang.String",
    "a.b": "java.lang.Boolean",
  });
});

test("documents named by id win over the others", () => {
  const schema = infer([{ a: "x", b: "y" }], { named: [{ a: new BSON.Int32(1) }] });
  expect(kinds(schema)).toEqual({ a: "java.lang.Integer", b: "java.lang.String" });
});

test("without an index, the first object that looks like GeoJSON is the geometry", () => {
  const shape = { type: "Polygon", coordinates: [[[0, 0]]] };
  const schema = infer([
    { kind: { type: "Polygon" }, area: { shape }, point: { type: "Point", coordinates: [1, 2] } },
  ]);
  expect(schema?.geometryDescriptor?.localName).toBe("area.shape");
  expect(Object.keys(kinds(schema))).toEqual([
    "area.shape",
    "kind.type",
    "point.coordinates",
    "point.type",
  ]);
});

test("a list of geometries is none, and neither is an object of another type", () => {
  const point = { type: "Point", coordinates: [1, 2] };
  expect(
    infer([{ stops: [point], c: { type: "Circle", coordinates: [1] } }])?.geometryDescriptor,
  ).toBeUndefined();
  const collection = { type: "GeometryCollection", geometries: [point] };
  expect(infer([{ all: collection }])?.geometryDescriptor?.localName).toBe("all");
});

test("only what lies inside of a geometry is left out, and no neighbour of its name", () => {
  const document = { geo: { type: "Point", coordinates: [1, 2], note: "n" }, geometry: "text" };
  expect(Object.keys(kinds(infer([document], { geometryIndexes: ["geo"] })))).toEqual([
    "geo",
    "geometry",
  ]);
});

test("fields of any name are paths like others", () => {
  const document = JSON.parse('{"__proto__":"a","constructor":{"x":1},"1":true}') as object;
  expect(Object.keys(kinds(infer([document]))).toSorted()).toEqual(
    ["1", "__proto__", "constructor.x"].toSorted(),
  );
});

test("nothing seen, no schema", () => {
  expect(infer([])).toBeUndefined();
  expect(infer([{}, { a: null }])).toBeUndefined();
  expect(infer([], { geometryIndexes: ["g"] })?.attributeDescriptors).toHaveLength(1);
});

test("more paths than the bound, or deeper ones, are reported", () => {
  const wide = emptyShape();
  const member = (n: number) => [`a${n}`, { type: "scalar", scalar: "string" }] as const;
  observeDocument(
    wide,
    Array.from({ length: limits.attributes }, (_unused, n) => member(n)),
  );
  expect(wide.overflow).toBe(false);
  observeDocument(wide, [member(limits.attributes)]);
  expect(wide.overflow).toBe(true);
  const nested = (depth: number): object => (depth === 0 ? { a: 1 } : { a: nested(depth - 1) });
  const at = (depth: number) => {
    const shape = emptyShape();
    observeDocument(shape, fieldsOf(nested(depth)));
    return shape.overflow;
  };
  expect([at(limits.depth - 1), at(limits.depth)]).toEqual([false, true]);
});

describeSamples("a persisted schema of the field", () => {
  test("every attribute of it is inferred from its documents, to the letter", () => {
    const read = (path: string) => readFileSync(sample(`appschema/${path}`), "utf8");
    const kept = JSON.parse(
      read("gt-mongo-persisted-schema/stations-schema.json"),
    ) as DocumentSchema;
    // Its numbers were stored from a shell, which knows doubles only.
    const doubles = (_key: string, value: unknown) =>
      typeof value === "number" ? { $numberDouble: String(value) } : value;
    const documents = [1, 2].map((n) => {
      const text = read(`gs-mongo-stations/data/stations${n}.json`);
      return BSON.EJSON.parse(JSON.stringify(JSON.parse(text, doubles)), {
        relaxed: false,
      }) as object;
    });
    const schema = infer(documents, { geometryIndexes: ["geometry"] });
    const own = schema?.attributeDescriptors ?? [];
    expect({ ...schema, typeName: "", userData: "", attributeDescriptors: [] }).toEqual({
      ...kept,
      typeName: "",
      userData: "",
      attributeDescriptors: [],
    });
    expect(own).toEqual(expect.arrayContaining([...kept.attributeDescriptors]));
  });
});
