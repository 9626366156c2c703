/** What is worth a warning in SLDs: one style, and what is reported of it, per row. */
import { describe, expect, test } from "vitest";
import { lintSld } from "../../src/lint/sld.ts";
import { filled, growthProblem } from "../growth/growth.ts";
import { testInProof } from "../support/run/scale.ts";

const NS =
  'xmlns="http://www.opengis.net/sld" xmlns:ogc="http://www.opengis.net/ogc" xmlns:xlink="http://www.w3.org/1999/xlink"';
const NS11 =
  'xmlns="http://www.opengis.net/sld" xmlns:se="http://www.opengis.net/se" xmlns:ogc="http://www.opengis.net/ogc" xmlns:xlink="http://www.w3.org/1999/xlink"';

const line =
  '<LineSymbolizer><Stroke><CssParameter name="stroke">#000000</CssParameter></Stroke></LineSymbolizer>';

function levels(content: string): string {
  return `<StyledLayerDescriptor version="1.0.0" ${NS}>
<NamedLayer><Name>n</Name><UserStyle>
${content}
</UserStyle></NamedLayer></StyledLayerDescriptor>`;
}

function rules(content: string): string {
  return levels(`<FeatureTypeStyle>\n${content}\n</FeatureTypeStyle>`);
}

function rule(content: string): string {
  return rules(`<Rule>\n${content}\n</Rule>`);
}

function filtered(filter: string): string {
  return rule(`<ogc:Filter>${filter}</ogc:Filter>${line}`);
}

function compared(operator: string, value: string): string {
  return `<ogc:${operator}><ogc:PropertyName>a</ogc:PropertyName><ogc:Literal>${value}</ogc:Literal></ogc:${operator}>`;
}

function point(graphic: string): string {
  return rule(`<PointSymbolizer><Graphic>\n${graphic}\n</Graphic></PointSymbolizer>`);
}

const mark = "<Mark><WellKnownName>square</WellKnownName></Mark>";

function ownLayer(features: string): string {
  return `\n<UserLayer>${features}<UserStyle><FeatureTypeStyle><Rule><LineSymbolizer/></Rule></FeatureTypeStyle></UserStyle></UserLayer>`;
}

/** Findings as text: place, sort, message, hint. */
function told(text: string): readonly string[] {
  return lintSld(Buffer.from(text)).findings.map(
    ({ line: row, column, type: sort, message, hint = "" }) =>
      `${row}:${column} ${sort}: ${message}. ${hint}`.trimEnd(),
  );
}

