/** Patterns and the order of rules on requests against slow and simple definitions. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { comparePatterns, coversPath, segmentsOf } from "../../src/model/ant-pattern.ts";
import {
  compareRestRuleKeys,
  compileRestRules,
  rolesForRequest,
} from "../../src/model/rest-rule.ts";
import { scale } from "../support/run/scale.ts";
import { beginWork } from "../support/run/thread-time.ts";

const runs = { numRuns: scale({ test: 2_000, proof: 100_000 }) };
const part = fc.oneof(
  fc.constant("**"),
  fc.string({ unit: fc.constantFrom("a", "b", "*", "?"), minLength: 1, maxLength: 4 }),
);
const pattern = fc.array(part, { maxLength: 5 });
const path = fc.array(fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 4 }), {
  maxLength: 5,
});

/** The definition, tried in every way there is. */
function covers(parts: readonly string[], segments: readonly string[]): boolean {
  const [first, ...rest] = parts;
  if (first === undefined) return segments.length === 0;
  if (first === "**")
    return segments.some((_unused, from) => covers(rest, segments.slice(from))) || covers(rest, []);
  const [segment, ...others] = segments;
  return segment !== undefined && coversName(first, segment) && covers(rest, others);
}

function coversName(wanted: string, name: string): boolean {
  if (wanted === "") return name === "";
  const [first = "", rest] = [wanted[0], wanted.slice(1)];
  if (first === "*")
    return coversName(rest, name) || (name !== "" && coversName(wanted, name.slice(1)));
  return name !== "" && (first === "?" || first === name[0]) && coversName(rest, name.slice(1));
}

describe("patterns", () => {
  test("cover what the definition says", () => {
    fc.assert(
      fc.property(pattern, path, (parts, segments) => {
        expect(coversPath(parts, segments)).toBe(covers(parts, segments));
      }),
      runs,
    );
  });

  test.for([
    ["/**", "/", true],
    ["/", "/", true],
    ["/", "/a", false],
    ["/a/**", "/a", true],
    ["/a/**/c", "/a/c", true],
    ["/a/**/c", "/a/b/b/c", true],
    ["/a/*", "/a", false],
    ["/a/*", "/a/b/c", false],
    ["/a*", "/a", true],
    ["/a?", "/a", false],
    ["/a?", "/ab", true],
    ["/a.b", "/axb", false],
    ["/a+", "/aa", false],
    ["/(a|b)", "/a", false],
    ["/A", "/a", false],
  ] as const)("%s on %s: %s", ([wanted, given, expected]) => {
    expect(coversPath(segmentsOf(wanted), segmentsOf(given))).toBe(expected);
  });

  test("cost no more than their lengths allow", () => {
    const spent = beginWork();
    const name = "a".repeat(1_020);
    expect(coversPath([`${"*a".repeat(200)}b`], [name])).toBe(false);
    const many = Array.from({ length: 200 }, () => ["**", "a"]).flat();
    expect(
      coversPath(
        [...many, "b"],
        Array.from({ length: 2_000 }, () => "a"),
      ),
    ).toBe(false);
    expect(spent()).toBeLessThan(1_000);
  });
});

describe("the order of rules", () => {
  const key = fc
    .tuple(pattern, fc.subarray(["GET", "HEAD", "PUT"], { minLength: 1 }))
    .map(([parts, methods]) => `/${parts.join("/")}:${methods.join(",")}`);

  test("is the same from wherever it is sorted", () => {
    fc.assert(
      fc.property(fc.uniqueArray(key, { maxLength: 8 }), fc.nat(), (all, seed) => {
        const turned = all.toSorted((a, b) => ((a.length * seed) % 7) - ((b.length * seed) % 7));
        expect(turned.toSorted(compareRestRuleKeys)).toEqual(all.toSorted(compareRestRuleKeys));
      }),
      runs,
    );
  });

  test("puts a name before a wildcard in its place", () => {
    fc.assert(
      fc.property(
        path.filter(({ length }) => length > 0),
        fc.nat(),
        (segments, at) => {
          const place = at % segments.length;
          const wild = (by: string) =>
            segments.map((segment, index) => (index === place ? by : segment));
          for (const by of ["*", "**", "a*"])
            expect(comparePatterns(segments, wild(by))).toBeLessThan(0);
        },
      ),
      runs,
    );
  });

  test("the first that covers path and method decides", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(key, { maxLength: 8 }),
        path,
        fc.constantFrom("GET", "PUT"),
        (all, segments, method) => {
          const first = all.toSorted(compareRestRuleKeys).find((candidate) => {
            const [wanted = "", methods = ""] = candidate.split(":");
            const parts = wanted === "/" ? [] : wanted.slice(1).split("/");
            return (
              methods.split(",").includes(method) &&
              (covers(parts, segments) || covers(parts, ["rest", ...segments]))
            );
          });
          const rules = new Map(all.map((candidate) => [candidate, [candidate]]));
          expect(rolesForRequest(compileRestRules(rules), { method, path: segments })).toEqual(
            first === undefined ? undefined : [first],
          );
        },
      ),
      runs,
    );
  });
});
