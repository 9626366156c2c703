/** Styles that want something of those who look at their pictures: nothing in a picture runs, leads elsewhere, or grows without end. */
import { expect, test } from "vitest";
import { painter as limits } from "../../src/model/limits.ts";
import { sheetOf } from "../../src/painter/page/sheet.ts";
import { styleImage } from "../../src/painter/image.ts";
import { readStyle } from "../../src/painter/read/read-style.ts";
import { tilesOf } from "../../src/painter/tile.ts";
import { readSvg, unsafeParts } from "../support/svg-documents.ts";
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
    "its condition is not understood whole; drawn as if it were met",
    "its geometry is constructor(a); drawn as it is without",
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
