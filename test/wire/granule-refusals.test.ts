/** What claims to hold granules and does not is refused with a WireError, whatever it is. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { IndexAttribute } from "../../src/model/granule.ts";
import { granules as limits } from "../../src/model/limits.ts";
import { parseGranules } from "../../src/wire/granule-reading.ts";
import { WireError } from "../../src/wire/wire-error.ts";

const attributes: readonly IndexAttribute[] = [
  { name: "the_geom", type: "geometry" },
  { name: "n", type: "double" },
  { name: "i", type: "integer" },
  { name: "t", type: "timestamp" },
  { name: "b", type: "boolean" },
  { name: "s", type: "string" },
];

const square = [
  [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ],
];
const polygon = { type: "Polygon", coordinates: square };
const feature = (change: object) => ({
  type: "Feature",
  properties: {},
  geometry: polygon,
  id: "a.1",
  ...change,
});
const page = (...features: readonly unknown[]) =>
  JSON.stringify({ type: "FeatureCollection", features });

function faultOf(text: string, format: "json" | "xml"): string {
  try {
    parseGranules(text, format, attributes);
    return "none";
  } catch (error) {
    return error instanceof WireError ? error.code : String(error);
  }
}

describe("JSON", () => {
  test.for([
    ["", "malformed"],
    ["{", "malformed"],
    ["null", "malformed"],
    ["[]", "malformed"],
    ['{"type":"Feature"}', "malformed"],
    ['{"type":"FeatureCollection"}', "malformed"],
    ['{"type":"FeatureCollection","features":{}}', "malformed"],
    [page(null), "malformed"],
    [page(feature({ type: "Other" })), "malformed"],
    [page(feature({ id: undefined })), "malformed"],
    [page(feature({ id: "" })), "malformed"],
    [page(feature({ id: 1 })), "malformed"],
    [page(feature({ properties: null })), "malformed"],
    [page(feature({ properties: [] })), "malformed"],
    [page(feature({ geometry: 1 })), "meaningless"],
    [page(feature({ geometry: { type: "Point", coordinates: [1, 2] } })), "meaningless"],
    [page(feature({ geometry: { type: "Polygon" } })), "malformed"],
    [page(feature({ geometry: { type: "Polygon", coordinates: [[[1]]] } })), "malformed"],
    [page(feature({ geometry: { type: "Polygon", coordinates: [[["1", 2]]] } })), "malformed"],
    [page(feature({})).replace("[0,0]", "[0,1e999]"), "malformed"],
    [page(feature({ properties: { n: "x" } })), "meaningless"],
    [page(feature({ properties: { n: "" } })), "meaningless"],
    [page(feature({ properties: { n: "NaN" } })), "meaningless"],
    [page(feature({ properties: { n: true } })), "meaningless"],
    [page(feature({ properties: { i: {} } })), "meaningless"],
    [page(feature({ properties: { t: "yesterday" } })), "meaningless"],
    [page(feature({ properties: { t: "2024-13-01T00:00:00Z" } })), "meaningless"],
    [page(feature({ properties: { t: 1 } })), "meaningless"],
    [page(feature({ properties: { b: "yes" } })), "meaningless"],
    [page(feature({ properties: { s: ["a"] } })), "meaningless"],
  ] as const)("%s", ([text, fault]) => {
    expect(faultOf(text, "json")).toBe(fault);
  });

  test("what is right beside these is read", () => {
    const properties = { n: "1.5", i: 1e300, t: "2024-01-01T01:00:00+01:00", b: "true", s: 7 };
    const [read] = parseGranules(page(feature({ properties })), "json", attributes);
    expect(read?.values).toEqual({ n: 1.5, i: 1e300, t: Date.UTC(2024, 0, 1), b: true, s: "7" });
  });

  test("more granules than a page has, or more characters", () => {
    const one = feature({ geometry: null });
    expect(faultOf(page(...Array.from({ length: limits.page + 1 }, () => one)), "json")).toBe(
      "too-large",
    );
    expect(faultOf(" ".repeat(limits.pageCharacters + 1), "json")).toBe("too-large");
  });
});

describe("XML", () => {
  const root = (content: string, name = "wfs:FeatureCollection") =>
    `<${name} xmlns:wfs="http://www.opengis.net/wfs" xmlns:gml="http://www.opengis.net/gml" ` +
    `xmlns:gf="http://www.geoserver.org/rest/granules">${content}</${name}>`;
  const member = (content: string, fid = 'fid="a.1"') =>
    root(`<gml:featureMember><gf:a ${fid}>${content}</gf:a></gml:featureMember>`);
  const ring = (coordinates: string) =>
    member(
      "<gf:the_geom><gml:Polygon><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>" +
        `${coordinates}</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></gf:the_geom>`,
    );
  test.for([
    ["", "malformed"],
    ["<a", "malformed"],
    [root("", "wfs:Other"), "malformed"],
    [`<!DOCTYPE a [<!ENTITY b "c">]>${root("")}`, "malformed"],
    [member("", ""), "malformed"],
    [member("", 'fid=""'), "malformed"],
    [member("<gf:the_geom/>"), "meaningless"],
    [member("<gf:the_geom><gml:Point/></gf:the_geom>"), "meaningless"],
    [ring("1"), "malformed"],
    [ring("1,"), "malformed"],
    [ring("1,x"), "malformed"],
    [ring("1,2 NaN,3"), "malformed"],
    [member("<gf:n>x</gf:n>"), "meaningless"],
    [member("<gf:n/>"), "meaningless"],
    [member("<gf:t>1</gf:t>"), "meaningless"],
  ] as const)("%s", ([text, fault]) => {
    expect(faultOf(text, "xml")).toBe(fault);
  });

  test("what is nested too deep", () => {
    expect(faultOf("<a>".repeat(500), "xml")).toBe("too-large");
    expect(faultOf(member("<a>".repeat(200) + "</a>".repeat(200)), "xml")).toBe("too-large");
    expect(faultOf("[".repeat(1_000_000), "json")).toBe("malformed");
  });
});

test.for(["json", "xml"] as const)("cut and changed %s is read or refused", (format) => {
  const whole =
    format === "json"
      ? page(feature({ properties: { n: 1, t: "2024-01-01T00:00:00Z", s: "a" } }))
      : '<c:FeatureCollection xmlns:c="c"><m:featureMember xmlns:m="m"><f fid="a.1"><n>1</n>' +
        "<t>2024-01-01T00:00:00Z</t></f></m:featureMember></c:FeatureCollection>";
  expect(faultOf(whole, format)).toBe("none");
  const cut = fc.tuple(fc.nat(whole.length), fc.nat(6), fc.string({ maxLength: 4 }));
  fc.assert(
    fc.property(cut, ([at, gone, put]) => {
      const text = whole.slice(0, at) + put + whole.slice(at + gone);
      expect(["none", "malformed", "meaningless", "too-large"]).toContain(faultOf(text, format));
    }),
    { seed: 5, numRuns: 500 },
  );
});
