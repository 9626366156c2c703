/** What sheets are made of: blocks, selectors, values, directives, comments; and what is reported of mistakes. */
import { describe, expect, test } from "vitest";
import { readSheet } from "../../src/geocss/read-sheet.ts";
import { rulesOf, valueText } from "../support/styles/sheet-rules.ts";

const valuesOf = (written: string): readonly string[] => {
  const { styling, problems } = readSheet(`* { fill: red; x: ${written}; }`);
  if (styling === undefined) return problems.map(({ message }) => message);
  return styling.levels[0]?.rules[0]?.properties.get("x")?.values.map(valueText) ?? [];
};

describe("values", () => {
  test.each([
    ["red, #ABC, #Aabb01, IndianRed", "#ff0000 / #aabbcc / #aabb01 / #cd5c5c"],
    ["none", "none"],
    ["symbol(circle) url(a/b.png)", "symbol(circle) url(a/b.png)"],
    [
      "symbol('shape://slash'), url(\"http://a.b/c;d{e}.png\")",
      "symbol(shape://slash) / url(http://a.b/c;d{e}.png)",
    ],
    ["symbol([name])", "symbol([name])"],
    ["1, -2.5, .5px, 10%, 45deg, 3m, 4ft, 1e3", "1 / -2.5 / 0.5px / 10% / 45deg / 3m / 4ft / 1000"],
    ["200k, 1.5M, 2G, 0.1k", "200000 / 1500000 / 2000000000 / 100"],
    ["0.5 [12-(a/2)]", "0.5 [12-a/2]"],
    ["[a] ' (' [b]", "[a] ' (' [b]"],
    ["'a'[b]\"c\"", "'a'+[b]+'c'"],
    ["[a * 10]m", "[a*10]+'m'"],
    ["lighten(desaturate(darkblue, 80%), 20%)", "lighten(desaturate(#00008b, 80%), 20%)"],
    [
      "color-map-entry(black, 95) color-map-entry(#fff, 1.5k, 0.5, 'x')",
      "color-map-entry(#000000, 95) color-map-entry(#ffffff, 1500, 0.5, 'x')",
    ],
    [
      "ras:Contour(levels: 1100 1200, x: [a], y: @z(5))",
      "ras:Contour(levels: 1100 1200, x: [a], y: @z(5))",
    ],
    ["@size, @size(10px), @sd", "@size / @size(10px) / @wms_scale_denominator"],
    [
      "[categorize(@sd, 1.8, 400k, @x('a'))]",
      '[categorize(env("wms_scale_denominator"), 1.8, 400000, env("x", "a"))]',
    ],
    ["'it; is } a /* text */'", "'it; is } a /* text */'"],
    ["[a /* b */ + /* c ] */ 1]", "[a+1]"],
    ["times-new, -gt-x", "times-new / -gt-x"],
    ["", ""],
  ])("%s", (written, meant) => {
    expect(valuesOf(written).join(" / ")).toBe(meant);
  });

  test.each([
    ["12pt", /^Unexpected "12pt"|^Unexpected "pt"/],
    ["a b,", /^Unexpected end/],
    ["f(a", /Unclosed/],
    ["[a =", /Unclosed/],
    ["[a ~ 1]", /^Unexpected "~"/],
    ["1e999", /larger than numbers/],
    ["red !important", /^Unexpected "!"/],
  ])("not %s", (written, message) => {
    expect(valuesOf(written)[0]).toMatch(message);
  });
});

