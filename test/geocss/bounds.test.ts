/** Sheets that would take for ever: each ends soon, in little memory, with an SLD or a problem that names the bound. */
import { expect, test } from "vitest";
import { styleSheet as limits } from "../../src/model/limits.ts";
import { slice } from "../support/run/scale.ts";
import { endsOf } from "../support/styles/sheet-ends.ts";

const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_unused, index) => part(index)).join("");
const list = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_unused, index) => part(index)).join(", ");

const overlap = "The conditions of the rules overlap in too many ways";
const tooManyRules = `The sheet comes to more than ${limits.outputRules} rules`;
const tooManyParts = "The rules that the sheet comes to have more than";
const bounded = new RegExp(`^(?:${overlap}|${tooManyRules}|${tooManyParts})`);

/** A name, a sheet, and the beginning of the problem; nothing where an SLD comes out. */
const table: readonly (readonly [string, string, (RegExp | string)?])[] = [
  ["a class for each of 1,000 values", many(1_000, (at) => `[a = 'v${at}'] { fill: red }`)],
  [
    "the same, exclusive, and the rest",
    `@mode 'Exclusive'; ${many(1_000, (at) => `[a = 'v${at}'] { fill: red }`)} * { fill: blue }`,
  ],
  ["11 independent attributes", many(11, (at) => `[a${at} = 1] { fill: red; p${at}: 1 }`)],
  ["20 independent attributes", many(20, (at) => `[a${at} = 1] { fill: red; p${at}: 1 }`), bounded],
  [
    "20 of them exclusive",
    `@mode 'Exclusive'; ${many(20, (at) => `[a${at} = 1] { fill: red; p${at}: 1 }`)}`,
    bounded,
  ],
  ["25 that draw nothing", many(25, (at) => `[a${at} = 1] { p${at}: 1 }`), overlap],
  [
    "3,000 independent attributes",
    many(3_000, (at) => `[a${at} = 1] { fill: red; p${at}: 1 }`),
    /overlap in too many|hold together/,
  ],
  ["100 ranges in each other", many(100, (at) => `[a > ${at}] { fill: red; p${at}: 1 }`)],
  [
    "2,000 ranges in each other",
    many(2_000, (at) => `[a > ${at}] { fill: red; p: ${at} }`),
    /overlap in too many|hold together/,
  ],
  [
    "ranges from both sides",
    many(60, (at) => `[a > ${at}] { fill: red; p: ${at} } [a < ${at}] { stroke: red }`),
  ],
  ["300 scales", many(300, (at) => `[@sd < ${at + 1}k] { fill: red; p: ${at} }`)],
  ["60 values that are not", many(60, (at) => `[a <> ${at}] { fill: red; p: ${at} }`), bounded],
  [
    "alternatives that overlap",
    many(14, (at) => `[a = ${at} or b = ${at} or c = ${at}] { fill: red; p${at}: 1 }`),
    bounded,
  ],
  [
    "400 alternatives and their opposite",
    `[${Array.from({ length: 400 }, (_one, at) => `a = ${at}`).join(" or ")}] { fill: red } [${Array.from({ length: 400 }, (_one, at) => `a <> ${at}`).join(" and ")}] { fill: blue }`,
  ],
  [
    "lists of 900 values",
    many(
      30,
      (first) => `[a in (${list(900, (at) => String(first + at))})] { fill: red; p: ${first} }`,
    ),
    overlap,
  ],
  ["5,000 rules for everything", many(5_000, (at) => `* { fill: red; p${at}: 1 }`)],
  [
    "20,001 rules",
    many(limits.rules + 1, () => "*{fill:red}"),
    `There are more than ${limits.rules} rules`,
  ],
  [
    "alternatives in alternatives",
    `${list(2_000, (at) => `[a=${at}][@sd<${at + 1}]`)} { fill: red; ${list(200, (at) => `[b=${at}][@sd>${at}]`)} { fill: blue } }`,
    "There are more than",
  ],
  [
    "20,001 properties",
    `* { ${many(limits.properties + 1, (at) => `p${at}: 1;`)} fill: red }`,
    `There are more than ${limits.properties} properties`,
  ],
  [
    "12,000 properties in 4,095 rules",
    many(12, (at) => `[a${at} = 1] { fill: red; ${many(1_000, (name) => `p${name}: 1;`)} }`),
    tooManyParts,
  ],
  [
    "400 levels",
    `${many(400, (at) => `[a = ${at}] { stroke: red; z-index: ${at} }`)} ${many(10, (at) => `[b${at} = 1] { stroke-width: ${at} }`)}`,
    bounded,
  ],
  [
    "symbols of 30 attributes",
    `* { mark: symbol(x) } ${many(30, (at) => `[a${at} = 1] :mark { fill: red; p${at}: 1 }`)}`,
    bounded,
  ],
  [
    "300 types and 8 rules for all",
    `${many(300, (at) => `t${at} { fill: red }`)} ${many(8, (at) => `[a${at} = 1] { stroke: red; p: ${at} }`)}`,
    bounded,
  ],
  ["flat, 5,000 rules", `@mode 'Flat'; ${many(5_000, (at) => `[a = 'v${at}'] { fill: red }`)}`],
  [
    "flat, 3,000 rules in one",
    `@mode 'Flat'; * { fill: red; ${many(3_000, (at) => `[a = ${at}] { fill: blue };`)} }`,
  ],
  [
    "flat, 200 scales and conditions in one",
    `@mode 'Flat'; * { fill: red; ${many(200, (at) => `[a${at} = ${at} or b${at} = 1][@sd<${at + 1}k] { fill: blue };`)} }`,
  ],
  ["31 rules in each other", `${many(31, (at) => `[a > ${at}] { fill: red; `)}${"}".repeat(31)}`],
  [
    "33 rules in each other",
    `${many(33, (at) => `[a > ${at}] { fill: red; `)}${"}".repeat(33)}`,
    `Rules are more than ${limits.depth} deep`,
  ],
  ["100,000 blocks that never end", "*{".repeat(100_000), "Unclosed block"],
  [
    "functions in functions",
    `* { fill: ${"f(".repeat(5_000)}${")".repeat(5_000)} }`,
    "Parentheses are more than",
  ],
  [
    "brackets in brackets",
    `* { fill: ${"[".repeat(5_000)}${"]".repeat(5_000)} }`,
    "Parentheses are more than",
  ],
  ["brackets that never end", "[".repeat(1_000_000), "Unclosed bracket"],
  ["quotes that never end", "'".repeat(1_000_001), "Unclosed string"],
  ["a long comment", `/*${"x".repeat(1_900_000)}*/ * { fill: red }`],
  ["many comments", `${"/* @title a */".repeat(120_000)} * { fill: red }`],
  [
    "a long text",
    `* { fill: red; label: '${"x".repeat(1_900_000)}' }`,
    `There are more than ${limits.valueCharacters} characters`,
  ],
  [
    "a long selector",
    `${"* ".repeat(800_000)} { fill: red }`,
    `There are more than ${limits.valueCharacters} characters`,
  ],
  ["semicolons", `* { ${";".repeat(1_900_000)} fill: red }`],
  ["colons", `* { a${":".repeat(1_000_000)} }`, ""],
  [
    "values of many lines that are none",
    `* { ${many(30, (at) => `a${at}: #${"\n".repeat(60_000)}!;`)} }`,
    'Unexpected "\\n"',
  ],
  ["directives", `${"@x 'y';".repeat(200_000)} * { fill: red }`],
  [
    "a sheet that is too large",
    `/*${"x".repeat(2_100_000)}*/ * { fill: red }`,
    "The sheet has more than 2097152 bytes",
  ],
];

test("every sheet ends within 2 s and 256 MB, and a problem names the bound", async () => {
  const rows = slice(table, { test: 2 });
  const ends = await endsOf(rows.map(([, sheet]) => sheet));
  const told = rows.map(([name, , problem], at) => {
    const { result = "thrown", message = "", misplaced = 0, cpuMs = 0 } = ends[at] ?? {};
    const isExpected =
      problem === undefined
        ? result === "sld"
        : result === "problems" &&
          (typeof problem === "string" ? message.startsWith(problem) : problem.test(message));
    const wrong = [
      ...(isExpected ? [] : [`${result}: ${message.slice(0, 300)}`]),
      ...(misplaced > 0 ? ["a problem is outside of the text"] : []),
      ...(cpuMs > 2_000 ? [`${cpuMs} ms`] : []),
    ];
    return wrong.length === 0 ? [] : [`${name}: ${wrong.join("; ")}`];
  });
  expect(told.flat()).toEqual([]);
}, 120_000);
