/** Regular expressions of Java: what they match, what is refused, what they may cost. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compilePattern, matchesOf } from "../../src/model/mosaic/pattern.ts";
import { scale } from "../support/run/scale.ts";
import { beginWork } from "../support/run/thread-time.ts";

function run(regex: string, text: string): readonly string[] | string {
  const { pattern, problem: fault } = compilePattern(regex);
  if (fault !== undefined) return fault;
  const { matches, problem: refusal } = matchesOf(pattern, text);
  return matches ?? refusal ?? "";
}

describe("what a pattern matches", () => {
  test.for<readonly [string, string, readonly string[]]>([
    ["[0-9]{8}", "a20240101_20240102", ["20240101", "20240102"]],
    ["[0-9]{3}", "x_020_099", ["020", "099"]],
    ["(?<=_)([0-9]{4})(?=_)", "t_0100_2024", ["0100"]],
    ["[0-9]+(?=_[0-9]+$)", "t_12_24", ["12"]],
    [
      "[0-9]{8}T[0-9]{6}(?!.*[0-9]{8}T[0-9]{6}.*)",
      "20240101T000000_20240102T000000",
      ["20240102T000000"],
    ],
    // Groups are joined, in the order of the pattern.
    ["([0-9]{4})_doy([0-9]{3})", "2024_doy060", ["2024060"]],
    ["(a)|(b)", "ab", ["a", "b"]],
    ["(?:x)(?<name>[0-9])", "x1x2", ["1", "2"]],
    // Possessive and atomic parts give nothing back.
    ["[0-9]++1", "231", []],
    ["[0-9]+1", "231", ["231"]],
    ["(?>a|ab)c", "abc", []],
    ["(?:a|ab)c", "abc", ["abc"]],
    ["([a-z])\\1", "abba", ["b"]],
    ["x?+([a-z])\\1", "xbb", ["b"]],
    ["(?<c>[a-z])\\k<c>", "abba", ["b"]],
    // Flags hold to the end of their group, in later alternatives too.
    ["(?i)TIF", "a.tif", ["tif"]],
    ["a(?i)b|c", "aB C", ["aB", "C"]],
    ["(?:(?i)a)b", "AB Ab", ["Ab"]],
    ["(?i)a(?-i)b", "AB Ab", ["Ab"]],
    ["(?i:a)b", "Ab AB", ["Ab"]],
    ["(?s).", "\n", ["\n"]],
    // Sets.
    ["\\p{Alpha}+", "ab1é", ["ab"]],
    ["\\p{Upper}\\p{Lower}", "aBcD", ["Bc"]],
    ["[\\p{Digit}_]+", "a1_2", ["1_2"]],
    ["\\P{Digit}+", "a1", ["a"]],
    ["\\p{L}+", "é1", ["é"]],
    ["\\p{IsAlphabetic}+", "é1", ["é"]],
    ["[a-z&&[^bc]]+", "abcd", ["a", "d"]],
    ["[a-d[x-z]]+", "axe", ["ax"]],
    ["[^0-9]+", "1ab2", ["ab"]],
    ["[]a]+", "a]b", ["a]"]],
    ["[a-]+", "a-b", ["a-"]],
    ["[A-z0-9]+(?=.DUMMY)", "20130101.BrO.DUMMY", ["BrO"]],
    ["[&&[a-c]]+", "abx", ["ab"]],
    ["[.^$|()*+?{}]+", "a.^$|()*+?{}b", [".^$|()*+?{}"]],
    // Quoting and escapes.
    ["\\Qa.b\\E", "axb a.b", ["a.b"]],
    ["\\Q.\\E+", "a..b", [".."]],
    ["\\.\\_\\-", "._-", ["._-"]],
    ["\\x41\\u0042\\x{43}", "ABC", ["ABC"]],
    ["\\0101", "A", ["A"]],
    ["\\Aa\\z", "a", ["a"]],
    ["\\d{2}\\D\\w\\W", "12ab- 12é_-", ["12ab-", "12é_-"]],
    ["\\bab\\b", "ab abc", ["ab"]],
    ["}", "a}", ["}"]],
    ["a{2}", "aaaa", ["aa", "aa"]],
    ["a{2,}?", "aaaa", ["aa", "aa"]],
    ["(raster+[A-Z]{1})", "x_rasterA", ["rasterA"]],
    ["", "a", ["", ""]],
  ])("%s on %s", ([regex, text, expected]) => {
    expect(run(regex, text)).toEqual(expected);
  });
});

describe("what is refused", () => {
  test.for<readonly [string, RegExp]>([
    ["[0-9", /a \[ has no \]/],
    ["(a", /a \( has no \)/],
    ["a)", /a \) has no \(/],
    ["*a", /a \* has nothing before it/],
    ["a**", /followed by another count/],
    ["a{2", /a \{ has no count/],
    ["a{3,2}", /counts down/],
    ["[z-a]", /counts down/],
    ["\\", /ends with a single/],
    ["\\G", /\\G is not supported/],
    ["\\y", /\\y is not supported/],
    ["\\p{Nothing}", /\\p\{Nothing\} is not supported/],
    ["(?x)a b", /flag x is not supported/],
    ["(?U)a", /flag U is not supported/],
    ["(?~a)", /is not known/],
    ["\\2(a)", /there is no group 2/],
    ["\\k<n>", /there is no group n/],
    ["(?<=a++)b", /not supported in a look behind/],
    ["a".repeat(1025), /the limit is 1024/],
    ["(".repeat(40) + ")".repeat(40), /nested deeper than 32/],
    // What could cost without bound, or simply too much.
    ["(a+)+b", /cost could grow without bound/],
    ["(a|a)*b", /cost could grow without bound/],
    ["(?:a?){30}a{30}", /multiply to too many/],
    ["((a{99}){99}){99}", /multiply to too many/],
    ["(?:){999999}", /multiply to too many/],
  ])("%s", ([regex, message]) => {
    expect(run(regex, "a")).toMatch(message);
  });

  test("a name that is too long for what is left open", () => {
    expect(run(".*.*.*.*b", "a".repeat(300))).toMatch(/leaves too much open for a name of 300/);
    expect(run(".*_([0-9]+)_.*", `${"a".repeat(80)}_7_b`)).toEqual(["7"]);
    expect(run("a", "a".repeat(1025))).toMatch(/more than 1024 characters/);
  });
});

test("no pattern that is accepted runs long", () => {
  const part = fc.constantFrom("a", ".", "[ab]", "\\w", "(a)", "(a|b)", "b?", "a{2,3}", "(?=a)");
  const count = fc.constantFrom("", "*", "+", "{0,9}", "{1,30}", "*?", "++", "{3}");
  const regex = fc
    .array(fc.tuple(part, count), { minLength: 1, maxLength: 7 })
    .map((parts) => `${parts.map((pair) => pair.join("")).join("")}Z`);
  fc.assert(
    fc.property(regex, fc.integer({ min: 1, max: 255 }), (source, length) => {
      const spent = beginWork();
      run(source, "ab".repeat(length).slice(0, length));
      expect(spent()).toBeLessThan(4_000);
    }),
    { seed: 20261121, numRuns: scale({ test: 300, proof: 5_000 }) },
  );
}, 600_000);

test("any text is a pattern or a fault, never an exception", () => {
  const unit = fc.constantFrom(..."ab01[](){}*+?|\\^$.-&:=<>!,kQEpxuiPd".split(""));
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 14 }), (source) => {
      const result = run(source, "ab01-");
      expect(result === "").toBe(false);
    }),
    { seed: 7, numRuns: scale({ test: 20_000, proof: 200_000 }) },
  );
});