const nothing: readonly (readonly [string, string])[] = [
  ["a plain style", rule(line)],
  [
    "a style without a layer around it",
    `<UserStyle ${NS}><FeatureTypeStyle><Rule>${line}</Rule></FeatureTypeStyle></UserStyle>`,
  ],
  ["parameters in short", rule(line.replace('name="stroke"', 'name="width"'))],
  [
    "a rule without symbolizer beside others, for what is left",
    rules(`<Rule/><Rule><ElseFilter/>${line}</Rule>`),
  ],
  [
    "a rule without symbolizer that keeps others from drawing",
    rules(`<Rule/><Rule>${line}</Rule><VendorOption name="ruleEvaluation">first</VendorOption>`),
  ],
  [
    "a rule for the legend",
    rules(
      `<Rule><LegendGraphic><Graphic>${mark}</Graphic></LegendGraphic></Rule><Rule>${line}</Rule>`,
    ),
  ],
  ["a heading of a legend", rules(`<Rule><Title>Depth</Title></Rule><Rule>${line}</Rule>`)],
  [
    "a style that is kept elsewhere",
    `<StyledLayerDescriptor version="1.0.0" ${NS}><NamedLayer><Name>n</Name><NamedStyle><Name>s</Name></NamedStyle></NamedLayer></StyledLayerDescriptor>`,
  ],
  [
    "scales that meet",
    rule(
      `<MinScaleDenominator>10</MinScaleDenominator><MaxScaleDenominator>20</MaxScaleDenominator>${line}`,
    ),
  ],
  [
    "either of two values",
    filtered(
      `<ogc:Or>${compared("PropertyIsEqualTo", "1")}${compared("PropertyIsEqualTo", "2")}</ogc:Or>`,
    ),
  ],
  [
    "two values, of a path that may lead to several",
    filtered(
      `<ogc:And>${compared("PropertyIsEqualTo", "1")}${compared("PropertyIsEqualTo", "2")}</ogc:And>`.replaceAll(
        ">a<",
        ">b/c<",
      ),
    ),
  ],
  [
    "two values, case left aside",
    filtered(
      `<ogc:And>${compared("PropertyIsEqualTo", "x")}${compared('PropertyIsEqualTo matchCase="false"', "X").replace('</ogc:PropertyIsEqualTo matchCase="false">', "</ogc:PropertyIsEqualTo>")}</ogc:And>`,
    ),
  ],
  [
    "numbers without an end, and none at all, as Java spells them",
    rule(
      '<RasterSymbolizer><ColorMap><ColorMapEntry color="#000000" quantity="-Infinity"/><ColorMapEntry color="#000000" quantity="NaN"/></ColorMap></RasterSymbolizer>',
    ),
  ],
  [
    "functions of a server",
    filtered(
      `<ogc:PropertyIsEqualTo><ogc:Function name="STRTOLOWERCASE"><ogc:PropertyName>a</ogc:PropertyName></ogc:Function><ogc:Literal>x</ogc:Literal></ogc:PropertyIsEqualTo>`,
    ),
  ],
  [
    "a process of an extension",
    levels(
      `<FeatureTypeStyle><Transformation><ogc:Function name="x:Any"><ogc:Function name="parameter"><ogc:Literal>data</ogc:Literal></ogc:Function></ogc:Function></Transformation><Rule>${line}</Rule></FeatureTypeStyle>`,
    ),
  ],
  [
    "elements of 1.1",
    `<StyledLayerDescriptor version="1.1.0" ${NS11}><NamedLayer><se:Name>n</se:Name><UserStyle><se:FeatureTypeStyle><se:Rule><se:Description><se:Title>t</se:Title></se:Description><se:LineSymbolizer><se:Stroke><se:SvgParameter name="stroke">#000000</se:SvgParameter></se:Stroke></se:LineSymbolizer></se:Rule></se:FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>`,
  ],
  ["elements of a namespace without its prefix", rule(line).replaceAll("ogc:", "")],
  [
    "numbers in an order that texts may not have",
    filtered(
      `<ogc:And>${compared("PropertyIsLessThan", "9")}${compared("PropertyIsGreaterThan", "10")}</ogc:And>`,
    ),
  ],
  [
    "geometries in filters",
    filtered(
      '<ogc:BBOX><ogc:PropertyName>g</ogc:PropertyName><gml:Box xmlns:gml="http://www.opengis.net/gml"><gml:coordinates>0,0 1,1</gml:coordinates></gml:Box></ogc:BBOX>',
    ),
  ],
];

