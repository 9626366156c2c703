/** Styles that want something of those who look at their pictures: nothing in a picture runs, leads elsewhere, or grows without end. */
import { expect, test } from "vitest";
import { painter as limits } from "../../src/model/limits.ts";
import { besideOf } from "../../src/painter/page/beside.ts";
import { sheetOf } from "../../src/painter/page/sheet.ts";
import { styleImage } from "../../src/painter/image.ts";
import { legendOf } from "../../src/painter/legend.ts";
import { readStyle } from "../../src/painter/read/read-style.ts";
import { tilesOf } from "../../src/painter/tile.ts";
import { evaluate } from "../../src/painter/values/evaluate.ts";
import { sampleFor } from "../../src/painter/values/sample.ts";
import { testInProof } from "../support/run/scale.ts";
import { readSvg, unsafeParts } from "../support/styles/svg-documents.ts";
import { css, line, paint, point, styleOf } from "./support.ts";

const attacks = [
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "&quot; onload=&quot;alert(1)",
  "javascript:alert(1)",
  "url(http://example.org/x)",
  "]]&gt;&lt;/svg&gt;&lt;script/&gt;",
  "&#x202e;&amp;lt;b&amp;gt;",
  "constructor",
  "__proto__",
  "#fff;} * { background: url(//example.org) }",
];

function ruleOf(attack: string): string {
  const label = `<TextSymbolizer><Label>${attack}</Label><Font>${css("font-family", attack)}${css("font-style", attack)}</Font><Fill>${css("fill", attack)}</Fill><VendorOption name="composite">${attack}</VendorOption></TextSymbolizer>`;
  const image = `<PointSymbolizer><Graphic><ExternalGraphic><OnlineResource xlink:href="${attack}"/><Format>${attack}</Format></ExternalGraphic></Graphic></PointSymbolizer>`;
  const mark = point(`<WellKnownName>ttf://${attack}#0x41</WellKnownName>${paint(attack, attack)}`);
  const stroke =
    css("stroke", attack) +
    css("stroke-dasharray", attack) +
    css("stroke-linecap", attack) +
    css("stroke-linejoin", attack);
  return `<Rule><Name>${attack}</Name><Title>${attack}</Title>${label}${image}${mark}${line(stroke)}</Rule>`;
}

test.for(attacks)("%s is text, or nothing", (attack) => {
  const { svg } = sheetOf(readStyle(Buffer.from(styleOf(ruleOf(attack)))), () => undefined);
  expect(unsafeParts(readSvg(svg))).toEqual([]);
});

test("names of elements and functions that every object of the language has", () => {
  const geometry =
    '<Geometry><ogc:Function name="constructor"><ogc:PropertyName>a</ogc:PropertyName></ogc:Function></Geometry>';
  const filter =
    "<ogc:Filter><ogc:toString><ogc:constructor/><ogc:PropertyName>a</ogc:PropertyName></ogc:toString></ogc:Filter>";
  const rule = `<Rule>${filter}<constructor/><LineSymbolizer>${geometry}<Stroke/></LineSymbolizer></Rule>`;
  const [tile] = tilesOf(readStyle(Buffer.from(styleOf(rule))), () => undefined).tiles;
  expect(tile?.drawing.notes).toEqual([
    "not shown: constructor",
    "parts of the condition are not supported; drawn as if it were met",
    "the geometry function constructor(a) is not supported; drawn without it",
  ]);
});

test("an image is one by its content, and no larger than the bound", () => {
  const page = Buffer.from("<html><script>alert(1)</script></html>");
  expect(styleImage(page)).toBeUndefined();
  const png = Buffer.alloc(limits.imageBytes + 1);
  png.write("\u0089PNG\r\n\u001a\n", "latin1");
  expect(styleImage(png)).toBeUndefined();
  expect(styleImage(png.subarray(0, 64))?.address).toMatch(/^data:image\/png;base64,/);
});

test("an image that begins its first tag again and again is looked through once", () => {
  expect(styleImage(Buffer.from("<svg ".repeat(limits.imageBytes / 5)))?.width).toBeUndefined();
  const tag = "<x><svg width='5' height='7'><svg width='9'>";
  expect(styleImage(Buffer.from(tag))).toMatchObject({ width: 5, height: 7 });
}, 5_000);

