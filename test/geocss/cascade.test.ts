/** What rules come to together, for small sheets, written by hand. */
import { describe, expect, test } from "vitest";
import { rulesOf } from "../support/styles/sheet-rules.ts";

const first = (...lines: string[]) => ["-- any, first", ...lines];
const flat = (...lines: string[]) => ["-- any", ...lines];

describe("exclusive", () => {
  const table: readonly (readonly [string, string, readonly string[]])[] = [
    [
      "a rule that overrides leaves the rest to the other",
      "* { fill: red; stroke: black } [a = 1] { fill: blue }",
      first("a = 1 | fill: #0000ff; stroke: #000000", "a <> 1 | fill: #ff0000; stroke: #000000"),
    ],
    [
      "later rules win where they are as specific",
      "[a = 1] { fill: red } [b = 1] { fill: blue }",
      first(
        "(a = 1 and b = 1) | fill: #0000ff",
        "(a <> 1 and b = 1) | fill: #0000ff",
        "(a = 1 and b <> 1) | fill: #ff0000",
      ),
    ],
    [
      "ids are stronger than attributes, those than types",
      "#t.1 { fill: red } [a = 1] { fill: blue } t { fill: lime }",
      [
        "-- t, first",
        "(#t.1 and a = 1) | fill: #ff0000",
        "(#t.1 and a <> 1) | fill: #ff0000",
        "(a = 1 and not #t.1) | fill: #0000ff",
        "(a <> 1 and not #t.1) | fill: #00ff00",
        "-- any, first",
        "(#t.1 and a = 1) | fill: #ff0000",
        "(#t.1 and a <> 1) | fill: #ff0000",
        "(a = 1 and not #t.1) | fill: #0000ff",
      ],
    ],
    [
      "more attributes are stronger",
      "[a = 1 and b = 1] { fill: red } [a = 1] { fill: blue }",
      first("(a = 1 and b = 1) | fill: #ff0000", "(a = 1 and b <> 1) | fill: #0000ff"),
    ],
    [
      "scales are ranges, not conditions",
      "* { fill: red } [@sd < 10] { fill: blue } [@sd > 10][@sd < 20] { stroke: lime }",
      first(
        "* | 10..20 | fill: #ff0000; stroke: #00ff00",
        "* | ..10 | fill: #0000ff",
        "* | 20.. | fill: #ff0000",
      ),
    ],
    [
      "conditions and scales are subtracted together",
      "* { fill: red } [@sd < 10][a = 1] { fill: blue }",
      first(
        "a = 1 | ..10 | fill: #0000ff",
        "a <> 1 | ..10 | fill: #ff0000",
        "* | 10.. | fill: #ff0000",
      ),
    ],
    [
      "what cannot be together is not combined",
      "[a in (1, 2)] { fill: red } [a in (3, 4)] { stroke: blue } [a = 2] { fill: lime }",
      first("a = 2 | fill: #00ff00", "(a = 3 or a = 4) | stroke: #0000ff", "a = 1 | fill: #ff0000"),
    ],
    [
      "a rule that others cover is gone",
      "* { fill: red } [a = 1] { fill: blue } [a <> 1] { fill: lime }",
      first("a <> 1 | fill: #00ff00", "a = 1 | fill: #0000ff"),
    ],
    [
      "alternatives with their own scales are rules of their own",
      "[@sd < 10], [a = 1] { fill: red }",
      first(
        "a = 1 | ..10 | fill: #ff0000",
        "a = 1 | 10.. | fill: #ff0000",
        "a <> 1 | ..10 | fill: #ff0000",
      ),
    ],
    [
      "rules in rules have all of these",
      "[a = 1] { fill: red; stroke: black; [b = 1] { fill: blue } }",
      first(
        "(a = 1 and b = 1) | fill: #0000ff; stroke: #000000",
        "(a = 1 and b <> 1) | fill: #ff0000; stroke: #000000",
      ),
    ],
    [
      "none draws nothing",
      "* { fill: red } [a = 1] { fill: none }",
      first("a <> 1 | fill: #ff0000"),
    ],
    [
      "classes of symbols are of the rules with such symbols",
      "* { mark: symbol(x) } :mark { fill: red } :fill { stroke: blue } [a = 1] :symbol { fill: lime }",
      first(
        "a = 1 | mark: symbol(x) | :mark fill: #ff0000 | :symbol fill: #00ff00",
        "a <> 1 | mark: symbol(x) | :mark fill: #ff0000",
      ),
    ],
    [
      "one symbol of several is stronger than all",
      "* { fill: symbol(x), red, url(a) } :nth-fill(3) { size: 3 } :fill { size: 1 }",
      first(
        "* | fill: symbol(x), #ff0000, url(a) | :fill size: 1 | :nth-fill".replace(
          ":nth-fill",
          ":fill3 size: 3",
        ),
      ),
    ],
    [
      "a prefix of extensions is left out",
      "* { fill: red; -gt-fill-label-obstacle: true; fill-label-obstacle: false }",
      first("* | fill-label-obstacle: false; fill: #ff0000"),
    ],
  ];

  test.each(table)("%s", (_name, sheet, expected) => {
    expect(rulesOf(`@mode 'Exclusive'; ${sheet}`)).toEqual(expected);
    expect(rulesOf(sheet)).toEqual(expected);
  });
});

