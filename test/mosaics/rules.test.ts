/** The small languages of definitions: schemas, collectors, wildcards, roots of archives. */
import { describe, expect, test } from "vitest";
import { parseCollectors, parseConfiguration } from "../../src/model/mosaic/collector.ts";
import { defaultSchema } from "../../src/model/mosaic/coverage.ts";
import {
  fitsWildcard,
  isGranulePath,
  isIndexedPath,
  mosaicRoot,
} from "../../src/model/mosaic/granule-path.ts";
import { parseSchema } from "../../src/model/mosaic/schema.ts";
import { convertTo } from "../../src/model/mosaic/value.ts";
import { gridOf, schemaText } from "./support.ts";

describe("schemas", () => {
  test.for<readonly [string, string, string]>([
    ["the_geom:Polygon,location:String", "the_geom:geometry,location:string", "the_geom"],
    [" *g:Polygon , location ", "g:geometry,location:string", "g"],
    ["a:Point,*b:MultiPolygon,l:string", "b:geometry,l:string", "b"],
    ["a:Geometry,b:Polygon,l:String", "a:geometry,l:string", "a"],
    ["g:Polygon:srid=4326,l:String", "g:geometry,l:string", "g"],
    ["g:Polygon:srid=4326;authority=IAU,t:java.util.Date:nillable", "g:geometry,t:timestamp", "g"],
    ["t:java.sql.Timestamp,g:Polygon", "t:timestamp,g:geometry", "g"],
    ["g:org.locationtech.jts.geom.MultiPolygon,s:java.lang.Short", "g:geometry,s:integer", "g"],
    [
      "g:GeometryCollection,a:int,b:Long,c:double,d:Float,e:Boolean,f:UUID,h:Date,i:Integer",
      "g:geometry,a:integer,b:long,c:double,d:float,e:boolean,f:uuid,h:timestamp,i:integer",
      "g",
    ],
    ["g:LineString,java.util.Date", "g:geometry,java.util.Date:string", "g"],
  ])("%s", ([text, attributes, geometry]) => {
    const { schema, problem: fault } = parseSchema(text);
    expect(fault).toBeUndefined();
    expect([schemaText(schema?.attributes ?? []), schema?.geometry]).toEqual([
      attributes,
      geometry,
    ]);
  });

  test.for([
    ["", /has no name/],
    ["g:Polygon,", /has no name/],
    ["g:Polygon,a:Colour", /a is of unknown type Colour/],
    ["g:Polygon,a:java.lang.Object", /unknown type java.lang.Object/],
    ["g:Polygon,a:constructor", /unknown type constructor/],
    ["g:Polygon,a:String,a:Date", /a is named twice/],
    ["location:String", /there is no geometry/],
    [Array.from({ length: 300 }, (_, index) => `a${index}`).join(), /more than 256/],
  ] as const)("%s is refused", ([text, message]) => {
    expect(parseSchema(text).problem).toMatch(message);
  });

  test("a grid decides where there is none", () => {
    const slice = { imageIndex: 0, time: 1, elevation: undefined, others: { band: "a", wl: 3 } };
    expect(schemaText(defaultSchema(gridOf("sst", [slice])))).toBe(
      "the_geom:geometry,location:string,imageindex:integer,time:timestamp,band:string,wl:double",
    );
    const plain = { imageIndex: 0, time: undefined, elevation: undefined, others: {} };
    expect(schemaText(defaultSchema(gridOf(undefined, [plain])))).toBe(
      "the_geom:geometry,location:string",
    );
    expect(schemaText(defaultSchema(gridOf("v", [{ ...plain, elevation: 2 }])))).toBe(
      "the_geom:geometry,location:string,imageindex:integer,elevation:double",
    );
  });
});

describe("collectors", () => {
  test.for<readonly [string, readonly (readonly [string, string | undefined, string] | string)[]]>([
    ["A[r](t)", [["A", "r", "t"]]],
    ["A(t)", [["A", undefined, "t"]]],
    ["A[](t)", [["A", undefined, "t"]]],
    [
      " A[r](t) , B[q](u) ",
      [
        ["A", "r", "t"],
        ["B", "q", "u"],
      ],
    ],
    ["A[r](t,u)", [["A", "r", "t+u"]]],
    ["A[r](t;u)", [["A", "r", "t+u"]]],
    ["", []],
    ["A", ["A"]],
    ["A[r],B(u)", ["A[r]", ["B", undefined, "u"]]],
    ["(t)", ["(t)"]],
    ["A(t)x", ["A(t)x"]],
    ["A()", ["A()"]],
    ["A(t))", ["A(t))"]],
  ])("%s", ([text, expected]) => {
    const found = parseCollectors(text).map((entry) =>
      "unreadable" in entry
        ? entry.unreadable
        : [entry.spi, entry.file, entry.attributes.join("+")],
    );
    expect(found).toEqual(expected);
  });

  test.for<readonly [string, readonly [string, string | undefined, boolean, boolean]]>([
    ["[0-9]{8}", ["[0-9]{8}", undefined, false, false]],
    ["regex=[0-9]{8}", ["[0-9]{8}", undefined, false, false]],
    ["[0-9]{2,4},format=yyyy", ["[0-9]{2,4}", "yyyy", false, false]],
    ["a,fullPath=true,useHighTime=TRUE,format= HH ", ["a", "HH", true, true]],
    ["a,other=1,format=HH", ["a,other=1", "HH", false, false]],
    ["a,useHighTime=no", ["a", undefined, false, false]],
  ])("options in %s", ([value, expected]) => {
    const found = parseConfiguration(value);
    expect([found?.regex, found?.format, found?.fullPath, found?.useHighTime]).toEqual(expected);
  });

  test("options in the value win over keys of their own", () => {
    const keys = new Map([
      ["format", "HH"],
      ["fullPath", "true"],
    ]);
    expect(parseConfiguration("a,format=yyyy", keys)).toEqual({
      regex: "a",
      format: "yyyy",
      fullPath: true,
      useHighTime: false,
    });
    expect(parseConfiguration(" ", keys)).toBeUndefined();
  });
});

