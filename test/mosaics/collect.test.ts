/** Values of granules: from names, headers, slices and the clock; and files that are not as meant. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { collect } from "../../src/model/mosaic/collect.ts";
import { coverageNameOf, indexSchemaOf } from "../../src/model/mosaic/coverage.ts";
import { isGranulePath } from "../../src/model/mosaic/granule-path.ts";
import type { RasterSlice } from "../../src/model/raster.ts";
import { isProof, scale } from "../support/run/scale.ts";
import { describeSamples } from "../support/run/samples.ts";
import { granuleAt, gridOf, readFiles, readTexts, sampleFiles, slice } from "./support.ts";
import { verdicts } from "./verdicts.ts";

const GEOMETRY = "the_geom:Polygon,location:String";

/** A definition with attributes behind the usual ones and a list of collectors. */
function define(
  attributes: string,
  collectors: string,
  more: Readonly<Record<string, string>> = {},
) {
  const { lines = "", ...files } = more;
  const indexer = `Schema=${GEOMETRY},${attributes}\nPropertyCollectors=${collectors}\n${lines}`;
  return readTexts({ "indexer.properties": indexer, ...files }).definition;
}

describe("collectors", () => {
  test.for<readonly [string, string, number | string | null]>([
    ["a:String", "CRSExtractorSPI(a)", "EPSG:4326"],
    ["a:Double", "ResolutionExtractorSPI(a)", 0.5],
    ["a:Double", "ResolutionXExtractorSPI(a)", 0.5],
    ["a:Double", "ResolutionYExtractorSPI(a)", 0.25],
    ["a:Date", "DateExtractorSPI(a)", Date.parse("2010-01-01T00:00:00Z")],
    ["a:Date", "FSDateExtractorSPI(a)", Date.parse("2011-01-01T00:00:00Z")],
    ["a:Date", "RuntimeExtractorSPI[m](a)", Date.parse("2011-01-01T00:00:00Z")],
    ["a:Date", "RuntimeExtractorSPI[r](a)", null],
    ["a:java.util.Date", "CurrentDateExtractorSPI(a)", Date.parse("2012-01-01T00:00:00Z")],
    ["a:Date", "", null],
    ["a:String", "stringfilenameextractorspi[r](a)", "12"],
    ["a:Integer", "ShortFileNameExtractorSPI[r](a)", 12],
    ["a:Long", "LongFileNameExtractorSPI[r](a)", 12],
    ["a:Float", "FloatFileNameExtractorSPI[r](a)", 12],
    ["a:Integer", "ByteFileNameExtractorSPI[r](a)", 12],
    ["a:String", "IntegerFileNameExtractorSPI[r](a)", "12"],
  ])("%s by %s", ([attribute, collectors, expected]) => {
    const definition = define(attribute, collectors, {
      "r.properties": "regex=[0-9]+",
      "m.properties": "regex=modify_time",
    });
    const { values, problem: fault } = collect(definition, granuleAt("d/x_12_034.tif"));
    expect(fault).toBeUndefined();
    expect(values).toEqual({ location: "d/x_12_034.tif", a: expected });
  });

  test("attribute k takes match k; what has no match stays empty", () => {
    const definition = define(
      "a:Integer,b:Integer,c:Integer",
      "IntegerFileNameExtractorSPI[r](a,b,c)",
      {
        "r.properties": "regex=[0-9]+",
      },
    );
    expect(collect(definition, granuleAt("x_12_034.tif")).values).toMatchObject({
      a: 12,
      b: 34,
      c: null,
    });
  });

  test("a header without a date leaves it empty", () => {
    const definition = define("a:Date", "DateExtractorSPI(a)");
    const { raster } = granuleAt("x.tif");
    const source = granuleAt("x.tif", { raster: { ...raster, dateTime: undefined } });
    expect(collect(definition, source).values).toEqual({ location: "x.tif", a: null });
  });

  test.for([
    ["regex=2024[0-9]{4}", "x_20240229.tif", "2024-02-29T00:00:00.000Z"],
    ["regex=2024[0-9]{4},useHighTime=true", "x_20240229.tif", "2024-02-29T23:59:59.999Z"],
    ["regex=[0-9]{7},format=yyyyDDD", "x_2024060.tif", "2024-02-29T00:00:00.000Z"],
    ["regex=[0-9]{6},format=yyyyMM,useHighTime=true", "x_202402.tif", "2024-02-29T23:59:59.999Z"],
    [
      "regex=(?<=/)([0-9]{4})/([0-9]{2})(?=/),fullPath=true",
      "2024/02/x.tif",
      "2024-02-01T00:00:00.000Z",
    ],
    ["regex=[0-9]{8}", "99999999_20240229.tif", "2024-02-29T00:00:00.000Z"],
  ] as const)("time by %s of %s", ([regex, path, expected]) => {
    const definition = define("t:Date", "TimestampFileNameExtractorSPI[r](t)", {
      "r.properties": regex,
    });
    const time = collect(definition, granuleAt(path)).values?.["t"];
    expect(typeof time === "number" ? new Date(time).toISOString() : time).toBe(expected);
  });

  test.for([
    [
      "t:Date",
      "TimestampFileNameExtractorSPI[r](t)",
      "regex=[0-9]{8}",
      "x.tif",
      /^No matches found for: x /,
    ],
    [
      "t:Date",
      "TimestampFileNameExtractorSPI[r](t)",
      "regex=[0-9]{8}",
      "99999999.tif",
      /^No matches found for: 99999999 /,
    ],
    [
      "t:Integer",
      "IntegerFileNameExtractorSPI[r](t)",
      "regex=[a-z]",
      "x.tif",
      /^No matches found for: x /,
    ],
    [
      "t:Integer",
      "StringFileNameExtractorSPI[r](t)",
      "regex=[a-z]",
      "x.tif",
      /^The value x of x\.tif is no integer, as t needs/,
    ],
    [
      "t:String",
      "StringFileNameExtractorSPI[r](t)",
      "regex=.*a.*b.*c.*d",
      `${"a".repeat(250)}.tif`,
      /leaves too much open/,
    ],
  ] as const)("%s by %s %s of %s has no value", ([attribute, collector, regex, path, message]) => {
    const definition = define(attribute, collector, { "r.properties": regex });
    expect(collect(definition, granuleAt(path)).problem).toMatch(message);
  });

  test.for([
    ["", "d/a b.tif"],
    ["AbsolutePath=true", "/mosaics/d/a b.tif"],
    ["AbsolutePath=true\nPathType=RELATIVE", "d/a b.tif"],
    ["PathType=absolute", "/mosaics/d/a b.tif"],
    ["PathType=URL", "file:///mosaics/d/a%20b.tif"],
  ] as const)("the location by %j is %s", ([lines, expected]) => {
    const definition = define("path:String", "", { lines: `${lines}\nLocationAttribute=path` });
    expect(collect(definition, granuleAt("d/a b.tif")).values).toEqual({
      location: null,
      path: expected,
    });
  });
});