test.for([
  { width: 5, height: 0 },
  { width: Infinity, height: 5 },
])("an image of $width by $height pixels has no size of its own", (size) => {
  const image = { address: "data:image/png;base64,AAAA", ...size };
  const resource = '<OnlineResource xlink:href="a.png"/>';
  const symbolizer = `<PointSymbolizer><Graphic><ExternalGraphic>${resource}</ExternalGraphic></Graphic></PointSymbolizer>`;
  const styling = readStyle(Buffer.from(styleOf(`<Rule>${symbolizer}</Rule>`)));
  const { svg } = sheetOf(styling, () => image);
  expect(svg).toContain('width="16" height="16"');
  expect(svg).not.toMatch(/NaN|Infinity/);
});

function call(name: string, ...args: readonly string[]): string {
  return `<ogc:Function name="${name}">${args.join("")}</ogc:Function>`;
}

function literal(value: string): string {
  return `<ogc:Literal>${value}</ogc:Literal>`;
}

const attribute = "<ogc:PropertyName>a</ogc:PropertyName>";

/** A function whose argument is itself, and so on. */
function nested(depth: number, wrap: (inner: string) => string): string {
  return depth === 0 ? literal("1") : wrap(nested(depth - 1, wrap));
}

test.for<[string, string]>([
  ["digits without end", call("numberFormat", literal(`0.${"#".repeat(200)}`), literal("1.5"))],
  [
    "texts that grow",
    nested(4, (inner) => call("strReplace", inner, literal("1"), literal("1".repeat(3_000)))),
  ],
  [
    "points in points",
    nested(48, (inner) =>
      call("Interpolate", attribute, literal("0"), inner, literal("10"), literal("5")),
    ),
  ],
  [
    "steps in steps",
    nested(48, (inner) => call("Categorize", attribute, literal("0"), literal("0"), inner)),
  ],
])("functions of %s are computed, or told", ([, expression]) => {
  const rule = `<Rule>${line(css("stroke-width", expression))}</Rule>`;
  const [tile] = tilesOf(readStyle(Buffer.from(styleOf(rule))), () => undefined).tiles;
  expect(tile?.drawing.notes[0]).toMatch(/^the width of the line is /);
});

test("as many values as a document holds", () => {
  const many = Array.from(
    { length: 150_000 },
    (_none, at) => ({ type: "literal", value: at }) as const,
  );
  const scope = { attributes: new Map(), scale: 1, dimension: 0 } as const;
  expect(evaluate({ type: "function", name: "max", args: many }, scope)).toBe(149_999);
  const among = { type: "in", value: { type: "attribute", name: "a" }, options: many } as const;
  expect(sampleFor({ type: "not", filter: among }).get("a")).toBe(150_000);
});

/** A condition that the text of an attribute is, and is like, so many letters. */
function alike(length: number): string {
  const is = `<ogc:PropertyIsEqualTo>${attribute}${literal("a".repeat(length))}</ogc:PropertyIsEqualTo>`;
  const signs = 'wildCard="%" singleChar="_" escape="!"';
  const pattern = literal(`%${"a".repeat(length / 2)}b`);
  const like = `<ogc:PropertyIsLike ${signs}>${attribute}${pattern}</ogc:PropertyIsLike>`;
  return `<ogc:Filter><ogc:And>${is}${like}</ogc:And></ogc:Filter>`;
}

test("a pattern is compared with a text as long as both are short", () => {
  const notesOf = (length: number) => {
    const rule = `<Rule>${alike(length)}<LineSymbolizer/></Rule>`;
    const [tile] = tilesOf(readStyle(Buffer.from(styleOf(rule))), () => undefined).tiles;
    return tile?.drawing.notes;
  };
  expect(notesOf(100)).toEqual(["no sample feature meets the condition"]);
  // Letter by letter this takes half a minute.
  const unknown = "parts of the condition are not supported; drawn as if it were met";
  expect(notesOf(100_000)).toEqual([unknown]);
}, 5_000);

// Were each looked for among the others, this would take minutes.
testInProof(
  "as many symbolizers as a document holds are told",
  async () => {
    const rule = `<Rule>${"<PointSymbolizer/>".repeat(50_000)}</Rule>`;
    const [tile] = tilesOf(readStyle(Buffer.from(styleOf(rule))), () => undefined).tiles;
    expect(tile?.drawing.notes).toEqual([
      `not shown: ${50_000 - limits.symbolizers} more symbolizers`,
    ]);
  },
  60_000,
);