describe("values", () => {
  const at = Date.parse("2024-01-31T00:00:00Z");
  test.for([
    ["integer", "012", 12],
    ["integer", "12.9", 12],
    ["integer", "2147483648", undefined],
    ["integer", "x", undefined],
    ["integer", "", undefined],
    ["integer", "0x10", undefined],
    ["long", "9007199254740993", undefined],
    ["double", "1e3", 1000],
    ["double", "1e999", undefined],
    ["double", { at }, undefined],
    ["string", 7, "7"],
    ["string", { at }, "2024-01-31T00:00:00.000Z"],
    ["timestamp", { at }, at],
    ["timestamp", "20240131", at],
    ["timestamp", 5, undefined],
    ["boolean", "TRUE", true],
    ["boolean", "x", false],
    ["uuid", "123e4567-e89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-426614174000"],
    ["uuid", "x", undefined],
    ["geometry", "x", undefined],
  ] as const)("%s of %j", ([type, value, expected]) => {
    expect(convertTo(type, value)).toBe(expected);
  });
});

describe("granules and roots", () => {
  test.for([
    ["a.tif", true],
    ["sub/a.TIFF", true],
    ["a.nc", true],
    ["a.jpg", true],
    ["a", false],
    [".a.tif", false],
    [".svn/a.tif", false],
    ["__MACOSX/._a.tif", false],
    ["a.shp", false],
    ["a.SHX", false],
    ["a.tif.aux.xml", false],
    ["a.tif.ovr", false],
    ["a.tfw", false],
    ["a.jpgw", false],
    ["a.prj", false],
    ["a.sld", false],
    ["a.gpkg", false],
    ["a.ncx4", false],
    ["indexer.properties", false],
    ["datastore.properties_h2", false],
    ["xsample_image.dat", false],
    ["error.txt.lck", false],
  ] as const)("%s: %s", ([path, expected]) => {
    expect(isGranulePath(path)).toBe(expected);
  });

  test("a definition narrows the search", () => {
    expect(isGranulePath("s/a.tif", { wildcard: "*.tif", recursive: false })).toBe(false);
    expect(isGranulePath("a.tif", { wildcard: "*.tif", recursive: false })).toBe(true);
    expect(isGranulePath("a.nc", { wildcard: "*.tif", recursive: true })).toBe(false);
    expect(isGranulePath("a", { wildcard: "*", recursive: true })).toBe(true);
  });

  test.for([
    [["a"], "a/x.tif", true],
    [["a"], "ab/x.tif", false],
    [["./a/", "b"], "a/x.tif", true],
    [["a\\b"], "a/b/x.tif", true],
    [["."], "x.tif", true],
    [["a"], "a/b/x.tif", false],
    [["/etc", "C:\\a", "../a", "a/../.."], "x.tif", true],
    [["/etc", "a"], "x.tif", false],
  ] as const)("indexing of %s: %s is %s", ([indexingDirectories, path, expected]) => {
    const search = { wildcard: "*.tif", recursive: false, indexingDirectories };
    expect(isIndexedPath(path, search)).toBe(expected);
  });

  test.for([
    ["*.*", "a.b", true],
    ["*.*", "a", false],
    ["*.TIF", "a.tif", true],
    ["temp_*.tif", "temp_1.tif", true],
    ["temp_*.tif", "sst_1.tif", false],
    ["a?c", "abc", true],
    ["a?c", "ac", false],
    ["*a*b", "xaxb", true],
    ["*a*b", "xaxbc", false],
    ["*", "", true],
    ["?", "", false],
    ["a.b", "axb", false],
    ["[ab]*", "[ab]x", true],
    ["**", "abc", true],
    [`${"*a".repeat(200)}b`, "a".repeat(1_000), false],
  ] as const)("wildcard %s on %s: %s", ([wildcard, name, expected]) => {
    expect(fitsWildcard(wildcard, name)).toBe(expected);
  });

  test.for<readonly [readonly string[], string | undefined]>([
    [["a.tif"], ""],
    [["m/a.tif"], "m"],
    [["m/a.tif", "m/s/b.tif"], "m"],
    [["m/a.tif", "n/b.tif"], ""],
    [["mm/a.tif", "m/b.tif"], ""],
    [["m/s/a.tif", "m/t/b.tif"], "m"],
    [["m/indexer.properties", "m/s/a.tif", "n/b.tif"], "m"],
    [["m/datastore.properties"], "m"],
    [["z/indexer.xml", "a/datastore.properties"], "z"],
    [["s/t/indexer.xml", "s/indexer.xml"], "s"],
    [["__MACOSX/._indexer.xml", ".git/indexer.xml", "m/a.tif"], "m"],
    [["readme.txt", "m/style.sld"], undefined],
    [[], undefined],
  ])("the root of %j", ([paths, expected]) => {
    expect(mosaicRoot(paths)).toBe(expected);
  });
});
