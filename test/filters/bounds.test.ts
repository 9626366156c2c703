/** Bounds of filters, just inside and just outside, and the time that long filters take. */
import { describe, expect, test } from "vitest";
import { FilterError } from "../../src/model/filter.ts";
import { filter as limits } from "../../src/model/limits.ts";
import { likeMatcher } from "../../src/model/like.ts";
import { parseFilter } from "../../src/wire/filter.ts";
import { idsOf } from "./fixture.ts";
import { beginWork } from "../support/run/thread-time.ts";

function kindOf(text: string): string {
  try {
    parseFilter(text);
    return "taken";
  } catch (error) {
    if (error instanceof FilterError) return error.kind;
    throw error;
  }
}

const repeat = (text: string, count: number) => text.repeat(count);
const list = (count: number) => Array.from({ length: count }, (_unused, index) => index).join(",");
/** `count` conditions of three tokens each, with `AND` between them. */
const conditions = (count: number) => Array.from({ length: count }, () => "a=1").join(" OR ");
const padded = (text: string, bytes: number) => text + repeat(" ", bytes - text.length);

describe("bounds", () => {
  test.for([
    ["bytes", padded("INCLUDE", limits.bytes), padded("INCLUDE", limits.bytes + 1)],
    ["bytes of UTF-8", `a='${repeat("ä", 2_000)}'`, `a='${repeat("\u{1f600}", 2_100)}'`],
    ["tokens", conditions(500), `${conditions(500)} OR b`],
    ["tokens without an end", `${repeat("(", 0)}${conditions(500)}`, repeat("a ", 2_001)],
    [
      "parentheses",
      `${repeat("(", 32)}a=1${repeat(")", 32)}`,
      `${repeat("(", 33)}a=1${repeat(")", 33)}`,
    ],
    [
      "brackets",
      `${repeat("[", 32)}a=1${repeat("]", 32)}`,
      `${repeat("([", 17)}a=1${repeat("])", 17)}`,
    ],
    [
      "functions",
      `${repeat("f(", 31)}a${repeat(")", 31)}=1`,
      `${repeat("f(", 32)}a${repeat(")", 32)}=1`,
    ],
    [
      "negations",
      `${repeat("NOT(", 30)}a=1${repeat(")", 30)}`,
      `${repeat("NOT(", 31)}a=1${repeat(")", 31)}`.replace("NOT(", "NOT(b=1 AND "),
    ],
    ["sums", `${repeat("1+", 31)}a=1`, `${repeat("1+", 32)}a=1`],
    ["values of IN", `a IN (${list(1_000)})`, `a IN (${list(1_001)})`],
    ["ids", `IN (${list(1_000)})`, `IN (${list(1_001)})`],
    ["a text", `a='${repeat("x", 4_096)}'`, `a='${repeat("x", 4_097)}'`],
    ["a text of two bytes each", `a='${repeat("ä", 2_048)}'`, `a='${repeat("ä", 2_049)}'`],
    ["a pattern", `a LIKE '${repeat("x", 256)}'`, `a LIKE '${repeat("x", 257)}'`],
    [
      "a pattern of code points",
      `a LIKE '${repeat("\u{1f600}", 256)}'`,
      `a ILIKE '${repeat("\u{1f600}", 257)}'`,
    ],
    ["numbers", "a = 1e308", "a = 1e309"],
    ["negative numbers", "a = -1e308", "a = -1e309"],
    ["numbers in boxes", "BBOX(g, 0, 0, 1, 1e308)", "BBOX(g, 0, 0, 1, 1e309)"],
    ["numbers in geometries", "EQUALS(g, POINT(1 -1e308))", "EQUALS(g, POINT(1 -1e309))"],
    ["distances", "DWITHIN(g, POINT(1 2), 1e308, meters)", "DWITHIN(g, POINT(1 2), 1e309, meters)"],
  ] as const)("of %s", ([, inside, outside]) => {
    expect(kindOf(inside)).toBe("taken");
    expect(kindOf(outside)).toBe("bound");
  });

  test("are counted before anything is parsed", () => {
    expect(kindOf(repeat("(", 8_000))).toBe("bound");
    expect(kindOf(repeat("[(", 4_000))).toBe("bound");
    expect(kindOf(repeat("NOT ", 2_000))).toBe("syntax");
  });
});

/** Every text is near a bound; each of the parts could make a careless parser slow. */
const heavy: readonly (readonly [name: string, text: string])[] = [
  ["parentheses that never close", `${repeat("(", 32)}a=1`],
  ["parentheses that close too late", `${repeat("(", 32)}a=1${repeat(")", 31)} x`],
  ["parentheses around values", `${repeat("(", 31)}a${repeat(")", 31)} + b`],
  ["functions that never close", `${repeat("f(", 32)}a`],
  ["spatial functions in each other", `${repeat("INTERSECTS(", 32)}a`],
  ["a long list", `a IN (${list(1_000)}`],
  ["a long sum", `${repeat("a+", 990)}b`],
  ["a long junction", `${conditions(499)} OR`],
  ["quotes", repeat("''", 4_000)],
  ["one open quote", `a = '${repeat("''", 2_000)}`],
  ["blanks", `a${repeat(" ", 8_000)}=`],
  ["digits", `a = ${repeat("1", 8_000)}x`],
  ["points", `a${repeat(".a", 4_000)}.`],
  ["a long line", `EQUALS(g, LINESTRING(${Array.from({ length: 990 }, () => "1 2").join(",")}))`],
  ["a long ring", `EQUALS(g, POLYGON((${Array.from({ length: 990 }, () => "1 2").join(",")}`],
  ["a pattern of backslashes", `a LIKE '${repeat("\\", 255)}'`],
  ["days", `a = ${repeat("2024-01-01", 800)}`],
];

describe("time", () => {
  test.for(heavy)("is little for %s", ([, text]) => {
    const spent = beginWork();
    kindOf(text);
    expect(spent()).toBeLessThan(250);
  });

  test("is little for a pattern that fits nearly everywhere", () => {
    const matches = likeMatcher(`${repeat("%a", 127)}b`, { ignoreCase: true });
    const spent = beginWork();
    expect(matches(repeat("a", 100_000))).toBe(false);
    expect(matches(`${repeat("a", 100_000)}b`)).toBe(true);
    expect(spent()).toBeLessThan(1_000);
  });

  test("is little for a pattern whose last part never fits", () => {
    const matches = likeMatcher(`%${repeat("a", 254)}b`, { ignoreCase: false });
    const spent = beginWork();
    expect(matches(repeat("a", 20_000))).toBe(false);
    expect(spent()).toBeLessThan(1_000);
  });
});

test("a list of the most values is looked through", () => {
  expect(idsOf(`imageindex IN (${list(1_000)})`)).toBe("1 2 3 4 5 6 7 8 11");
});
