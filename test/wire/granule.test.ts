/** Granules as GML 2 and as GeoJSON: goldens written by hand, evil names and values, properties. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Footprint, Ring } from "../../src/model/geometry.ts";
import {
  granuleId,
  type AttributeType,
  type Granule,
  type GranuleValue,
  type IndexSchema,
} from "../../src/model/granule.ts";
import { granules as limits } from "../../src/model/limits.ts";
import type { DocumentFormat } from "../../src/wire/document.ts";
import { boundsOf, granuleChunks, renderGranules } from "../../src/wire/granule.ts";
import { parseGranules } from "../../src/wire/granule-reading.ts";
import { compactGolden, golden } from "../support/estates/goldens.ts";

const rain: IndexSchema = {
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
    { name: "fileDate", type: "timestamp" },
    { name: "updated", type: "timestamp" },
  ],
};

const rainGranules: readonly Granule[] = [
  {
    id: 7,
    footprint: {
      type: "Polygon",
      coordinates: [
        [
          [-10.5, 40],
          [10, 40],
          [10, 60.25],
          [-10.5, 60.25],
          [-10.5, 40],
        ],
        [
          [0, 45],
          [1, 45],
          [1, 46],
          [0, 45],
        ],
      ],
    },
    values: {
      location: "north & south/rain_20240101.nc",
      imageindex: 0,
      time: Date.UTC(2024, 0, 1),
      elevation: 10,
      fileDate: Date.UTC(2024, 0, 2, 3, 4, 5),
      updated: Date.UTC(2024, 0, 2, 3, 4, 5, 678),
    },
  },
  {
    id: 12,
    footprint: {
      type: "MultiPolygon",
      coordinates: [
        [
          [
            [20, 50],
            [25, 50],
            [25, 55],
            [20, 50],
          ],
        ],
        [
          [
            [28, 50],
            [30, 50],
            [30, 55],
            [28, 50],
          ],
        ],
      ],
    },
    values: {
      location: "rain_20240102.nc",
      imageindex: 1,
      time: null,
      elevation: 0.125,
      fileDate: null,
      updated: null,
    },
  },
];

const odd: IndexSchema = {
  typeName: "2020",
  geometry: "footprint",
  location: "location",
  crs: "+proj=utm +zone=33",
  attributes: [
    { name: "footprint", type: "geometry" },
    { name: "location", type: "string" },
    { name: "run no", type: "long" },
    { name: "cloud", type: "float" },
    { name: "level", type: "double" },
    { name: "final", type: "boolean" },
    { name: "source", type: "uuid" },
    { name: "note", type: "string" },
  ],
};

const oddGranules: readonly Granule[] = [
  {
    id: 1,
    footprint: {
      type: "Polygon",
      coordinates: [
        [
          [500_000, 4_649_776.5],
          [500_064, 4_649_776.5],
          [500_064, 4_649_840],
          [500_000, 4_649_776.5],
        ],
      ],
    },
    values: {
      location: "a<b>\"c'.tif",
      "run no": 12_345_678_901,
      cloud: 0.5,
      level: 3,
      final: true,
      source: "7f9c24e8-3b12-4fef-91e0-56a2d5a8a1b2",
      note: "",
    },
  },
];

const forms: readonly DocumentFormat[] = ["xml", "json"];
const collections = [
  ["granules", { schema: rain, coverage: "rain", granules: rainGranules }],
  ["granules-types", { schema: odd, coverage: "2020 m²", granules: oddGranules }],
] as const;

describe.for(collections)("%s (interface 2.6)", ([name, collection]) => {
  test("is rendered in both forms", () => {
    expect(renderGranules(collection, "xml")).toEqual({
      contentType: "application/xml",
      text: compactGolden(`${name}.xml`),
    });
    expect(renderGranules(collection, "json")).toEqual({
      contentType: "application/json",
      text: golden(`${name}.json`),
    });
  });

  test.for(forms)("is read from %s", (format) => {
    const read = parseGranules(golden(`${name}.${format}`), format, collection.schema.attributes);
    expect(read).toEqual(expected(collection));
  });
});

/** What a reader finds of a collection. */
function expected(collection: { schema: IndexSchema; granules: readonly Granule[] }) {
  return collection.granules.map((granule) => {
    const { footprint, values } = granule;
    return { id: granuleId(collection.schema, granule), footprint, values };
  });
}