testInProof(
  "pictures of a style, and its legend, take no more than the room there is",
  async () => {
    const points = Array.from({ length: 400 }, (_none, at) => `${at} ${(at * 37) % 101}.25`).join(
      ", ",
    );
    const mark = `<Mark><WellKnownName>wkt://LINESTRING(${points})</WellKnownName></Mark>`;
    const stroke = `<GraphicStroke><Graphic>${mark}<Size>1</Size></Graphic></GraphicStroke>`;
    const keys = Array.from({ length: 24 }, (_none, at) => literal(String(at)) + literal("0.5"));
    const opacity = `<CssParameter name="stroke-opacity">${call("Recode", attribute, ...keys)}</CssParameter>`;
    const rule = `<Rule>${line(stroke + opacity).repeat(limits.symbolizers)}</Rule>`;
    const styling = readStyle(Buffer.from(styleOf(rule.repeat(3))));
    const { tiles, more } = tilesOf(styling, () => undefined);
    expect(tiles.length).toBeLessThan(24);
    expect(more).toBe(3);
    const cells = legendOf(styling, () => undefined);
    expect(cells.length).toBeLessThan(24);
    expect(cells.at(-1)?.title).toBe("3 more rules are not drawn");
  },
  60_000,
);

test.for([
  "<MinScaleDenominator>Infinity</MinScaleDenominator>",
  "<MinScaleDenominator>1e308</MinScaleDenominator>",
  "<MaxScaleDenominator>1e-320</MaxScaleDenominator>",
  "<MinScaleDenominator>0.1</MinScaleDenominator><MaxScaleDenominator>0.2</MaxScaleDenominator>",
])("sizes on the ground at %s are numbers", (range) => {
  const ground = '<LineSymbolizer uom="http://www.opengeospatial.org/se/units/metre"><Stroke/>';
  const rule = `<Rule>${range}${ground}</LineSymbolizer></Rule>`;
  const { svg } = sheetOf(readStyle(Buffer.from(styleOf(rule))), () => undefined);
  expect(svg).not.toMatch(/NaN|Infinity/);
});

test("passwords of addresses are not told", () => {
  const address = "http://me:s3cret@host/x.png?token=s3cret";
  const resource = `<OnlineResource xlink:href="${address}"/>`;
  const image = `<PointSymbolizer><Graphic><ExternalGraphic>${resource}</ExternalGraphic></Graphic></PointSymbolizer>`;
  const unread = `<Other address="${address}"/>`;
  const styling = readStyle(Buffer.from(styleOf(`<Rule>${unread}${image}</Rule>`)));
  const { svg, tiles } = sheetOf(styling, () => undefined);
  const shown = "http://me:(secret)@host/x.png?token=(secret)";
  expect(tiles[0]?.drawing.notes).toEqual([
    `not shown: Other ${shown}`,
    `image ${shown} is missing`,
  ]);
  expect(svg).not.toContain("s3cret");
});

test.for([60, 400])("the last of %i values of a condition differs", (length) => {
  const version = (last: string) => {
    const values = [...Array.from({ length }, (_none, at) => `value ${at}`), last];
    const filter = `<ogc:Filter>${call("in", attribute, ...values.map(literal))}</ogc:Filter>`;
    const rule = `<Rule>${filter}<PointSymbolizer/></Rule>`;
    return { styling: readStyle(Buffer.from(styleOf(rule))), findImage: () => undefined };
  };
  const { pairs } = besideOf(version("one"), version("other"));
  expect(pairs.map(({ change }) => change)).toEqual(["changed"]);
  expect(pairs[0]?.after?.condition.length).toBeLessThan(limits.conditionCharacters + 100);
});

test("rules, graphics and numbers beyond all measure stay within the bounds, and are told", () => {
  const many = Array.from(
    { length: limits.rules + 5 },
    (_none, at) => `<Rule><Name>${at}</Name></Rule>`,
  );
  const { tiles, more } = tilesOf(readStyle(Buffer.from(styleOf(many.join("")))), () => undefined);
  expect([tiles.length, more]).toEqual([limits.rules, 5]);

  const tiny = `<GraphicStroke><Graphic><Mark/><Size>0.0001</Size></Graphic></GraphicStroke>`;
  const huge = css("stroke-width", "1e300");
  const wide = `<Rule>${line(tiny)}${line(huge)}${line(css("stroke-width", "-5"))}</Rule>`;
  const [tile] = tilesOf(readStyle(Buffer.from(styleOf(wide))), () => undefined).tiles;
  expect(tile?.drawing.nodes.length).toBeLessThanOrEqual(limits.marks + 2);
  expect(JSON.stringify(tile?.drawing.nodes)).not.toMatch(/NaN|Infinity|e\+/);
});