describe("selectors", () => {
  test.each([
    ["*", "*"],
    ["[a = 1] [b = 'x']", '(a = 1 and b = "x")'],
    ["[a = 1], [b = 2]", "(a = 1 or b = 2)"],
    ["#t.1, #t.2", "#t.1,#t.2"],
    ["[a in (1, 2)]", "(a = 1 or a = 2)"],
    ["[a between 1 and 2]", "(a <= 2 and a >= 1)"],
    ["[1 < a]", "a > 1"],
    ["[\"b c\" = 'it''s'] /* no */", 'b c = "it\'s"'],
    ["[@sd < 1.5M] [@scale >= 200k]", "* | 200000..1500000"],
    ["[@sd <= 10] [@sd > 5]", "* | 5..10"],
    ["[a > 200k]", "a > 200000"],
    ["[a = @x(5)]", 'a = env("x", 5)'],
  ])("%s", (selector, meant) => {
    expect(rulesOf(`${selector} { fill: red }`)).toEqual([
      "-- any, first",
      `${meant} | fill: #ff0000`,
    ]);
  });

  test("types are those of layers, with their prefix", () => {
    expect(rulesOf("roads { stroke: red } ns:towns:mark, ns:towns { mark: symbol(x) }")).toEqual([
      "-- roads, first",
      "* | stroke: #ff0000",
      "-- ns:towns, first",
      "* | mark: symbol(x) | :mark mark: symbol(x)",
    ]);
  });

  test("a level of tiles ends somewhat below its own scale, as tiles are chosen", () => {
    const top = 559_082_264.0287178;
    const reach = 1.005;
    const range = (sheet: string) => readSheet(sheet).styling?.levels[0]?.rules[0]?.scale;
    const [above, below] = [top / 2 ** 4 / reach, top / 2 ** 5 / reach];
    expect(range("[@z = 5] { fill: red }")).toEqual({ min: below, max: above });
    expect(range("[@z > 5] { fill: red }")).toEqual({ min: 0, max: below });
    expect(range("[@z >= 5] { fill: red }")).toEqual({ min: 0, max: above });
    expect(range("[@z < 5] { fill: red }")).toEqual({ min: above, max: Infinity });
    expect(range("@tileMatrixSet 'EPSG:4326'; [@z <= 5] { fill: red }")).toEqual({
      min: 279_541_132.0143588 / 2 ** 5 / reach,
      max: Infinity,
    });
  });

  test("the first level begins at all larger scales, and the last one ends at none", () => {
    const range = (sheet: string) => readSheet(sheet).styling?.levels[0]?.rules[0]?.scale;
    expect(range("[@z >= 0] { fill: red }")).toEqual({ min: 0, max: Infinity });
    expect(range("[@z = 24] { fill: red }")).toEqual({ min: 0, max: expect.any(Number) as number });
    expect(range("@tileMatrixSet 'WorldCRS84Quad'; [@z = 17] { fill: red }")?.min).toBe(0);
    expect(range("[@z = 25] { fill: red }")).toBeUndefined();
  });

  test("a set that is no set of tiles has levels without end, which meet half way", () => {
    const top = 559_082_263.9508929;
    const range = (sheet: string) =>
      readSheet(`@tileMatrixSet 'EPSG:3857';\n${sheet}`).styling?.levels[0]?.rules[0]?.scale;
    expect(range("[@z >= 30] { fill: red }")?.max).toBeCloseTo(top / 2 ** 29.5, 6);
    expect(range("[@z = 5] { fill: red }")?.min).toBeCloseTo(top / 2 ** 5.5, 3);
  });
});