describe("simple", () => {
  test("larger sets of rules come before smaller ones, and nothing is subtracted", () => {
    expect(
      rulesOf("@mode 'Simple'; * { fill: red } [a = 1] { stroke: red } [b = 1] { fill: blue }"),
    ).toEqual(
      first(
        "(a = 1 and b = 1) | fill: #0000ff; stroke: #ff0000",
        "b = 1 | fill: #0000ff",
        "a = 1 | fill: #ff0000; stroke: #ff0000",
        "* | fill: #ff0000",
      ),
    );
  });

  test("what is said to be empty is taken out all the same", () => {
    expect(rulesOf("@mode 'Simple'; * { fill: red } [a = 1] { fill: none }")).toEqual(
      first("a <> 1 | fill: #ff0000"),
    );
  });

  test("auto is exclusive below its threshold", () => {
    const sheet = "* { fill: red } [a = 1] { fill: blue }";
    expect(rulesOf(`@autoThreshold '4'; ${sheet}`)).toEqual(rulesOf(`@mode 'Exclusive'; ${sheet}`));
    expect(rulesOf(`@autoThreshold '3'; ${sheet}`)).toEqual(rulesOf(`@mode 'Simple'; ${sheet}`));
  });
});

describe("levels", () => {
  test("each has its own values, and rules without level are of all", () => {
    expect(
      rulesOf(
        "[a = 1] { stroke: red, blue; stroke-width: 5, 3; stroke-linecap: round; z-index: 0, 1 } [@sd < 10] { stroke-opacity: 0.5 }",
      ),
    ).toEqual([
      ...first(
        "a = 1 | ..10 | stroke-linecap: round; stroke-opacity: 0.5; stroke-width: 5; stroke: #ff0000",
        "a = 1 | 10.. | stroke-linecap: round; stroke-width: 5; stroke: #ff0000",
      ),
      ...first(
        "a = 1 | ..10 | stroke-linecap: round; stroke-opacity: 0.5; stroke-width: 3; stroke: #0000ff",
        "a = 1 | 10.. | stroke-linecap: round; stroke-width: 3; stroke: #0000ff",
      ),
    ]);
  });

  test("only rules with a level bring features onto other levels than 0", () => {
    // A sheet of one level keeps its lists; where there are several, a value is of the level at its place.
    expect(rulesOf("* { stroke: red, blue; z-index: 5 }")).toEqual([
      "-- any, first",
      "* | stroke: #ff0000, #0000ff",
    ]);
    expect(rulesOf("* { fill: red } [a = 1] { stroke: red, blue; z-index: 5 }").at(-1)).toMatch(
      /stroke: #ff0000$/,
    );
    expect(rulesOf("* { stroke: red } [a = 1] { stroke: blue; z-index: 5 }")).toEqual([
      ...first("* | stroke: #ff0000"),
      ...first("a = 1 | stroke: #0000ff"),
    ]);
  });

  test("a symbol of several is counted among those of the level", () => {
    expect(
      rulesOf("* { mark: symbol(a), symbol(b); z-index: 0, 1 } :nth-mark(2) { size: 3 }"),
    ).toEqual([...first("* | mark: symbol(a)"), ...first("* | mark: symbol(b) | :mark1 size: 3")]);
  });
});