describe("slices of multidimensional files", () => {
  const time = Date.parse("2001-02-03T00:00:00Z");
  const many: RasterSlice = { ...slice, imageIndex: 3, others: { band: "b", wl: 5 } };
  const source = granuleAt("x.nc", { slice: many, grid: gridOf("v", [many]) });

  test("fill the usual attributes where there is no schema", () => {
    expect(collect(readTexts({}).definition, source).values).toEqual({
      location: "x.nc",
      imageindex: 3,
      time,
      elevation: 7,
      band: "b",
      wl: 5,
    });
  });

  test("fill the attributes of the dimensions, and z", () => {
    const definition = define("when:Date,z:Double,depth:Double", "", {
      lines: "TimeAttribute=when\nElevationAttribute=depth",
    });
    expect(collect(definition, source).values).toEqual({
      location: "x.nc",
      when: time,
      z: 7,
      depth: 7,
    });
  });

  test("fill the columns that an index has already", () => {
    const { definition } = readTexts({});
    const schema = indexSchemaOf(definition, "v", { grid: gridOf("v", [slice]) });
    expect(collect(definition, { ...source, schema }).values).toEqual({
      location: "x.nc",
      imageindex: 3,
      time,
      elevation: 7,
    });
  });

  test("give way to collectors", () => {
    const definition = define("time:Date", "CurrentDateExtractorSPI(time)");
    expect(collect(definition, source).values).toMatchObject({ time: source.now });
  });

  test("mean nothing in a GeoTIFF", () => {
    const definition = define("imageindex:Integer,time:Date", "");
    const values = collect(definition, granuleAt("x.tif", { slice: many })).values;
    expect(values).toMatchObject({ imageindex: null, time: null });
  });
});