test("a collection without granules", () => {
  const none = { schema: rain, coverage: "rain", granules: [] };
  expect(renderGranules(none, "xml").text).toBe(compactGolden("granules-empty.xml"));
  expect(renderGranules(none, "json").text).toBe('{"type":"FeatureCollection","features":[]}');
  for (const format of forms)
    expect(parseGranules(renderGranules(none, format).text, format, rain.attributes)).toEqual([]);
});

describe("what stock servers answer", () => {
  const attributes = [
    { name: "the_geom", type: "geometry" },
    { name: "location", type: "string" },
    { name: "ingestion", type: "timestamp" },
    { name: "missing", type: "double" },
  ] as const;
  test.for(forms)("is read from %s", (format) => {
    expect(parseGranules(golden(`granules-stock.${format}`), format, attributes)).toEqual([
      {
        id: format === "xml" ? "rain.1" : "view.rain.1",
        footprint: {
          type: "Polygon",
          coordinates: [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 0],
            ],
          ],
        },
        values: {
          location: "rain_20240101.tif",
          ingestion: Date.UTC(2008, 9, 31),
          missing: null,
        },
      },
    ]);
  });

  test("a granule without a footprint", () => {
    const feature = { type: "Feature", properties: {}, geometry: null, id: "a.1" };
    const text = JSON.stringify({ type: "FeatureCollection", features: [feature] });
    expect(parseGranules(text, "json", [])).toEqual([{ id: "a.1", footprint: null, values: {} }]);
  });
});

const coordinate = fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0);
const ring: fc.Arbitrary<Ring> = fc.array(fc.tuple(coordinate, coordinate), {
  minLength: 1,
  maxLength: 5,
});
const rings = fc.array(ring, { maxLength: 3 });
const footprint: fc.Arbitrary<Footprint> = fc.oneof(
  rings.map((coordinates) => ({ type: "Polygon" as const, coordinates })),
  fc
    .array(rings, { maxLength: 3 })
    .map((coordinates) => ({ type: "MultiPolygon" as const, coordinates })),
);

/** Texts that an XML document can hold. */
const text = fc
  .string({ unit: "binary", maxLength: 12 })
  .map((any) => any.replaceAll(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "?"));

const values: Readonly<Record<Exclude<AttributeType, "geometry">, fc.Arbitrary<GranuleValue>>> = {
  string: fc.oneof(text, fc.constantFrom("", " a\r\n\t ", "]]>", "&amp;", "<a/>", "null", "ß€😀")),
  uuid: fc.uuid(),
  integer: fc.integer(),
  long: fc.maxSafeInteger(),
  double: coordinate,
  float: coordinate,
  boolean: fc.boolean(),
  timestamp: fc.date({ noInvalidDate: true }).map((date) => date.getTime()),
};
const scalarTypes = [
  ...(["string", "uuid", "integer", "long", "double", "float", "boolean", "timestamp"] as const),
];

/** Names of attributes and coverages, with those that look like escapes. */
const name = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 8 }),
  fc
    .array(fc.constantFrom("_", "x", "0041", "_x0041", "_x0041_", " ", "2", "é", ":", "$", "@"), {
      minLength: 1,
      maxLength: 6,
    })
    .map((parts) => parts.join("")),
  fc.constantFrom("__proto__", "constructor", "toString", "10", "2", "boundedBy"),
);

