/** Coverages as stock servers write them, and bodies as they read them; written by hand. */
import { describe, expect, test } from "vitest";
import {
  parseCoverageSettings,
  parseCoverageStore,
  renderCoverageInput,
} from "../../src/wire/coverage-settings.ts";

const answer = (text: string) => ({
  status: 200,
  headers: {},
  body: new TextEncoder().encode(text),
});

const STOCK = `<coverage>
  <name>rain</name><nativeName>rain</nativeName>
  <namespace><name>hydro</name></namespace>
  <title>Rain &amp; snow</title><description>Generated from ImageMosaic</description>
  <keywords><string>rain</string><string>WCS</string><string>ImageMosaic</string></keywords>
  <enabled>true</enabled>
  <metadata>
    <entry key="time"><dimensionInfo><enabled>true</enabled><presentation>DISCRETE_INTERVAL</presentation>
      <resolution>3600000</resolution><units>ISO8601</units>
      <defaultValue><strategy>FIXED</strategy><referenceValue>2026-01-01T00:00:00Z</referenceValue></defaultValue>
    </dimensionInfo></entry>
    <entry key="elevation"><dimensionInfo><enabled>false</enabled></dimensionInfo></entry>
    <entry key="dirName">rain_rain</entry>
  </metadata>
  <store class="coverageStore"><name>hydro:rain</name></store>
  <nativeCoverageName>rain_native</nativeCoverageName>
</coverage>`;

const TIME = {
  key: "time",
  presentation: "DISCRETE_INTERVAL",
  resolution: "3600000",
  units: "ISO8601",
  defaultStrategy: "FIXED",
  defaultReference: "2026-01-01T00:00:00Z",
};

describe("coverages", () => {
  test("names, title, enabled dimensions and other entries are read", () => {
    expect(parseCoverageSettings(answer(STOCK))).toEqual({
      name: "rain",
      nativeName: "rain_native",
      title: "Rain & snow",
      abstract: "",
      keywords: ["rain", "WCS", "ImageMosaic"],
      enabled: true,
      dimensions: [TIME],
      otherMetadata: [{ "@key": "dirName", $: "rain_rain" }],
    });
  });

  test("an empty document is a coverage without anything", () => {
    expect(parseCoverageSettings(answer("<coverage><name>a</name></coverage>"))).toMatchObject({
      nativeName: "a",
      title: "",
      dimensions: [],
      otherMetadata: [],
    });
  });

  test("a body says what is wanted, keeps other entries and escapes", () => {
    const input = { name: "rain", nativeName: "r", title: "Rain & snow", dimensions: [TIME] };
    expect(renderCoverageInput(input, [{ "@key": "dirName", $: "rain_rain" }])).toBe(
      "<coverage><nativeCoverageName>r</nativeCoverageName><name>rain</name><nativeName>r</nativeName>" +
        "<title>Rain &amp; snow</title><metadata>" +
        '<entry key="dirName">rain_rain</entry><entry key="time"><dimensionInfo><enabled>true</enabled>' +
        "<presentation>DISCRETE_INTERVAL</presentation><resolution>3600000</resolution><units>ISO8601</units>" +
        "<defaultValue><strategy>FIXED</strategy><referenceValue>2026-01-01T00:00:00Z</referenceValue></defaultValue>" +
        "</dimensionInfo></entry></metadata></coverage>",
    );
  });

  test("what is left open is not in the body", () => {
    expect(renderCoverageInput({ name: "a", nativeName: "a" })).toBe(
      "<coverage><nativeCoverageName>a</nativeCoverageName><name>a</name><nativeName>a</nativeName></coverage>",
    );
  });
});

test("a store says what it is and where it lies", () => {
  const store =
    "<coverageStore><name>a b</name><type>ImageMosaic</type><url>file:data/w/a%20b%2B</url></coverageStore>";
  expect(parseCoverageStore(answer(store))).toEqual({
    storeType: "ImageMosaic",
    url: "file:data/w/a b+",
  });
});