describe("names of coverages", () => {
  const aux = (inner: string) => ({
    "indexer.properties": "AuxiliaryFile=aux.xml",
    "aux.xml": `<Indexer><coverages><coverage>${inner}</coverage></coverages>
      <collectors><collector name="c"><spi>StringFileNameExtractorSPI</spi><value>[a-z]+</value></collector></collectors></Indexer>`,
  });
  const byName = (regex: string) => ({
    "indexer.properties": `CoverageNameCollectorSPI=a.b.FileNameRegexNameCollectorSPI:regex=${regex}`,
  });

  test.for<readonly [string, Readonly<Record<string, string>>, unknown]>([
    ["a.tif", {}, { name: "store" }],
    ["a.nc", {}, { name: "z" }],
    ["a.nc", aux("<name>z</name>"), { name: "z" }],
    ["a.nc", aux("<origName>z</origName><name>q</name>"), { name: "q" }],
    ["a.nc", aux("<origName>z</origName>"), { name: "z" }],
    ["a.nc", aux("<name>other</name>"), { name: undefined }],
    ["sst1.nc", aux("<origName>z</origName><nameCollector>c</nameCollector>"), { name: "sst" }],
    ["x_b1.tif", byName("_([a-z])([0-9])"), { name: "b1" }],
    ["x.tif", byName("_([a-z])"), { problem: "Unable to retrieve the coverageName of x.tif" }],
    [
      "a.nc",
      {
        "indexer.xml":
          "<Indexer><coverages><coverage><origName>z</origName><name>q</name></coverage></coverages></Indexer>",
      },
      { name: "q" },
    ],
  ])("%s with %j", ([path, texts, expected]) => {
    const { definition } = readTexts(texts);
    expect(coverageNameOf(definition, granuleAt(path))).toEqual(expected);
  });
});

describeSamples("damaged mosaics", () => {
  test("any damage is read or refused, never an exception", async () => {
    const all = await Promise.all(verdicts.map(({ path }) => sampleFiles(path)));
    const texts = all.map((files) =>
      [...files].filter(([path]) => /\.(?:properties|xml)$/.test(path)),
    );
    const seeds = texts.filter((files) => files.length > 0);
    const snippets = [
      "\\",
      "\\u12",
      "=",
      ":",
      "[",
      "(",
      "*",
      "<",
      "&",
      "]]>",
      "\u0000",
      ",",
      "+)+",
      "\r",
    ];
    const damage = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.integer({ min: 0, max: 12 }),
      put: fc.oneof(fc.constantFrom(...snippets), fc.string({ unit: "binary", maxLength: 4 })),
    });
    const property = fc.property(
      fc.constantFrom(...seeds),
      fc.array(damage, { minLength: 1, maxLength: 4 }),
      fc.nat(),
      (files, damages, which) => {
        const hit = which % files.length;
        const broken = files.map(([path, bytes], index) => {
          let text = Buffer.from(bytes).toString("latin1");
          for (const { at, length, put } of index === hit ? damages : []) {
            const start = Math.floor(at * text.length);
            text = text.slice(0, start) + put + text.slice(start + length);
          }
          return [path, Buffer.from(text, "latin1")] as const;
        });
        const extra = [["x_020_20240101T000000_rasterA.tif", Buffer.alloc(0)]] as const;
        const { read } = readFiles(new Map([...broken, ...extra]));
        const granule = extra[0][0];
        expect(isGranulePath(granule, read.definition)).toBeTypeOf("boolean");
        const { values, problem: fault } = collect(read.definition, granuleAt(granule));
        expect(values === undefined).toBe(fault !== undefined);
        for (const { message } of read.problems)
          expect(message).not.toMatch(/thePassword|\n\s+at /);
      },
    );
    fc.assert(property, { seed: 2, numRuns: scale({ test: 500, proof: 50_000 }) });
    if (isProof) expect(seeds.length).toBeGreaterThan(20);
  }, 600_000);
});
