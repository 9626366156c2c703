/** Styles, layers, levels and rules as SLD, written by hand; and what cannot be written. */
import { describe, expect, test } from "vitest";
import type { StyleRule } from "../../src/geocss/styling.ts";
import type { Value } from "../../src/geocss/value.ts";
import { writeStyle } from "../../src/geocss/sld/write-style.ts";
import { inspectStyle } from "../../src/wire/sld.ts";
import {
  compact,
  level,
  properties,
  rule,
  sldOf,
  styling,
  value,
} from "../support/styles/sld-stylings.ts";

const red = value.colour("#ff0000");
const line =
  '<LineSymbolizer><Stroke><CssParameter name="stroke">#ff0000</CssParameter></Stroke></LineSymbolizer>';
const first = '<VendorOption name="ruleEvaluation">first</VendorOption>';

/** What is inside of the root. */
function inside(document: string): string {
  return (
    /<StyledLayerDescriptor[^>]*>(.*)<\/StyledLayerDescriptor>/s.exec(compact(document))?.[1] ?? ""
  );
}

/** What is inside of the first feature type style. */
function inLevel(document: string): string {
  return /<FeatureTypeStyle>(.*?)<\/FeatureTypeStyle>/s.exec(compact(document))?.[1] ?? "";
}

describe("styles", () => {
  test("the whole document", () => {
    const document = sldOf(styling([level([rule({ stroke: red })])]));
    expect(document).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<sld:StyledLayerDescriptor xmlns="http://www.opengis.net/sld" xmlns:sld="http://www.opengis.net/sld" xmlns:gml="http://www.opengis.net/gml" xmlns:ogc="http://www.opengis.net/ogc" version="1.0.0">
  <sld:NamedLayer>
    <sld:Name>Default Styler</sld:Name>
    <sld:UserStyle>
      <sld:Name>Default Styler</sld:Name>
      <sld:FeatureTypeStyle>
        <sld:Rule>
          <sld:LineSymbolizer>
            <sld:Stroke>
              <sld:CssParameter name="stroke">#ff0000</sld:CssParameter>
            </sld:Stroke>
          </sld:LineSymbolizer>
        </sld:Rule>
        <sld:VendorOption name="ruleEvaluation">first</sld:VendorOption>
      </sld:FeatureTypeStyle>
    </sld:UserStyle>
  </sld:NamedLayer>
</sld:StyledLayerDescriptor>
`);
    expect(inspectStyle(new TextEncoder().encode(document), "sld")).toEqual({
      format: "sld",
      version: "1.0.0",
      name: "Default Styler",
      layers: ["Default Styler"],
    });
  });

  test("a document with texts among elements is indented alike", () => {
    const plain = sldOf(styling([level([rule({ stroke: red, label: value.text("a") })])]));
    const mixed = value.concatenation(value.attribute("a"), value.text(" b"));
    const label = "<sld:Label><ogc:PropertyName>a</ogc:PropertyName><![CDATA[ b]]></sld:Label>";
    expect(sldOf(styling([level([rule({ stroke: red, label: mixed })])]))).toBe(
      plain.replace("<sld:Label>a</sld:Label>", label),
    );
  });

  test("documents as deep as may be are written and read", () => {
    for (const text of [[], [value.text(" ")]]) {
      const width = value.call("f", nested(90), ...text);
      const document = sldOf(styling([level([rule({ stroke: red, "stroke-width": width })])]));
      expect(inspectStyle(new TextEncoder().encode(document), "sld").name).toBe("Default Styler");
      const { problems } = writeStyle(
        styling([level([rule({ stroke: red, "stroke-width": value.call("f", width) })])]),
      );
      expect(problems?.[0]?.message).toMatch(/101 levels/);
    }
  });

  test("names, titles and the colour behind", () => {
    const background = properties({ background: value.colour("#aabbcc") }).get("background");
    const style = styling([level([rule({ stroke: red })])], {
      name: "roads & rails",
      title: "Roads",
      abstract: "All of them",
      background,
    });
    expect(inside(sldOf(style))).toBe(
      "<NamedLayer><Name>roads &amp; rails</Name><UserStyle><Name>roads &amp; rails</Name><Title>Roads</Title>" +
        '<Abstract>All of them</Abstract><Background><CssParameter name="fill">#aabbcc</CssParameter></Background>' +
        `<FeatureTypeStyle><Rule>${line}</Rule>${first}</FeatureTypeStyle></UserStyle></NamedLayer>`,
    );
  });

  test("types of features are reported level by level, in one layer", () => {
    const rules = [rule({ stroke: red })];
    const style = styling([
      level(rules, { typeName: "w:roads", firstOnly: false }),
      level(rules, { typeName: "rails", firstOnly: false }),
      level(rules, { typeName: "w:roads" }),
    ]);
    const levelOf = (type: string, more = "") =>
      `<FeatureTypeStyle><FeatureTypeName>${type}</FeatureTypeName><Rule>${line}</Rule>${more}</FeatureTypeStyle>`;
    const levels = levelOf("w:roads") + levelOf("rails") + levelOf("w:roads", first);
    expect(inside(sldOf(style))).toBe(
      `<NamedLayer><Name>Default Styler</Name><UserStyle><Name>Default Styler</Name>${levels}</UserStyle></NamedLayer>`,
    );
  });
});

describe("levels", () => {
  test("options of a level come from the first rule that gives them, its first value", () => {
    const rules = [
      rule({ stroke: red }),
      rule({ stroke: red, composite: [value.name("multiply"), value.number(0.5)] }),
      rule({
        stroke: red,
        composite: value.name("screen"),
        "composite-base": value.name("true"),
        "sort-by": value.text("z, cat D"),
        "sort-by-group": value.text("ways"),
      }),
    ];
    const option = (name: string, text: string) =>
      `<VendorOption name="${name}">${text}</VendorOption>`;
    expect(inLevel(sldOf(styling([level(rules)])))).toBe(
      `<Rule>${line}</Rule>`.repeat(3) +
        option("composite", "multiply") +
        option("composite-base", "true") +
        option("sortBy", "z, cat D") +
        option("sortByGroup", "ways") +
        first,
    );
  });

  const parameter = (name: string, ...values: readonly string[]) =>
    `<ogc:Function name="parameter"><ogc:Literal>${name}</ogc:Literal>${values
      .map((text) => `<ogc:Literal>${text}</ogc:Literal>`)
      .join("")}</ogc:Function>`;

  test.for<readonly [what: string, transform: Value, name: string, parameters: string]>([
    [
      "the input is added",
      {
        type: "transform",
        name: "ras:Contour",
        parameters: [{ name: "levels", values: [value.number(1100), value.number(1200)] }],
      },
      "ras:Contour",
      parameter("data") + parameter("levels", "1100", "1200"),
    ],
    [
      "the input under its own name",
      { type: "transform", name: "vec:Simplify", parameters: [] },
      "vec:Simplify",
      parameter("features"),
    ],
    [
      "an input that is named stays",
      { type: "transform", name: "ras:Jiffle", parameters: [{ name: "c", values: [] }] },
      "ras:Jiffle",
      parameter("c"),
    ],
    ["a bare call", value.call("vec:Centroid"), "vec:Centroid", parameter("features")],
  ])("a transformation: %s", ([, transform, name, parameters]) => {
    expect(inLevel(sldOf(styling([level([rule({ stroke: red, transform })])])))).toBe(
      `<Transformation><ogc:Function name="${name}">${parameters}</ogc:Function></Transformation>` +
        `<Rule>${line}</Rule>${first}`,
    );
  });

  test("rules that draw nothing are left out, and so are levels of them", () => {
    const idle = rule({ "stroke-width": value.number(3) });
    const style = styling([level([idle]), level([idle, rule({ stroke: red }), idle])]);
    expect(compact(sldOf(style)).match(/<Rule>.*<\/Rule>/s)?.[0]).toBe(`<Rule>${line}</Rule>`);
  });

  test("what a rule switches off is not drawn by the rules after it", () => {
    const off = rule({ stroke: value.none }, { filter: { type: "ids", ids: ["r.1"] } });
    const rules = [off, rule({ stroke: red }), off];
    const nothing =
      '<Rule><ogc:Filter><ogc:FeatureId fid="r.1"/></ogc:Filter><PolygonSymbolizer/></Rule>';
    expect(inLevel(sldOf(styling([level(rules)])))).toBe(`${nothing}<Rule>${line}</Rule>${first}`);
    expect(inLevel(sldOf(styling([level(rules, { firstOnly: false })])))).toBe(
      `<Rule>${line}</Rule>`,
    );
  });
});

test("rules have names, titles by language, conditions and scales", () => {
  const one = rule(
    { stroke: red },
    {
      name: "7",
      title: new Map([
        ["", "Roads"],
        ["it", "Strade"],
      ]),
      abstract: new Map([["en_US", "Big ones"]]),
      scale: { min: 1000, max: 16_000_000.5 },
      filter: { type: "is-null", value: { type: "attribute", name: "a" } },
    },
  );
  expect(inLevel(sldOf(styling([level([one])])))).toBe(
    '<Rule><Name>7</Name><Title>Roads<Localized lang="it">Strade</Localized></Title>' +
      '<Abstract><Localized lang="en_US">Big ones</Localized></Abstract>' +
      "<ogc:Filter><ogc:PropertyIsNull><ogc:PropertyName>a</ogc:PropertyName></ogc:PropertyIsNull></ogc:Filter>" +
      "<MinScaleDenominator>1000</MinScaleDenominator><MaxScaleDenominator>16000000.5</MaxScaleDenominator>" +
      `${line}</Rule>${first}`,
  );
});

test("texts that no document can hold, ends of sections and line ends survive or are replaced", () => {
  const strange = "\u0001 ]]> \r\n < & é 🚆";
  const document = sldOf(styling([level([rule({ label: value.text(strange) })])]));
  expect(document).toContain("<sld:Label>\ufffd ]]&gt; &#xd;\n &lt; &amp; é 🚆</sld:Label>");
  const other = sldOf(styling([level([rule({ label: value.text(" ]]> ") })])]));
  expect(other).toContain("<![CDATA[ ]]]]><![CDATA[> ]]>");
  for (const text of [document, other])
    expect(inspectStyle(new TextEncoder().encode(text), "sld").name).toBe("Default Styler");
});

describe("problems", () => {
  const channels = value.name("auto");
  test("a style that draws nothing", () => {
    const problems = writeStyle(
      styling([level([rule({ "stroke-width": value.number(1) })])]),
    ).problems;
    expect(problems?.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^Invalid CSS style, no rule seems to activate any symbolization\. .*fill, stroke, mark, label and raster-channels/,
      ),
    ]);
    expect(writeStyle(styling([])).problems).toHaveLength(1);
  });

  test("two channels, or four, at their place and once", () => {
    const two = value.composite(value.number(1), value.number(2));
    const rules = [two, two].map((parts) => rule({ "raster-channels": parts }));
    expect(writeStyle(styling([level(rules)])).problems).toEqual([
      {
        message: "raster-channels takes auto, one channel or three, not 2",
        place: { line: 2, column: 3 },
      },
    ]);
  });

  test("colour maps of something else", () => {
    const map = value.composite(value.call("color-map-entry", red), red);
    const style = styling([
      level([rule({ "raster-channels": channels, "raster-color-map": map })]),
    ]);
    expect(writeStyle(style).problems).toEqual([
      {
        message: expect.stringMatching(/^raster-color-map takes entries/),
        place: { line: 3, column: 3 },
      },
    ]);
  });

  test.for<readonly [what: string, rules: readonly StyleRule[], told: RegExp]>([
    [
      "elements",
      Array.from({ length: 60_000 }, () => rule({ stroke: red })),
      /would have \d{6} elements; the limit is 200000$/,
    ],
    [
      "levels",
      [rule({ stroke: red, "stroke-width": nested(100) })],
      /would have 1\d\d levels of elements; the limit is 100$/,
    ],
    [
      "characters in an attribute",
      [rule({ mark: value.url("u".repeat(70_000)) })],
      /would have an attribute of 70000 characters; the limit is 65536$/,
    ],
    [
      "bytes",
      [rule({ label: value.text("é".repeat(4_200_000)) })],
      /would have 84\d{5} bytes; the limit is 8388608$/,
    ],
  ])("more %s than a document may have", ([, rules, told]) => {
    const { problems } = writeStyle(styling([level(rules)]));
    expect(problems?.map(({ message }) => message)).toEqual([expect.stringMatching(told)]);
  });
});

function nested(depth: number): Value {
  let inner: Value = value.number(1);
  for (let at = 0; at < depth; at += 1) inner = value.call("abs", inner);
  return inner;
}
