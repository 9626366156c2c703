/** What a coverage is configured with from an index, and what clients add to it: dimensions. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changedDetails, type Details } from "../../src/model/details.ts";
import type { RasterGrid } from "../../src/model/raster.ts";
import { parseBody } from "../../src/wire/body.ts";
import { coverageFields, type ConfiguredCoverage } from "../../src/wire/coverage-fields.ts";
import { renderCoverage } from "../../src/wire/coverage.ts";
import { renderNameList, type DocumentFormat, type Rendering } from "../../src/wire/document.ts";
import { parsePublishedInput } from "../../src/wire/published.ts";
import { compactGolden, golden } from "../support/estates/goldens.ts";

const forms: readonly DocumentFormat[] = ["xml", "json"];
const mediaTypes = { xml: "application/xml", json: "application/json" } as const;

const grid: RasterGrid = {
  name: undefined,
  width: 512,
  height: 256,
  transform: [0, 64, 0, 0, 0, -64],
  crs: "EPSG:9473",
  bands: [
    { name: "depth", type: "REAL_32BITS", noData: -9999, unit: "m" },
    { name: "quality", type: "UNSIGNED_8BITS", noData: undefined, unit: undefined },
  ],
  slices: [],
};

const input: ConfiguredCoverage = {
  name: "bathymetry",
  nativeName: "bathymetry",
  store: "depths",
  crs: "EPSG:9473",
  crsText: 'PROJCS["GDA2020 / Australian Albers"]',
  bounds: { minx: -4_333_776.5, miny: -6_691_900, maxx: 4_465_455.5, maxy: -884_412 },
  geographic: { minx: 90, miny: -63.625, maxx: 175.5, maxy: -2 },
  grid,
};

function rendered(details: Details, format: DocumentFormat): string {
  const rendering: Rendering = {
    format,
    base: "http://maps.example.org/rest",
    lists: "published",
  };
  const document = {
    name: "bathymetry",
    nativeName: "bathymetry",
    workspace: "hydro",
    store: "depths",
    title: "bathymetry",
    enabled: true,
    details,
  };
  return renderCoverage(document, rendering).text;
}

/** What is kept of a document that a client sends. */
function kept(text: string, format: DocumentFormat): Details {
  const tree = parseBody(new TextEncoder().encode(text), mediaTypes[format], "coverage");
  return changedDetails({}, parsePublishedInput(tree).details);
}

