/** What the comparison of styles shows apart, and what it takes for the same. */
import { describe, expect, test } from "vitest";
import { compareStyles } from "../support/styles/sld-compare.ts";
import { readSld } from "../support/styles/sld-model.ts";

interface Rule {
  readonly where?: string;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly title?: string;
  readonly draws?: string;
}

const first = '<VendorOption name="ruleEvaluation">first</VendorOption>';

/** A document of levels, each a list of rules. */
function sld(levels: readonly (readonly Rule[])[], option = first): string {
  const rules = levels.map((level) => level.map(ruleText).join(""));
  return `<StyledLayerDescriptor xmlns="http://www.opengis.net/sld" xmlns:ogc="http://www.opengis.net/ogc" version="1.0.0">
    <NamedLayer><Name>any</Name><UserStyle>${rules
      .map((text) => `<FeatureTypeStyle>${text}${option}</FeatureTypeStyle>`)
      .join("")}</UserStyle></NamedLayer></StyledLayerDescriptor>`;
}

function ruleText({ where, min, max, title, draws = line() }: Rule): string {
  return `<Rule>${title === undefined ? "" : `<Title>${title}</Title>`}
    ${where === undefined ? "" : `<ogc:Filter>${where}</ogc:Filter>`}
    ${min === undefined ? "" : `<MinScaleDenominator>${min}</MinScaleDenominator>`}
    ${max === undefined ? "" : `<MaxScaleDenominator>${max}</MaxScaleDenominator>`}${draws}</Rule>`;
}

function css(name: string, content: string | number): string {
  return `<CssParameter name="${name}">${content}</CssParameter>`;
}

function line(colour = "#FF0000", ...more: readonly string[]): string {
  return `<LineSymbolizer><Stroke>${css("stroke", colour)}${more.join("")}</Stroke></LineSymbolizer>`;
}

function compare(name: string, property: string, value: string | number): string {
  return `<ogc:PropertyIs${name}><ogc:PropertyName>${property}</ogc:PropertyName><ogc:Literal>${value}</ogc:Literal></ogc:PropertyIs${name}>`;
}

const is = (property: string, value: string | number) => compare("EqualTo", property, value);
const isnt = (property: string, value: string | number) => compare("NotEqualTo", property, value);
const and = (...parts: readonly string[]) => `<ogc:And>${parts.join("")}</ogc:And>`;
const or = (...parts: readonly string[]) => `<ogc:Or>${parts.join("")}</ogc:Or>`;
const not = (part: string) => `<ogc:Not>${part}</ogc:Not>`;

function likeness(one: string, other: string): string {
  return compareStyles(readSld(one), readSld(other)).kind;
}

const one = (rule: Rule) => sld([[rule]]);
const text = (inner: string) =>
  `<TextSymbolizer><Label><ogc:PropertyName>n</ogc:PropertyName></Label>${inner}</TextSymbolizer>`;

describe("the same", () => {
  test.for<readonly [what: string, one: string, other: string]>([
    [
      "prefixes",
      one({}),
      one({})
        .replaceAll(/<(\/?)(?!ogc:|\/)/g, "<$1s:")
        .replace("xmlns=", "xmlns:s="),
    ],
    ["numbers", one({ min: "1.6E7", max: 20000000 }), one({ min: 16000000, max: "2.0E7" })],
    ["noise of sums", one({ max: "6989028.298786116" }), one({ max: "6989028.298786118" })],
    ["colours", one({ draws: line("#F00") }), one({ draws: line("#ff0000") })],
    [
      "defaults of strokes",
      one({ draws: line("#000000", css("stroke-width", "1.0"), css("stroke-linejoin", "mitre")) }),
      one({ draws: "<LineSymbolizer><Stroke/></LineSymbolizer>" }),
    ],
    [
      "defaults of fills and of squares",
      one({ draws: "<PointSymbolizer><Graphic><Mark><Fill/></Mark></Graphic></PointSymbolizer>" }),
      one({
        draws: `<PointSymbolizer><Graphic><Mark><WellKnownName>square</WellKnownName><Fill>${css("fill", "#808080")}</Fill></Mark>
          <Opacity>1.0</Opacity><Rotation>0</Rotation></Graphic></PointSymbolizer>`,
      }),
    ],
    [
      "defaults of fonts",
      one({ draws: text(`<Font>${css("font-size", 12)}</Font>`) }),
      one({
        draws: text(
          `<Font>${css("font-family", "Serif")}${css("font-size", "12px")}${css("font-style", "normal")}</Font>`,
        ),
      }),
    ],
    [
      "families of a font, and fonts",
      one({ draws: text(`<Font>${css("font-family", "a")}${css("font-family", "b")}</Font>`) }),
      one({
        draws: text(
          `<Font>${css("font-family", "a")}</Font><Font>${css("font-family", "b")}</Font>`,
        ),
      }),
    ],
    [
      "dashes",
      one({ draws: line("#f00", css("stroke-dasharray", "4.0 4.0")) }),
      one({ draws: line("#f00", css("stroke-dasharray", "4 4")) }),
    ],
    [
      "junctions in another order, nested and with repeats",
      one({ where: and(is("a", 1), and(is("b", 2), is("a", 1))) }),
      one({ where: and(is("b", "2.0"), is("a", 1)) }),
    ],
    ["what is not equal", one({ where: not(is("a", 1)) }), one({ where: isnt("a", 1) })],
    [
      "a text around expressions, and its function",
      one({
        draws:
          "<TextSymbolizer><Label>a<ogc:PropertyName>n</ogc:PropertyName><![CDATA[ b]]></Label></TextSymbolizer>",
      }),
      one({
        draws: `<TextSymbolizer><Label><ogc:Function name="Concatenate"><ogc:Literal>a</ogc:Literal>
          <ogc:PropertyName>n</ogc:PropertyName><ogc:Literal><![CDATA[ b]]></ogc:Literal></ogc:Function></Label></TextSymbolizer>`,
      }),
    ],
    [
      "options in another order",
      one({
        draws: text(
          '<VendorOption name="a">1</VendorOption><VendorOption name="b">2</VendorOption>',
        ),
      }),
      one({
        draws: text(
          '<VendorOption name="b">2.0</VendorOption><VendorOption name="a">1</VendorOption>',
        ),
      }),
    ],
    [
      "rules that exclude each other in another order",
      sld([[{ where: is("a", 1) }, { where: isnt("a", 1), draws: line("#0000ff") }]]),
      sld([[{ where: isnt("a", 1), draws: line("#0000ff") }, { where: is("a", 1) }]]),
    ],
  ])("%s", ([, left, right]) => {
    expect(likeness(left, right)).toBe("equal");
    expect(likeness(right, left)).toBe("equal");
  });
});