const something: readonly (readonly [string, string, readonly string[]])[] = [
  [
    "an element that there is not",
    rule("<LineSymboliser/>"),
    [
      "5:1 unread: LineSymboliser is no element of a style; servers pass over it. Did you mean LineSymbolizer?",
    ],
  ],
  [
    "an element where it is not read",
    rule(`<Stroke/>${line}`),
    [
      "5:1 unread: Stroke is not read in Rule; servers pass over it. It belongs in LineSymbolizer, PolygonSymbolizer, Mark or ImageOutline.",
    ],
  ],
  [
    "an element of the other version",
    rule(line.replaceAll("CssParameter", "SvgParameter")),
    [
      "5:25 unread: SvgParameter is read in SLD 1.1.0 only, and this is 1.0.0. Name it CssParameter.",
    ],
  ],
  [
    "a parameter that there is not, in several places",
    rule(`${line.replace('"stroke"', '"stoke"')}\n${line.replace('"stroke"', '"stoke"')}`),
    [
      "5:25 unread: stoke is no parameter of Stroke; servers pass over it (and in 1 more place). Did you mean stroke?",
    ],
  ],
  [
    "an option that there is not",
    rule(line.replace("</LineS", '<VendorOption name="compositte">multiply</VendorOption></LineS')),
    ["5:84 unread: The option compositte is one that no server reads. Did you mean composite?"],
  ],
  [
    "attributes that are nearly others",
    rule(
      '<RasterSymbolizer><ColorMap typ="ramp">\n<ColorMapEntry colour="#000000" quantiy="1"/></ColorMap></RasterSymbolizer>',
    ),
    [
      "5:19 unread: typ is no attribute of ColorMap; servers pass over it. Did you mean type?",
      "6:1 unread: ColorMapEntry has no attribute color, without which it means nothing. Did you mean color by colour?",
      "6:1 unread: ColorMapEntry has no attribute quantity, without which it means nothing. Did you mean quantity by quantiy?",
    ],
  ],
  [
    "a scale that is no number",
    rule(
      `<MinScaleDenominator>x</MinScaleDenominator><MaxScaleDenominator>1</MaxScaleDenominator>${line}`,
    ),
    [
      '5:1 unread: MinScaleDenominator is "x", which is no number; servers refuse it or pass over it.',
    ],
  ],
  [
    "scales that do not meet",
    rule(
      `<MinScaleDenominator>50</MinScaleDenominator><MaxScaleDenominator>20</MaxScaleDenominator>${line}`,
    ),
    [
      "4:1 undrawn: The rule draws at no scale: its MinScaleDenominator 50 is not below its MaxScaleDenominator 20.",
    ],
  ],
  [
    "a filter that cannot hold",
    filtered(
      `<ogc:And>${compared("PropertyIsEqualTo", "1")}${compared("PropertyIsEqualTo", "2")}</ogc:And>`,
    ),
    ["5:1 undrawn: The rule draws nothing: no feature can meet its filter."],
  ],
  [
    "a rule without symbolizer",
    rules(`<Rule>${line}</Rule>\n<Rule><Name>t</Name></Rule>`),
    ["5:1 undrawn: The rule draws nothing: it has no symbolizer."],
  ],
  [
    "a style without any",
    rules("<Rule/>"),
    ["1:1 undrawn: The style draws nothing: there is no symbolizer in it."],
  ],
  [
    "a function that no server has",
    filtered(
      `<ogc:PropertyIsEqualTo><ogc:Function name="strToLowercas"><ogc:PropertyName>a</ogc:PropertyName></ogc:Function><ogc:Literal>x</ogc:Literal></ogc:PropertyIsEqualTo>`,
    ),
    [
      "5:36 refused: GeoServer has no function strToLowercas; servers refuse a style that calls one. Did you mean strToLowerCase?",
    ],
  ],
  [
    "a function of an extension",
    filtered(
      `<ogc:PropertyIsEqualTo><ogc:Function name="zoomLevel"/><ogc:Literal>x</ogc:Literal></ogc:PropertyIsEqualTo>`,
    ),
    [
      "5:36 refused: The function zoomLevel is one of GeoServer's extension for MapBox styles; servers without it refuse the style.",
    ],
  ],
  [
    "several layers",
    rule(line).replace(
      "</StyledLayerDescriptor>",
      "<NamedLayer><Name>m</Name></NamedLayer></StyledLayerDescriptor>",
    ),
    [
      "1:1 refused: There are 2 layers in the style; a stock server refuses it unless it has a layer of each name.",
    ],
  ],
  [
    "another root in SLD 1.1",
    `<UserStyle version="1.1.0" ${NS}><FeatureTypeStyle><Rule><LineSymbolizer/></Rule></FeatureTypeStyle></UserStyle>`,
    [
      "1:1 refused: A stock server refuses an SLD 1.1 with the root UserStyle. Put it into NamedLayer, and that into StyledLayerDescriptor.",
    ],
  ],
  [
    "layers of the style's own beside each other, without features",
    `<StyledLayerDescriptor version="1.0.0" ${NS}>${ownLayer("<InlineFeature/>")}${ownLayer("")}</StyledLayerDescriptor>`,
    [
      "3:1 refused: A stock server refuses a style of several layers in which a UserLayer has no InlineFeature.",
    ],
  ],
  [
    "a layer of the style's own in SLD 1.1",
    `<StyledLayerDescriptor version="1.1.0" ${NS}>${ownLayer("<InlineFeature/>")}</StyledLayerDescriptor>`,
    ["2:1 refused: A stock server refuses UserLayer in SLD 1.1. Write NamedLayer, or SLD 1.0."],
  ],
  [
    "a colour map of entries in SLD 1.1",
    rule(
      "<RasterSymbolizer><ColorMap><ColorMapEntry color='#000000' quantity='1'/></ColorMap></RasterSymbolizer>",
    ).replace("1.0.0", "1.1.0"),
    [
      "5:19 refused: A stock server refuses a ColorMap of SLD 1.1 that holds neither Categorize nor Interpolate. ColorMapEntry is of SLD 1.0.",
    ],
  ],
  [
    "a process of an extension",
    filtered(
      '<ogc:PropertyIsEqualTo><ogc:Function name="gs:Heatmap"/><ogc:Literal>1</ogc:Literal></ogc:PropertyIsEqualTo>',
    ),
    [
      "5:36 refused: The process gs:Heatmap is one of GeoServer's extension for processes (WPS); servers without it refuse the style.",
    ],
  ],
];