describe("a coverage configured from its index", () => {
  test("is rendered in both forms", () => {
    expect(rendered(coverageFields(input), "xml")).toBe(compactGolden("coverage-mosaic.xml"));
    expect(rendered(coverageFields(input), "json")).toBe(golden("coverage-mosaic.json"));
  });

  test.for(forms)("sent back as %s it stays what it is", (format) => {
    const back = kept(rendered(coverageFields(input), format), format);
    expect(rendered(back, "xml").replaceAll(/\.0\b/g, "")).toBe(
      compactGolden("coverage-mosaic.xml").replaceAll(/\.0\b/g, ""),
    );
    expect(rendered(back, "json")).toBe(golden("coverage-mosaic.json"));
  });

  test("without a known system it is declared to be geographic", () => {
    const fields = coverageFields({
      ...input,
      crs: undefined,
      crsText: undefined,
      geographic: undefined,
    });
    expect(fields).toMatchObject({
      srs: "EPSG:4326",
      projectionPolicy: "FORCE_DECLARED",
      nativeBoundingBox: { crs: "EPSG:4326" },
      grid: { crs: "EPSG:4326" },
      requestSRS: { string: "EPSG:4326" },
    });
    expect(Object.keys(fields)).not.toContain("nativeCRS");
    expect(Object.keys(fields)).not.toContain("latLonBoundingBox");
  });

  test("a system without a number is shown as it is defined", () => {
    const crsText = 'PROJCS["own"]';
    const fields = coverageFields({ ...input, crs: undefined, crsText });
    const projected = { "@class": "projected", $: crsText };
    expect(fields).toMatchObject({
      nativeCRS: projected,
      srs: "EPSG:4326",
      projectionPolicy: "FORCE_DECLARED",
      nativeBoundingBox: { crs: projected },
      grid: { crs: crsText },
    });
  });

  test("a geographic system is not marked as projected", () => {
    const fields = coverageFields({ ...input, crs: "EPSG:4326", crsText: 'GEOGCS["WGS 84"]' });
    expect(fields).toMatchObject({
      nativeCRS: 'GEOGCS["WGS 84"]',
      nativeBoundingBox: { crs: "EPSG:4326" },
    });
  });

  test.for([
    ["south up", [0, 64, 0, 0, 0, 64], "137488 90742", ["64.0", "-64.0", "0.0", "0.0"]],
    ["turned", [100, 3, 4, 200, 4, -3], "512 256", ["3.0", "-3.0", "4.0", "4.0"]],
    ["without height", [100, 1, 0, 200, 0, 0], "512 256", ["1.0", "0.0", "0.0", "0.0"]],
  ] as const)("a grid that is %s", ([, transform, high, [scaleX, scaleY, shearX, shearY]]) => {
    expect(coverageFields({ ...input, grid: { ...grid, transform } })["grid"]).toMatchObject({
      range: { low: "0 0", high },
      transform: { scaleX, scaleY, shearX, shearY },
    });
  });

  test("what no XML document can hold does not get into one", () => {
    const band = { name: "a\u0000b", type: "REAL_64BITS", noData: Number.NaN, unit: "\u0001" };
    const fields = coverageFields({
      ...input,
      nativeName: "n\u0007",
      grid: { ...grid, bands: [{ ...band, type: "REAL_64BITS" }] },
    });
    const text = rendered(fields, "xml");
    expect(text).not.toMatch(/[\u0000-\u0008]/);
    expect(kept(text, "xml")).toMatchObject({
      nativeCoverageName: "n\ufffd",
      dimensions: {
        coverageDimension: { name: "a\ufffdb", unit: "\ufffd", nullValues: { double: "NaN" } },
      },
    });
  });

  test.for([
    [-3.4028234663852886e38, -3.4028234663852886e38],
    [1e21, 1e21],
    [2 ** 60, "1152921504606847000.0"],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    [0.1, 0.1],
  ] as const)("%d as no data goes through both forms", ([noData, shown]) => {
    const bands = [{ name: "a", type: "REAL_64BITS", noData, unit: undefined }] as const;
    const json = rendered(coverageFields({ ...input, grid: { ...grid, bands } }), "json");
    expect(json).toContain(`"nullValues":{"double":${JSON.stringify(shown)}}`);
    const xml = rendered(kept(json, "json"), "xml");
    expect(Number(/<double>(.*)<\/double>/.exec(xml)?.[1])).toBe(noData);
    expect(rendered(kept(xml, "xml"), "json")).toBe(json);
  });

  test("a grid without bands has no dimensions", () => {
    const fields = coverageFields({ ...input, grid: { ...grid, bands: [] } });
    expect(Object.keys(fields)).not.toContain("dimensions");
  });
});