describe("directives and comments", () => {
  test.for(["data:x,y", "data:application/json,%7B", "sheet.css.map"])(
    "what a sheet was made of is not read: %s",
    (address) => {
      const sheet = `* { fill: red }\n/*# sourceMappingURL=${address} */`;
      expect(readSheet(sheet).problems).toBeUndefined();
    },
  );

  test("what a sheet says of itself", () => {
    const sheet = `@styleName 'n'; @styleTitle "t"; @styleAbstract 'a'; @autoRuleNames 'true';
      @unknown 'x'; * { fill: red; z-index: 0 } [a = 1] { stroke: red; z-index: 1; background: blue }`;
    const { styling } = readSheet(sheet);
    expect(styling).toMatchObject({ name: "n", title: "t", abstract: "a" });
    expect(styling?.background?.values.map(valueText)).toEqual(["#0000ff"]);
    expect(styling?.levels.map(({ rules }) => rules.map(({ name }) => name))).toEqual([
      ["0"],
      ["1"],
    ]);
  });

  test("titles and abstracts, by language, joined where rules are", () => {
    const sheet = `/* @title One
        @abstract: First */ /* @title[it-IT] Uno */
      * { fill: red }
      /* @title Two\n@title[it_IT] Due\n@abstract Second */
      [a = 1] { stroke: red; /* @title Inner */ [b = 1] { stroke: blue } }`;
    const rules = readSheet(sheet).styling?.levels[0]?.rules ?? [];
    expect(rules.map(({ title }) => [...title])).toEqual([
      [
        ["", "One, Two, Inner"],
        ["it_IT", "Uno, Due"],
      ],
      [
        ["", "One, Two"],
        ["it_IT", "Uno, Due"],
      ],
      [
        ["", "One"],
        ["it_IT", "Uno"],
      ],
    ]);
    expect(rules[1]?.abstract).toEqual(new Map([["", "First\nSecond"]]));
  });
});

describe("mistakes", () => {
  test.each([
    ["", "1:1 Invalid CSS style, no rule seems to activate any symbolization."],
    [
      "* { stroke-width: 1 }",
      "1:1 Invalid CSS style, no rule seems to activate any symbolization.",
    ],
    [
      "[a = 1][a = 2] { fill: red }",
      "1:1 Invalid CSS style, no rule seems to activate any symbolization.",
    ],
    ["* { fill: red", "1:1 Unclosed block; there is no } at its end"],
    [
      "* { fill: red;\n\n[a = 1] { fill: blue; }\n",
      "1:1 Unclosed block; a } may be missing before line 3",
    ],
    ["* {\n  fill: red\n  stroke: blue;\n}", "2:12 There is no ; before stroke"],
    ["* {\n  fill: red [a\n  :b] ];\n}", '3:3 Unexpected ":"'],
    [
      "* {\n  fill: red;\n  // no\n  stroke: red; }",
      '3:6 Unexpected "no"; a property is written name: value; with a ; after it; a comment is',
    ],
    ["// no\n* { fill: red }", "1:1 A comment is written /* */"],
    [
      "* {\n :mark { fill: red }\n fill: red }",
      "2:20 A nested rule that is followed by more needs a ;",
    ],
    ["[a = ] { fill: red }", "1:6 Unexpected the end of the filter; expected a value"],
    [".road { fill: red }", '1:1 Unexpected "."; a selector is'],
    ["* { }", "1:1 The rule holds neither properties nor rules"],
    ["* { fill: red; z-index: 1.5 }", "1:24 Values of z-index are whole numbers"],
    ["@mode 'flat'; * { fill: red }", "1:1 @mode is one of Exclusive, Simple, Auto, Flat"],
    ["@mode Flat; * { fill: red }", "1:1 The value of @mode is a text in quotes"],
    ["* { fill: red } @mode 'Flat';", "1:17 @mode has to be before all rules"],
    ["@media print { * { fill: red } }", "1:1 @media has no block here"],
    ["@autoThreshold 'x'; * { fill: red }", "1:1 @autoThreshold is a whole number"],
    ["fill: red;", "1:1 Outside of rules there are only directives"],
    ["* { 1a: red }", '1:5 "1a" is not the name of a property'],
  ])("%j", (sheet, message) => {
    const [first = ""] = rulesOf(sheet);
    expect(first.startsWith(message), first).toBe(true);
  });

  test("all are reported, in the order of the text", () => {
    expect(
      rulesOf("[a] { fill: 1x }\n.b { stroke: [c =] }").map((line) => line.split(" ")[0]),
    ).toEqual(["1:2", "1:14", "2:1", "2:17"]);
  });
});
