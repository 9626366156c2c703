/** What is worth a warning in style sheets: one sheet, and what is reported of it, per row. */
import { describe, expect, test } from "vitest";
import { lintSheet } from "../../src/lint/sheet.ts";

/** Findings as text: place, sort, message, hint. */
function told(text: string): readonly string[] {
  return lintSheet(text).findings.map(({ line, column, type: sort, message, hint = "" }) =>
    `${line}:${column} ${sort}: ${message}. ${hint}`.trimEnd(),
  );
}

describe("a sheet of which nothing is reported", () => {
  test.each([
    "* { stroke: red; stroke-width: 2; -gt-label-padding: 3; label: [name]; }",
    "* { mark: symbol(circle); :mark { fill: red; size: 4 } }",
    "* { fill: red; stroke: blue; z-index: 1; sort-by: 'a'; composite: 'multiply'; }",
    "* { fill: [strConcat('#', 'ff0000')]; stroke: url('http://example.org/a.png'); }",
    "@mode 'Flat'; @styleName 'a'; * { fill: red; }",
    "[a = 1] { fill: red; [b = 2] { fill: blue; } }",
    "* { fill: red; [@sd < 10k] { stroke: blue; } }",
    "* { raster-channels: auto; raster-color-map: color-map-entry(#000000, 1); }",
    "* { fill: @colour(red); stroke: #e5e5e5; fill-opacity: 0.5; label: '.5px 1e5 f( x )'; }",
    "it { is no sheet",
    "* { fill: #zz }",
  ])("%s", (text) => {
    expect(told(text)).toEqual([]);
  });
});

describe("a sheet of which something is reported", () => {
  test.each([
    [
      "* {\n  stroke: red;\n  stroke-widht: 2;\n}",
      "3:3 unread: stroke-widht is no property; servers pass over it. Did you mean stroke-width?",
    ],
    [
      "* { stroke: red; :stroke { label: 'a' } }",
      "1:28 unread: label is not read in a block of symbols; it belongs in the rule.",
    ],
    [
      "* { mark: symbol(square); size: 4 }",
      "1:27 unread: size is read in blocks of symbols only. For a mark it is mark-size.",
    ],
    [
      "@moode 'Flat'; * { fill: red }",
      "1:1 unread: @moode is no directive; servers pass over it. Did you mean mode?",
    ],
    [
      "* { fill: red; [a = 1] { [a = 2] { fill: blue } } }",
      "1:26 undrawn: The rule draws nothing: no feature at no scale is in it.",
    ],
    [
      "* { fill: red; [@sd < 10k][@sd > 20k] { fill: blue } }",
      "1:16 undrawn: The rule draws nothing: no feature at no scale is in it.",
    ],
    [
      "* { label: [strTrimm(name)]; fill: red }",
      "1:5 refused: GeoServer has no function strTrimm; servers refuse a style that calls one. Did you mean strTrim?",
    ],
    [
      "* { stroke: red; stroke-width: .5px; }",
      "1:18 refused: A stock server reads numbers only with a digit before the point, and refuses stroke-width as it is.",
    ],
    [
      "* { stroke: red; stroke-width: 1e2; }",
      "1:18 refused: A stock server reads no numbers with an exponent, and refuses stroke-width as it is.",
    ],
    [
      "* { mark: symbol(\n  'ttf://Arial#${code}'\n); }",
      "1:5 refused: A stock server allows no spaces next to the parentheses of a function, so it refuses mark.",
    ],
    [
      "* { fill: red; stroke: ; }",
      "1:16 refused: stroke has no value, with which a stock server refuses the sheet.",
    ],
    [
      "* { stroke: red; stroke-offset: 3px; }",
      "1:18 refused: A stock server takes no units in stroke-offset, and refuses the sheet.",
    ],
    [
      "* { stroke: red; stroke-dasharray: 2 3px; }",
      "1:18 refused: A stock server takes no units in stroke-dasharray, and refuses the sheet.",
    ],
    [
      "* { label: [a]; label-repeat: [b]; }",
      "1:17 refused: A stock server works out no values of label-repeat, and refuses the sheet.",
    ],
    [
      "* { stroke: red, @tint(blue); }",
      "1:5 refused: A stock server reads no variable after a comma, and refuses stroke as it is.",
    ],
    [
      "a { fill: red } b { fill: blue }",
      "1:1 refused: The sheet is for 2 types of features; GeoServer 3 refuses it unless it has a layer of each name.",
    ],
  ])("%s", (text, finding) => {
    expect(told(text)).toEqual([finding]);
  });

  test("a sheet that draws nothing for a property that there is not is reported that", () => {
    expect(told("* { strok: red; }")).toEqual([
      "1:5 unread: strok is no property; servers pass over it. Did you mean stroke?",
    ]);
  });
});

describe("images of a sheet", () => {
  test.each([
    ["* { fill: url(a.png); }", ["a.png"]],
    ["* { mark: url('icons/a.svg'), symbol('file://b.svg'); }", ["icons/a.svg", "b.svg"]],
    ["* { fill: url('http://example.org/a.png'); mark: symbol(circle); }", []],
    ["* { mark: url('${kind}.png'); }", []],
  ])("%s", (text, images) => {
    expect(lintSheet(text).images.map(({ path }) => path)).toEqual(images);
  });
});