describe("dimensions that clients enable", () => {
  const xml =
    "<coverage><metadata>" +
    '<entry key="dirName">depths_bathymetry</entry>' +
    '<entry key="time"><dimensionInfo><enabled>true</enabled><attribute>time</attribute>' +
    "<endAttribute>until</endAttribute><presentation>DISCRETE_INTERVAL</presentation>" +
    "<resolution>86400000</resolution><units>ISO8601</units>" +
    "<defaultValue><strategy>FIXED</strategy><referenceValue>2024</referenceValue></defaultValue>" +
    "<nearestMatchEnabled>true</nearestMatchEnabled>" +
    "<rawNearestMatchEnabled>false</rawNearestMatchEnabled>" +
    "<acceptableInterval>PT1H/P1D</acceptableInterval>" +
    "<nearestFailBehavior>EXCEPTION</nearestFailBehavior>" +
    "<startValue>2020-01-01</startValue><endValue>present</endValue></dimensionInfo></entry>" +
    '<entry key="elevation"><dimensionInfo><enabled>true</enabled>' +
    "<presentation>LIST</presentation><units>EPSG:5030</units><unitSymbol>m</unitSymbol>" +
    "<defaultValue/></dimensionInfo></entry>" +
    '<entry key="custom_dimension_RUN NO"><dimensionInfo><enabled>false</enabled>' +
    "</dimensionInfo></entry></metadata></coverage>";
  const json = {
    entry: [
      { "@key": "dirName", $: "depths_bathymetry" },
      {
        "@key": "time",
        dimensionInfo: {
          enabled: true,
          attribute: "time",
          endAttribute: "until",
          presentation: "DISCRETE_INTERVAL",
          resolution: 86_400_000,
          units: "ISO8601",
          defaultValue: { strategy: "FIXED", referenceValue: "2024" },
          nearestMatchEnabled: true,
          rawNearestMatchEnabled: false,
          acceptableInterval: "PT1H/P1D",
          nearestFailBehavior: "EXCEPTION",
          startValue: "2020-01-01",
          endValue: "present",
        },
      },
      {
        "@key": "elevation",
        dimensionInfo: {
          enabled: true,
          presentation: "LIST",
          units: "EPSG:5030",
          unitSymbol: "m",
          defaultValue: "",
        },
      },
      { "@key": "custom_dimension_RUN NO", dimensionInfo: { enabled: false } },
    ],
  };

  test("sent as XML they are shown as JSON, and the other way round", () => {
    const shown = rendered(kept(xml, "xml"), "json");
    expect(JSON.parse(shown)).toMatchObject({ coverage: { metadata: json } });
    const back = rendered(kept(shown, "json"), "xml");
    const metadata = xml.slice("<coverage>".length, -"</coverage>".length);
    expect(back).toContain(metadata);
    expect(rendered(kept(back, "xml"), "json")).toBe(shown);
  });

  test("one alone, in the spellings of a map", () => {
    const dimension = "<dimensionInfo><enabled>true</enabled></dimensionInfo>";
    const expected = { entry: { "@key": "time", dimensionInfo: { enabled: true } } };
    for (const spelling of [
      `<entry key="time">${dimension}</entry>`,
      `<time>${dimension}</time>`,
      `<entry><string>time</string>${dimension}</entry>`,
    ]) {
      const sent = `<coverage><metadata>${spelling}</metadata></coverage>`;
      expect(kept(sent, "xml")["metadata"], spelling).toEqual(expected);
    }
    for (const metadata of [
      expected,
      { entry: [expected.entry] },
      { time: { dimensionInfo: { enabled: "true" } } },
      { entry: { string: "time", dimensionInfo: { enabled: true } } },
    ]) {
      const sent = JSON.stringify({ coverage: { metadata } });
      expect(kept(sent, "json")["metadata"], sent).toEqual(expected);
    }
  });

  const text = fc
    .stringMatching(/^[A-Za-z<>&"'é/:][A-Za-z0-9<>&"'é/:. -]{0,12}$/)
    .map((any) => any.trim());
  const info = fc.record(
    {
      enabled: fc.boolean(),
      attribute: text,
      presentation: fc.constantFrom("LIST", "DISCRETE_INTERVAL", "CONTINUOUS_INTERVAL"),
      resolution: fc.integer(),
      units: text,
      unitSymbol: text,
      defaultValue: fc.oneof(
        fc.constant(""),
        fc.record({
          strategy: fc.constantFrom("MINIMUM", "NEAREST", "FIXED"),
          referenceValue: text,
        }),
      ),
      nearestMatchEnabled: fc.boolean(),
      acceptableInterval: text,
    },
    { requiredKeys: ["enabled"] },
  );
  const entries = fc.uniqueArray(fc.tuple(text, info), {
    selector: ([key]) => key,
    minLength: 1,
    maxLength: 4,
  });

  test("any of them go through both forms", () => {
    fc.assert(
      fc.property(entries, (all) => {
        const nodes = all.map(([key, dimensionInfo]) => ({ "@key": key, dimensionInfo }));
        const metadata = { entry: nodes.length === 1 ? nodes[0] : nodes };
        const sent = JSON.stringify({ coverage: { metadata } });
        const asXml = rendered(kept(sent, "json"), "xml");
        const asJson: unknown = JSON.parse(rendered(kept(asXml, "xml"), "json"));
        expect(asJson).toMatchObject({ coverage: { metadata } });
      }),
      { seed: 20_261_121, numRuns: 300 },
    );
  });
});

describe("the names in a store (coverages?list=all)", () => {
  const list = (names: readonly string[], format: DocumentFormat, lists: "published" | "stock") =>
    renderNameList("coverageName", names, { format, base: "", lists }).text;

  test.for([
    [["NO2"], "<list><coverageName>NO2</coverageName></list>", '{"list":{"string":["NO2"]}}'],
    [
      ["NO2", "a<b"],
      "<list><coverageName>NO2</coverageName><coverageName>a&lt;b</coverageName></list>",
      '{"list":{"string":["NO2","a<b"]}}',
    ],
    [[], "<list/>", '{"list":{"string":[]}}'],
  ] as const)("%j", ([names, xml, json]) => {
    for (const lists of ["published", "stock"] as const) {
      expect(list(names, "xml", lists)).toBe(xml);
      expect(list(names, "json", lists)).toBe(json);
    }
  });
});