describe("the same meaning", () => {
  test.for<readonly [what: string, one: string, other: string]>([
    [
      "what comes later is what is left",
      sld([[{ where: is("a", 1) }, { draws: line("#0000ff") }]]),
      sld([[{ where: is("a", 1) }, { where: isnt("a", 1), draws: line("#0000ff") }]]),
    ],
    [
      "one rule for two values, or two rules",
      sld([[{ where: or(is("a", 1), is("a", 2)) }]]),
      sld([[{ where: is("a", 1) }, { where: is("a", 2) }]]),
    ],
    ["a scale in two parts", one({ max: 2000 }), sld([[{ max: 1000 }, { min: 1000, max: 2000 }]])],
    [
      "rules that exclude each other need no first",
      sld([[{ where: is("a", 1) }]], ""),
      sld([[{ where: is("a", 1) }]]),
    ],
  ])("%s", ([, left, right]) => {
    expect(likeness(left, right)).toBe("meaning");
    expect(likeness(right, left)).toBe("meaning");
  });
});

describe("different", () => {
  test.for<readonly [what: string, one: string, other: string]>([
    ["colours", one({}), one({ draws: line("#fe0000") })],
    ["a scale", one({ max: 2000 }), one({ max: 2001 })],
    [
      "the ends of a range",
      one({ where: compare("LessThan", "a", 5) }),
      one({ where: compare("LessThanOrEqualTo", "a", 5) }),
    ],
    [
      "a fill that is there and one that is not",
      one({ draws: text("<Fill/>") }),
      one({ draws: text("") }),
    ],
    [
      "an option",
      one({ draws: text('<VendorOption name="repeat">1</VendorOption>') }),
      one({ draws: text("") }),
    ],
    [
      "what is missing",
      one({ where: compare("LessThan", "a", 5) }),
      one({ where: not(compare("GreaterThanOrEqualTo", "a", 5)) }),
    ],
    [
      "null",
      one({ where: isnt("a", 1) }),
      one({
        where: and(
          isnt("a", 1),
          not("<ogc:PropertyIsNull><ogc:PropertyName>a</ogc:PropertyName></ogc:PropertyIsNull>"),
        ),
      }),
    ],
    [
      "the order of rules that overlap",
      sld([[{ where: is("a", 1) }, { where: is("b", 1), draws: line("#0000ff") }]]),
      sld([[{ where: is("b", 1), draws: line("#0000ff") }, { where: is("a", 1) }]]),
    ],
    [
      "first or all",
      sld([[{ where: is("a", 1) }, { draws: line("#0000ff") }]]),
      sld([[{ where: is("a", 1) }, { draws: line("#0000ff") }]], ""),
    ],
    [
      "the order of levels",
      sld([[{}], [{ draws: line("#0000ff") }]]),
      sld([[{ draws: line("#0000ff") }], [{}]]),
    ],
    [
      "one level or two",
      sld([[{}], [{ draws: line("#0000ff") }]]),
      one({ draws: line() + line("#0000ff") }),
    ],
    [
      "the order of symbolizers",
      one({ draws: line() + line("#0000ff") }),
      one({ draws: line("#0000ff") + line() }),
    ],
    [
      "one of many values",
      sld([
        Array.from({ length: 40 }, (_unused, at) => ({
          where: and(is("a", `v${at}`), is(`b${at % 5}`, at)),
        })),
      ]),
      sld([
        Array.from({ length: 39 }, (_unused, at) => ({
          where: and(is("a", `v${at}`), is(`b${at % 5}`, at)),
        })),
      ]),
    ],
    [
      "levels of other types",
      one({}),
      one({}).replace("<Rule>", "<FeatureTypeName>t</FeatureTypeName><Rule>"),
    ],
  ])("%s", ([, left, right]) => {
    expect(likeness(left, right)).toBe("different");
    expect(likeness(right, left)).toBe("different");
  });

  test("titles make models unlike, not drawings", () => {
    expect(likeness(one({ title: "a" }), one({ title: "b" }))).toBe("meaning");
  });

  test("elements that are not known are not passed over", () => {
    expect(() => readSld(one({ draws: "<LineSymbolizer><Strook/></LineSymbolizer>" }))).toThrow(
      /LineSymbolizer holds Strook/,
    );
    expect(() => readSld(one({ where: "<ogc:PropertyIsNil/>" }))).toThrow(/PropertyIsNil/);
  });
});