describe("flat", () => {
  test.each([
    [
      "rules are what they are, in their order",
      "* { stroke: black } [a = 1] { stroke: yellow } [b = 1] { stroke-width: 1 }",
      flat("* | stroke: #000000", "a = 1 | stroke: #ffff00"),
    ],
    [
      "symbols belong to the rule before with the same selector",
      "[a = 1] { mark: symbol(x) } [a = 1] :mark { fill: white } :mark { stroke: black }",
      flat("a = 1 | mark: symbol(x) | :mark fill: #ffffff"),
    ],
    [
      "rules in rules leave the others what they do not cover",
      "[@sd < 20] { stroke: red; [a = 1][@sd < 10] { stroke: blue }; :stroke { size: 2 } }",
      flat(
        "a <> 1 | ..10 | stroke: #ff0000 | :stroke size: 2",
        "* | 10..20 | stroke: #ff0000 | :stroke size: 2",
        "a = 1 | ..10 | stroke: #0000ff | :stroke size: 2",
      ),
    ],
    [
      "alternatives of different scales each leave out what is inside",
      "[a = 1][@sd < 80], [b = 1][@sd < 40], [@sd < 25] { stroke: red; [c = 1][@sd < 3] { stroke: blue } }",
      flat(
        "(a = 1 and c <> 1) | ..3 | stroke: #ff0000",
        "a = 1 | 3..80 | stroke: #ff0000",
        "(b = 1 and c <> 1) | ..3 | stroke: #ff0000",
        "b = 1 | 3..40 | stroke: #ff0000",
        "c <> 1 | ..3 | stroke: #ff0000",
        "* | 3..25 | stroke: #ff0000",
        "(a = 1 and c = 1) | ..3 | stroke: #0000ff",
        "(b = 1 and c = 1) | ..3 | stroke: #0000ff",
        "c = 1 | ..3 | stroke: #0000ff",
      ),
    ],
    [
      "alternatives that end at a scale are rules of their own, those of all scales one",
      "[@sd < 20] { fill: red; [a = 1], [b = 1], [a = 1] { fill: blue } } [c = 1], [d = 1], [e = 1][@sd < 5] { stroke: red }",
      flat(
        "(a <> 1 and b <> 1) | ..20 | fill: #ff0000",
        "a = 1 | ..20 | fill: #0000ff",
        "b = 1 | ..20 | fill: #0000ff",
        "e = 1 | ..5 | stroke: #ff0000",
        "(c = 1 or d = 1) | stroke: #ff0000",
      ),
    ],
    [
      "symbols inside of a rule that are for some of it only make a rule of their own",
      "[@sd < 9] { mark: symbol(x); :mark { fill: red }; [a = 1] :mark { size: 3 } }",
      flat(
        "a <> 1 | ..9 | mark: symbol(x) | :mark fill: #ff0000",
        "a = 1 | ..9 | mark: symbol(x) | :mark fill: #ff0000 | :mark size: 3",
      ),
    ],
    [
      "the only level of a sheet is like level 0",
      "* { stroke: red; z-index: 3; [a = 1] { stroke: blue } }",
      flat("a <> 1 | stroke: #ff0000", "a = 1 | stroke: #0000ff"),
    ],
    [
      "on levels above 0 those inside count that have symbols or levels of their own",
      "* { mark: symbol(x); z-index: 1; " +
        "[a = 1] { :mark { size: 1 } }; [b = 1] { mark-size: 2; z-index: 1 }; [c = 1] { mark-size: 3 } }" +
        "[d = 1] { stroke: red }",
      [
        ...flat("d = 1 | stroke: #ff0000"),
        ...flat(
          "(a <> 1 and b <> 1) | mark: symbol(x)",
          "a = 1 | mark: symbol(x) | :mark size: 1",
          "b = 1 | mark-size: 2; mark: symbol(x)",
          "c = 1 | mark-size: 3; mark: symbol(x)",
        ),
      ],
    ],
    [
      "above level 0 they are whole",
      "* { stroke: red, blue; z-index: 0, 1; [a = 1] { stroke: lime, aqua } }",
      [
        ...flat("a <> 1 | stroke: #ff0000", "a = 1 | stroke: #00ff00"),
        ...flat("* | stroke: #0000ff", "a = 1 | stroke: #00ffff"),
      ],
    ],
  ])("%s", (_name, sheet, expected) => {
    expect(rulesOf(`@mode 'Flat'; ${sheet}`)).toEqual(expected);
  });
});
