/**
 * Keys of rules on layers, against a second way to read them that is written after the published one:
 * split at dots with the blanks around them, and joined again where a backslash comes before a dot.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  canonicalRuleKey,
  inScope,
  parseRuleKey,
  ruleTargetsLayer,
  ruleHangsOnWorkspace,
  ruleKeyOf,
} from "../../src/model/access-rule.ts";
import { scale } from "../support/run/scale.ts";

function oracle(text: string): readonly string[] | undefined {
  const parts: string[] = [];
  let begun: string | undefined;
  for (const raw of text
    .replaceAll(/^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/g, "")
    .split(/[ \t\n\v\f\r]*\.[ \t\n\v\f\r]*/)) {
    const part = begun === undefined ? raw : `${begun}.${raw}`;
    begun = part.endsWith("\\") ? part.slice(0, -1) : undefined;
    if (begun === undefined) parts.push(part);
  }
  while (parts.at(-1) === "") parts.pop();
  const [root = "", second, mode = second] = parts;
  const isGroup = parts.length === 2;
  if (begun !== undefined || parts.includes("") || (parts.length !== 3 && !isGroup))
    return undefined;
  if (!["r", "w", "a"].includes(mode ?? "")) return undefined;
  const whole = !isGroup && second === "*";
  return (root === "*" || mode === "a") && !whole ? undefined : parts;
}

const pieces = fc.constantFrom(
  "w",
  "Roads",
  "road 2",
  "*",
  "a",
  "r",
  " ",
  "\t",
  "\\",
  ".",
  ".",
  ".",
  "\\.",
  "=",
  ",",
  "é",
  "\u00a0",
);
const texts = fc.oneof(
  fc.array(pieces, { maxLength: 9 }).map((all) => all.join("")),
  fc
    .tuple(
      fc.array(pieces, { minLength: 1, maxLength: 3 }),
      fc.array(pieces, { maxLength: 3 }),
      fc.constantFrom("r", "w", "a"),
    )
    .map(([one, other, mode]) => `${one.join("")}.${other.join("")}.${mode}`),
);

test("what a stock server takes as a rule is one, with the same parts, and has one spelling", () => {
  let taken = 0;
  fc.assert(
    fc.property(texts, (text) => {
      const [found, parts] = [parseRuleKey(text), oracle(text)];
      if (parts === undefined) {
        expect(typeof found).toBe("string");
        return;
      }
      taken++;
      const [mode, layer = null, workspace = null] = parts.toReversed();
      expect(found).toEqual({ workspace, layer, mode });
      const key = canonicalRuleKey(text);
      expect(parseRuleKey(key)).toEqual(found);
      expect(canonicalRuleKey(key)).toBe(key);
    }),
    { numRuns: scale({ test: 2_000, proof: 200_000 }), seed: 7 },
  );
  expect(taken).toBeGreaterThan(200);
});

const names = fc
  .array(fc.constantFrom("w", "Roads", " ", ".", "2024", "\\", "-", "é"), {
    minLength: 1,
    maxLength: 5,
  })
  .map((all) => all.join(""));

test("a rule that a name can have hangs on that name and lies in its scope, and on no other", () => {
  let possible = 0;
  fc.assert(
    fc.property(names, names, names, (workspace, layer, other) => {
      const key = ruleKeyOf({ workspace, layer, mode: "r" });
      const group = ruleKeyOf({ workspace: null, layer, mode: "r" });
      if (key === undefined || group === undefined) return;
      possible++;
      const same = (one: string, two: string) => one.toLowerCase() === two.toLowerCase();
      expect(ruleTargetsLayer(key, workspace, layer)).toBe(true);
      expect(ruleTargetsLayer(key, workspace, other)).toBe(same(layer, other));
      expect(ruleHangsOnWorkspace(key, workspace)).toBe(true);
      expect(ruleHangsOnWorkspace(key, other)).toBe(same(workspace, other));
      expect(ruleTargetsLayer(key, null, layer)).toBe(false);
      expect(ruleTargetsLayer(group, null, layer)).toBe(true);
      expect(ruleTargetsLayer(group, null, other)).toBe(same(layer, other));
      expect(ruleHangsOnWorkspace(group, layer)).toBe(false);
      const scope = key.slice(0, -".r".length);
      expect([inScope(key, scope), inScope(group, scope)]).toEqual([true, false]);
    }),
    { numRuns: scale({ test: 500, proof: 50_000 }), seed: 7 },
  );
  expect(possible).toBeGreaterThan(100);
});
