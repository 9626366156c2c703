/** What the files of a mosaic's folder define: properties, indexers, datastores, what is refused. */
import { describe, expect, test } from "vitest";
import { indexSchemaOf } from "../../src/model/mosaic/coverage.ts";
import { domainTexts, gridOf, readTexts, schemaText } from "./support.ts";

const SCHEMA = "Schema=the_geom:Polygon,location:String,time:java.util.Date";

function faultsOf(texts: Readonly<Record<string, string>>, others?: readonly string[]) {
  return readTexts(texts, others).problems.map(
    ({ severity, message, file, line }) => `${severity} ${file}:${line ?? ""} ${message}`,
  );
}

describe("indexer.properties", () => {
  const read = (text: string) => readTexts({ "indexer.properties": text });

  test("nothing means the defaults", () => {
    const { definition, password, problems: faults } = readTexts({});
    expect(faults).toEqual([]);
    expect(password).toBeUndefined();
    expect(definition).toMatchObject({
      name: "store",
      schema: undefined,
      canBeEmpty: false,
      recursive: true,
      wildcard: "*.*",
      pathType: "RELATIVE",
      locationAttribute: "location",
      index: { type: "embedded", requested: undefined },
      parameters: {},
    });
    expect(schemaText(indexSchemaOf(definition, "store").attributes)).toBe(
      "the_geom:geometry,location:string",
    );
  });

  test("the definition is plain data", () => {
    const { definition } = readTexts({
      "indexer.properties": `${SCHEMA}\nEnvelope2D=-1,-2 3,4\nPropertyCollectors=CurrentDateExtractorSPI(time)`,
    });
    const kept: unknown = JSON.parse(JSON.stringify(definition));
    expect(definition).toMatchObject(kept as object);
  });

  test("all keys, in any case, with what is odd in real files", () => {
    const { definition, problems: faults } = read(
      [
        "! a comment",
        "Name = rain \\",
        "   fall",
        "typename:rain_t",
        "TimeAttribute=time ",
        "Schema= the_geom:Polygon,location:String,time:java.util.Date ",
        "MosaicCRS=EPSG\\:4326",
        "Envelope2D=-180,-90 180,90",
        "AbsolutePath=TRUE",
        "Recursive=false",
        "Wildcard=*.tif",
        "CanBeEmpty=true\r",
        "IndexingDirectories=a, b",
        "GranuleAcceptors=org.x.A,org.x.B",
        "HeterogeneousCRS=false",
        "Loose\\ bbox=true #important",
        "timeout",
        "home=${HOME}/x",
        "__proto__=x",
        "CogPassword=hush",
        "Name2=\\u00e9",
      ].join("\n"),
    );
    expect(faults).toEqual([]);
    expect(definition).toMatchObject({
      name: "rain fall",
      typeName: "rain_t",
      mosaicCrs: "EPSG:4326",
      envelope: { minx: -180, miny: -90, maxx: 180, maxy: 90 },
      pathType: "ABSOLUTE",
      recursive: false,
      wildcard: "*.tif",
      canBeEmpty: true,
      indexingDirectories: ["a", "b"],
      granuleAcceptors: ["org.x.A", "org.x.B"],
      domains: [{ name: "time", start: "time" }],
    });
    expect(Object.entries(definition.parameters)).toEqual([
      ["Loose bbox", "true #important"],
      ["timeout", ""],
      ["home", "${HOME}/x"],
      ["__proto__", "x"],
      ["Name2", "é"],
    ]);
    expect(JSON.stringify(definition)).not.toContain("hush");
  });

  test.for([
    ["TimeAttribute=a;b", ["time=a;b"]],
    ["ElevationAttribute= z ", ["elevation=z"]],
    [
      "AdditionalDomainAttributes=date,depth(d), wavelength(lo;hi)",
      ["date=date", "depth=d", "wavelength=lo;hi"],
    ],
    ["AdditionalDomainAttributes=", []],
    ["AdditionalDomainAttributes=((,a", ["a=a"]],
    ["TimeAttribute=", []],
  ] as const)("dimensions of %s", ([text, expected]) => {
    expect(domainTexts(read(text).definition.domains)).toEqual(expected);
  });

  test.for<readonly [string, string]>([
    [
      "PropertyCollectors=UnknownExtractorSPI(t)",
      "warning indexer.properties:1 There is no collector UnknownExtractorSPI",
    ],
    [
      "PropertyCollectors=RuntimeExtractorSPI(t)",
      "warning indexer.properties:1 RuntimeExtractorSPI can be asked for MODIFY_TIME alone",
    ],
    [
      "\nPropertyCollectors=StringFileNameExtractorSPI[no](t)",
      "warning indexer.properties:2 The file no.properties is not there",
    ],
    [
      "PropertyCollectors=StringFileNameExtractorSPI(t)",
      "warning indexer.properties:1 StringFileNameExtractorSPI has no regex",
    ],
    ["PropertyCollectors=Broken", "warning indexer.properties:1 Broken is no collector"],
    [
      `Schema=the_geom:Polygon,location:Colour`,
      "warning indexer.properties:1 The schema is not used, the usual one is: the attribute location is of unknown type Colour",
    ],
    [
      "Schema=the_geom:Polygon",
      "error indexer.properties:1 The schema has no attribute location for the path",
    ],
    [
      `${SCHEMA}\nElevationAttribute=z`,
      "error indexer.properties:1 The schema has no attribute z for the dimension elevation",
    ],
    ["PathType=ODD", "warning indexer.properties:1 PathType=ODD is none of"],
    ["Envelope2D=1 2 3", "warning indexer.properties:1 Envelope2D=1 2 3 is not"],
    ["Name=a/b", 'error indexer.properties:1 The name "a/b" holds the character "/"'],
    ["TypeName=a/b", 'error indexer.properties: The name "a/b" holds'],
    [
      `AdditionalDomainAttributes=${Array.from({ length: 70 }, (_, index) => `d${index}`).join()}`,
      "error indexer.properties:1 There are 70 dimensions; the limit is 64",
    ],
    [
      `PropertyCollectors=${"A(b),".repeat(300)}`,
      "error indexer.properties:1 There are 300 collectors; the limit is 256",
    ],
    [
      `${SCHEMA}\nPropertyCollectors=CurrentDateExtractorSPI(other)`,
      "warning indexer.properties:2 A current-date collector fills other",
    ],
    ["Cog=true", "warning indexer.properties:1 Cog=true"],
    [
      "AuxiliaryFile=none.xml",
      "warning indexer.properties: The auxiliary file none.xml is not there",
    ],
    ["UseExistingSchema=true", "error indexer.properties:1 UseExistingSchema=true needs an index"],
    [
      "CoverageNameCollectorSPI=org.x.Other",
      "warning indexer.properties:1 org.x.Other is not read",
    ],
    [
      "CoverageNameCollectorSPI=a.FileNameRegexNameCollectorSPI:regex=(a+)+",
      "error indexer.properties:1 The regex (a+)+ is not a usable",
    ],
    ["Wildcard=*.nc", "error indexer.properties: There are no granules that fit *.nc"],
  ])("%s is told", ([text, expected]) => {
    expect(faultsOf({ "indexer.properties": text }).join("\n")).toContain(expected);
  });

  test("both spellings of options are read, and bad patterns refused with their place", () => {
    const texts = {
      "indexer.properties": `# one\n${SCHEMA}\nPropertyCollectors=TimestampFileNameExtractorSPI[t](time)`,
    };
    const inValue = readTexts({ ...texts, "t.properties": "regex=[0-9]{10},format=yyyyMMddHH" });
    const apart = readTexts({ ...texts, "t.properties": "regex=[0-9]{10}\nformat=yyyyMMddHH" });
    expect(inValue.definition.collectors).toEqual(apart.definition.collectors);
    expect(inValue.definition.collectors[0]?.configuration?.format).toBe("yyyyMMddHH");
    expect(faultsOf({ ...texts, "t.properties": "regex=[0-9" })).toEqual([
      "error t.properties:1 The regex [0-9 is not a usable regular expression: a [ has no ] after it",
    ]);
    expect(faultsOf({ ...texts, "t.properties": "regex=a,format=QQ" })[0]).toContain("letter Q");
  });

  test("a built index gives its name to an indexer without one", () => {
    const texts = { "old.properties": "LevelsNum=1\nName=rain", "indexer.properties": SCHEMA };
    expect(readTexts(texts, ["old.shp", "a.tif"]).definition.name).toBe("rain");
    expect(readTexts(texts, ["a.tif"]).definition.name).toBe("store");
    const named = { ...texts, "indexer.properties": "Name=mine" };
    expect(readTexts(named, ["old.shp", "a.tif"]).definition.name).toBe("mine");
  });

  test("a file of a built index serves where there is no indexer", () => {
    const built = "LevelsNum=1\nName=old\nTimeAttribute=time\nLocationAttribute=path";
    const { definition } = readTexts({ "old.properties": built }, ["old.shp", "a.tif"]);
    expect(definition).toMatchObject({ name: "old", locationAttribute: "path" });
    expect(schemaText(indexSchemaOf(definition, "old").attributes)).toBe(
      "the_geom:geometry,path:string,time:timestamp",
    );
  });
});