const collection = fc
  .uniqueArray(fc.record({ name, type: fc.constantFrom(...scalarTypes) }), {
    selector: (column) => column.name,
    maxLength: 6,
  })
  .chain((columns) => {
    const row = fc
      .tuple(...columns.map(({ type }) => fc.option(values[type])))
      .map((cells) => Object.fromEntries(columns.map((one, at) => [one.name, cells[at] ?? null])));
    const granule = fc.record({ id: fc.integer({ min: 1 }), footprint, values: row });
    return fc.record({
      coverage: name,
      granules: fc.array(granule, { maxLength: 4 }),
      schema: fc.constant({
        typeName: "rain",
        geometry: "the_geom",
        location: "location",
        crs: "EPSG:4326",
        attributes: [
          ...columns.slice(0, 2),
          { name: "the_geom", type: "geometry" as const },
          ...columns.slice(2),
        ],
      }),
    });
  });

test.for(forms)("what is rendered as %s is read as it was", (format) => {
  fc.assert(
    fc.property(collection, (any) => {
      const rendered = renderGranules(any, format).text;
      expect(parseGranules(rendered, format, any.schema.attributes)).toEqual(expected(any));
    }),
    { seed: 20_261_121, numRuns: 500 },
  );
});

describe("evil values", () => {
  const schema: IndexSchema = {
    ...rain,
    attributes: [
      { name: "the_geom", type: "geometry" },
      { name: "location", type: "string" },
      { name: "time", type: "timestamp" },
      { name: "constructor", type: "string" },
    ],
  };
  const area: Footprint = { type: "Polygon", coordinates: [] };
  const one = (location: string, time: number | null = null) => ({
    schema,
    coverage: "rain",
    granules: [{ id: 1, footprint: area, values: { location, time } }],
  });

  test("characters that XML cannot hold are replaced there and kept in JSON", () => {
    const evil = "a\u0000b\u001f\ud800\uffff\u007f";
    const read = (format: DocumentFormat) =>
      parseGranules(renderGranules(one(evil), format).text, format, schema.attributes)[0]?.values;
    expect(read("xml")?.["location"]).toBe("a\ufffdb\ufffd\ufffd\ufffd\u007f");
    expect(read("json")?.["location"]).toBe(evil);
  });

  test("what every object has is no value of a row", () => {
    expect(renderGranules(one("a"), "json").text).toContain('"constructor":null');
    expect(renderGranules(one("a"), "xml").text).not.toContain("constructor");
  });

  test("an instant beyond what has a date is none", () => {
    expect(renderGranules(one("a", 1e18), "json").text).toContain('"time":null');
    expect(renderGranules(one("a", 1e18), "xml").text).not.toContain("gf:time");
  });
});

describe("many granules", () => {
  const count = 2 * limits.batch + 1;
  const many = Array.from({ length: count }, (_, index): Granule => {
    const [first, second] = rainGranules;
    if (first === undefined || second === undefined) throw new Error("the samples are gone");
    return { ...(index % 2 === 0 ? first : second), id: index + 1 };
  });
  const bounds = { minx: -10.5, miny: 40, maxx: 30, maxy: 60.25 };

  async function* later(granules: readonly Granule[]) {
    for (const granule of granules) {
      await Promise.resolve();
      yield granule;
    }
  }

  test.for(forms)("come in pieces that join to the %s of all", async (format) => {
    for (const length of [0, 1, limits.batch, limits.batch + 1, count]) {
      const granules = many.slice(0, length);
      const source = { schema: rain, coverage: "rain" };
      const whole = renderGranules({ ...source, granules }, format).text;
      const box = length === 0 ? undefined : length === 1 ? { ...bounds, maxx: 10 } : bounds;
      expect(boundsOf(granules)).toEqual(box);
      for (const rows of [granules, later(granules)]) {
        const stream = { ...source, bounds: box, granules: rows };
        const chunks = await Array.fromAsync(granuleChunks(stream, format));
        expect(chunks.join("")).toBe(whole);
        expect(chunks).toHaveLength(2 + Math.ceil(length / limits.batch));
      }
    }
  });
});