describe("an SLD", () => {
  test.each(nothing)("of which nothing is told: %s", (_, text) => {
    expect(told(text)).toEqual([]);
  });

  test.each(something)("of which something is told: %s", (_, text, findings) => {
    expect(told(text)).toEqual(findings);
  });

  test("has findings to a bound", () => {
    const many = Array.from({ length: 80 }, (_, at) => `<Extra${at}abc/>`).join("");
    expect(told(rule(`${line}${many}`))).toHaveLength(50);
  });

  test("of several bytes per character, and with Windows line ends, has its places", () => {
    const text = rule(`<Title>Straße – 🚂</Title><LineSymboliser/>`).replaceAll("\n", "\r\n");
    expect(told(text)[0]).toMatch(/^5:\d+ unread: LineSymboliser/);
    const column = Number(/^5:(\d+)/.exec(told(text)[0] ?? "")?.[1]);
    expect(text.split("\r\n")[4]?.slice(column - 1)).toMatch(/^<LineSymboliser/);
  });
});

describe("images of an SLD", () => {
  const graphic = (address: string): string =>
    `<ExternalGraphic><OnlineResource xlink:href="${address}"/><Format>image/png</Format></ExternalGraphic>`;
  test.each([
    ["beside it", graphic("a.png"), ["a.png"]],
    ["below it", graphic("./icons/a.png"), ["icons/a.png"]],
    ["with what a server puts into it", graphic("a.svg?fill=#ff0000"), ["a.svg"]],
    ["with a blank", graphic("a%20b.png"), ["a b.png"]],
    ["with a blank that is no number", graphic("a%2.png"), []],
    ["written as a file", graphic("file:a.png"), ["a.png"]],
    ["in both of two places", `${graphic("a.png")}${graphic("b.png")}`, ["a.png", "b.png"]],
    ["as a mark", "<Mark><WellKnownName>file://a.svg</WellKnownName></Mark>", ["a.svg"]],
    ["of another server", graphic("https://example.org/a.png"), []],
    ["of charts", graphic("http://chart?cht=p"), []],
    ["of a program", graphic("jar:file:/a.jar!/a.png"), []],
    ["chosen by the feature", graphic("${kind}.png"), []],
    ["drawn by a font", "<Mark><WellKnownName>ttf://Arial#0x41</WellKnownName></Mark>", []],
  ])("%s", (_, content, images) => {
    expect(lintSld(Buffer.from(point(content))).images.map(({ path }) => path)).toEqual(images);
  });

  test.each([
    "/a.png",
    "../a.png",
    "icons/../a.png",
    "icons\\a.png",
    "\\\\srv\\share\\a.png",
    "C:/icons/a.png",
    "file:///srv/a.png",
    "%2e%2e/icons/a.png",
    "icons/%2E%2e%2f..%2fa.png",
    "icons%5ca.png",
  ])("at a path that leads out of its folder: %s", (address) => {
    const { images } = lintSld(Buffer.from(point(graphic(address))));
    expect(images).toMatchObject([{ path: address, isOutside: true }]);
  });
});

describe("twice the text costs twice the work", () => {
  const looked = (text: string) => () => lintSld(Buffer.from(text));
  test.for<readonly [string, (size: number) => string]>([
    ["a number that is none", (size) => point(`<Size>${filled(size, "1", { tail: "x" })}</Size>`)],
    [
      "an empty text",
      (size) =>
        filtered(compared("PropertyIsEqualTo", filled(size, "\n", { head: "a", tail: "a" }))),
    ],
    [
      "comments of a program",
      (size) =>
        rule(
          line +
            Array.from({ length: size / 8 }, (_, at) => `<!--${at} not implemented yet-->`).join(
              "",
            ),
        ),
    ],
  ])("%s", async ([, style]) => {
    const work = (look: () => unknown) => look();
    expect(await growthProblem({ make: (size) => looked(style(size)), work })).toBeUndefined();
  });
});

test("what is wrong quotes no more than the beginning of a long value", () => {
  const [found] = lintSld(Buffer.from(point(`<Size>${"1".repeat(5_000)},5x</Size>`))).findings;
  expect(found?.message).toMatch(/^Size is "1+…$/);
  expect(found?.message.length).toBeLessThan(1_100);
});

testInProof(
  "a style with as many images as a document may hold",
  async () => {
    const names = "<WellKnownName>file://a.svg</WellKnownName>".repeat(140_000);
    const { findings, images } = lintSld(Buffer.from(point(`<Mark>${names}</Mark>`)));
    expect(findings).toEqual([]);
    expect(images).toHaveLength(140_000);
  },
  120_000,
);