describe("indexer.xml", () => {
  const read = (inner: string, more: Readonly<Record<string, string>> = {}) =>
    readTexts({ "indexer.xml": `<?xml version="1.0"?>\n<Indexer>${inner}</Indexer>`, ...more });
  const collector =
    '<collectors><collector name="c"><spi>TimestampFileNameExtractorSPI</spi><value>[0-9]{8}</value></collector></collectors>';

  test("wins over indexer.properties", () => {
    const { definition } = read("", { "indexer.properties": "Name=other" });
    expect(definition.name).toBe("store");
  });

  test.for([
    ['<parameters><parameter name="Name" value="a"/></parameters>'],
    ["<parameters><parameter name='NAME'> a </parameter></parameters>"],
    [
      '<parameters><parameter name="Name" value="a"/><parameter name="name" value="b"/></parameters>',
    ],
    ["<coverages><coverage><name>a</name></coverage></coverages>"],
  ])("named a by %s", ([inner]) => {
    expect(read(inner ?? "").definition.name).toBe("a");
  });

  test.for([
    [
      "attribute with a reference",
      `${collector}<domains><domain name="time"><attributes><attribute ref="c">t</attribute></attributes></domain></domains>`,
    ],
    [
      "children in another order",
      `<domains><domain name="time"><attributes><attribute ref="C">t</attribute></attributes></domain></domains>${collector}`,
    ],
    [
      "attributes of the document's schema",
      `<domains><domain name="TIME"><attributes><attribute ref="c"><attribute>t</attribute></attribute></attributes></domain></domains>${collector}`,
    ],
  ])("%s", ([, inner]) => {
    const { definition, problems: faults } = read(inner ?? "");
    expect(faults).toEqual([]);
    expect(domainTexts(definition.domains)).toEqual(["time=t"]);
    expect(definition.collectors).toMatchObject([{ type: "timestamp", attributes: ["t"] }]);
  });

  test("coverages with references, schemas of their own and none", () => {
    const { definition, problems: faults } = read(
      `<schemas><schema name="s"><attributes>g:Polygon,location:String,t:Date</attributes></schema></schemas>
       <domains><domain name="time"><attributes><attribute>t</attribute><attribute>u</attribute></attributes></domain></domains>
       <coverages>
         <coverage><name>a</name><schema ref="S"/><domains><domain name="depth"><attributes><attribute>t</attribute></attributes></domain></domains></coverage>
         <coverage><name>b</name><origName>v</origName><schema><attributes>g:Polygon,p:String,t:Date,u:Date</attributes></schema>
           <domains><domain ref="TIME"/><domain ref="none"/></domains>
           <parameters><parameter name="LocationAttribute" value="p"/></parameters></coverage>
         <coverage><name>c</name><schema ref="none"/></coverage>
       </coverages>`,
    );
    const shown = definition.coverages.map(({ name, schema, domains }) => [
      name,
      schemaText(schema?.attributes ?? []),
      domainTexts(domains),
    ]);
    expect(shown).toEqual([
      ["a", "g:geometry,location:string,t:timestamp", ["depth=t"]],
      ["b", "g:geometry,p:string,t:timestamp,u:timestamp", ["time=t;u"]],
      ["c", "", []],
    ]);
    expect(faults.map(({ message, line }) => `${line} ${message}`)).toEqual([
      "7 There is no domain none; the reference is left out",
      "9 There is no schema none; the reference is left out",
    ]);
    expect(indexSchemaOf(definition, "b")).toMatchObject({ typeName: "b", location: "p" });
    expect(schemaText(indexSchemaOf(definition, "c").attributes)).toBe(
      "g:geometry,location:string,t:timestamp",
    );
  });

  test.for<readonly [string, string]>([
    ["<Indexer>", "error indexer.xml:1 "],
    ["<!DOCTYPE Indexer><Indexer/>", "error indexer.xml:1 Entity resolution disallowed"],
    ["\n<Other/>", "error indexer.xml:2 The root element is Other; it must be Indexer"],
    ["", "error indexer.xml:1 "],
    [
      `<Indexer><coverages>${"<coverage/>".repeat(1_001)}</coverages></Indexer>`,
      "error indexer.xml:1 There are 1001 coverages; the limit is 1000",
    ],
    [
      "<Indexer><coverages><coverage><name>a:b</name></coverage></coverages></Indexer>",
      'error indexer.xml:1 The name "a:b" holds',
    ],
    [
      "<Indexer><domains><domain name='x'/></domains></Indexer>",
      "warning indexer.xml:1 The domain x needs",
    ],
    [
      "<Indexer><schemas><schema><attributes>x</attributes></schema></schemas></Indexer>",
      "warning indexer.xml:1 The schema is not used",
    ],
    [
      `<Indexer>${" ".repeat(1024 * 1024)}</Indexer>`,
      "error indexer.xml: The file has 1048595 bytes; the limit is 1048576",
    ],
  ])("%s is told", ([text, expected]) => {
    expect(faultsOf({ "indexer.xml": text }).join("\n")).toContain(expected);
  });

  test.for([
    ["aux.xml", "aux.xml"],
    ["/somewhere/else/aux.xml", "aux.xml"],
    ["./sub/aux.xml", "sub/aux.xml"],
  ])("the auxiliary file %s is %s", ([written = "", file = ""]) => {
    const { definition, problems: faults } = read(
      `<parameters><parameter name="AuxiliaryFile" value="${written}"/></parameters>`,
      {
        [file]:
          "<Indexer><coverages><coverage><origName>v</origName><name>a</name></coverage></coverages></Indexer>",
      },
    );
    expect(faults).toEqual([]);
    expect(definition.auxiliary).toMatchObject([{ name: "a", originName: "v" }]);
  });

  test("an auxiliary file that cannot be read refuses the mosaic", () => {
    const texts = { "indexer.properties": "AuxiliaryFile=aux.xml", "aux.xml": "<Indexer>" };
    expect(faultsOf(texts)[0]).toMatch(/^error aux\.xml:1 /);
  });
});

test("a type name is the mosaic's, not that of its other coverages", () => {
  const { definition } = readTexts({ "indexer.properties": "TypeName=t" });
  expect(indexSchemaOf(definition, "store").typeName).toBe("t");
  expect(indexSchemaOf(definition, "sst").typeName).toBe("sst");
});

test("the coordinate system is the definition's, else the granules'", () => {
  const grid = gridOf("v", []);
  const { definition } = readTexts({ "indexer.properties": "MosaicCRS=EPSG:3857" });
  expect(indexSchemaOf(definition, "v", { grid, crs: "EPSG:32633" }).crs).toBe("EPSG:3857");
  expect(indexSchemaOf(readTexts({}).definition, "v", { grid, crs: "EPSG:32633" }).crs).toBe(
    "EPSG:32633",
  );
});
