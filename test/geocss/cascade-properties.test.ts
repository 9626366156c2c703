/** Generated sheets: what their style draws of each feature at each scale, against the cascade done for it alone. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readSheet } from "../../src/geocss/read-sheet.ts";
import type { StyleRule } from "../../src/geocss/styling.ts";
import type { Granule } from "../../src/model/granule.ts";
import { parseFilter } from "../../src/wire/filter.ts";
import { scale } from "../support/run/scale.ts";
import { features, isIn, lacksValue } from "../support/styles/sheet-features.ts";
import { valueText } from "../support/styles/sheet-rules.ts";

/** Conditions, with the number of attributes in them. */
const CONDITIONS: readonly (readonly [string, number])[] = [
  ["n = 1", 1],
  ["n = 2", 1],
  ["n <> 1", 1],
  ["n > 1", 1],
  ["n <= 2", 1],
  ["n between 1 and 2", 1],
  ["n in (0, 1)", 1],
  ["n in (2, 3)", 1],
  ["s = 'a'", 1],
  ["s in ('a', 'b')", 1],
  ["not s in ('a', 'b', 'c')", 1],
  ["s like 'a%'", 1],
  ["s = '1'", 1],
  ["s is null", 1],
  ["n = 1 and s = 'a'", 2],
  ["n = 1 or s = 'a'", 2],
  ["not (n > 1 and s <> 'b')", 2],
];

const PROPERTIES = [
  "fill: #000001",
  "fill: #000002",
  "fill: none",
  "stroke: #000003",
  "stroke: none",
  "mark: symbol(x)",
  "p: 1",
  "p: 2",
  "q: 3",
];
const SCALES = [5, 10, 15, 20, 25];

interface WrittenRule {
  readonly conditions: readonly (readonly [string, number])[];
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly isMark: boolean;
  readonly properties: readonly string[];
}

const rule: fc.Arbitrary<WrittenRule> = fc.record({
  conditions: fc.uniqueArray(fc.constantFrom(...CONDITIONS), { maxLength: 2 }),
  from: fc.option(fc.constantFrom(10, 20), { nil: undefined, freq: 2 }),
  to: fc.option(fc.constantFrom(10, 20, 25), { nil: undefined, freq: 2 }),
  isMark: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
  properties: fc.uniqueArray(fc.constantFrom(...PROPERTIES), {
    minLength: 1,
    maxLength: 3,
    selector: (one) => one.split(":")[0],
  }),
});

const sheet = fc.array(rule, { minLength: 1, maxLength: 6 });

function textOf(rules: readonly WrittenRule[]): string {
  return rules
    .map(({ conditions, from, to, isMark, properties }) => {
      const parts = [
        ...conditions.map(([text]) => `[${text}]`),
        ...(from === undefined ? [] : [`[@sd >= ${from}]`]),
        ...(to === undefined ? [] : [`[@sd < ${to}]`]),
        ...(isMark ? [":mark"] : []),
      ];
      return `${parts.length === 0 ? "*" : parts.join(" ")} { ${properties.join("; ")} }`;
    })
    .join("\n");
}

const inCondition = new Map(CONDITIONS.map(([text]) => [text, isIn(parseFilter(text))]));

/** What is drawn of a feature: properties in the order of their names, and those of its mark; undefined for nothing. */
function expected(rules: readonly WrittenRule[], feature: Granule, at: number): string | undefined {
  const there = rules
    .map((one, order) => ({
      ...one,
      order,
      specificity: one.conditions.reduce((sum, [, count]) => sum + count, Number(one.isMark)),
    }))
    .filter(({ from = 0, to = Infinity }) => from <= at && at < to)
    .filter(({ conditions }) => conditions.every(([text]) => inCondition.get(text)?.(feature)))
    .toSorted((a, b) => a.specificity - b.specificity || a.order - b.order);
  const merged = merge(there.filter(({ isMark }) => !isMark));
  const isDrawn = ["fill", "stroke", "mark"].some(
    (name) => (merged.get(name) ?? "none") !== "none",
  );
  if (!isDrawn) return undefined;
  const marks = merged.has("mark") ? merge(there.filter(({ isMark }) => isMark)) : new Map();
  return drawing(merged, marks);
}

function merge(rules: readonly WrittenRule[]): ReadonlyMap<string, string> {
  return new Map(
    rules.flatMap(({ properties }) => properties.map((one) => one.split(": ") as [string, string])),
  );
}

function drawing(...parts: readonly ReadonlyMap<string, string>[]): string {
  return parts
    .map((part) =>
      [...part]
        .map(([name, value]) => `${name}: ${value}`)
        .toSorted()
        .join("; "),
    )
    .join(" | ");
}

function drawnBy({ properties, pseudo }: StyleRule): string {
  const texts = (of: StyleRule["properties"]) =>
    [...of.values()].map(({ name, values }) => [name, values.map(valueText).join(", ")] as const);
  return drawing(
    new Map(texts(properties)),
    new Map(pseudo.flatMap((block) => texts(block.properties))),
  );
}

/** The rules of a style that a feature is in, as they are written there. */
function rulesFor(
  rules: readonly { rule: StyleRule; holds: (feature: Granule) => boolean }[],
  feature: Granule,
  at: number,
) {
  return rules
    .filter(({ rule, holds }) => rule.scale.min <= at && at < rule.scale.max && holds(feature))
    .map(({ rule }) => rule);
}

function styleRules(text: string) {
  const { styling } = readSheet(text);
  const rules = styling?.levels.flatMap((level) => level.rules) ?? [];
  return rules.map((one) => ({ rule: one, holds: isIn(one.filter) }));
}

function saysNone(rules: readonly WrittenRule[]): boolean {
  return rules.some(({ properties }) => properties.some((one) => one.endsWith("none")));
}

const runs = { numRuns: scale({ test: 30, proof: 5_000 }), seed: 20_262 };

test("simple: the first rule that a feature is in draws what the cascade says", () => {
  fc.assert(
    fc.property(sheet, (written) => {
      const rules = styleRules(`@mode 'Simple';\n${textOf(written)}`);
      for (const feature of features) {
        for (const at of SCALES) {
          const [first] = rulesFor(rules, feature, at);
          const drawn = first === undefined ? undefined : drawnBy(first);
          // What is said to be empty is subtracted here as well, see below.
          if (drawn !== undefined || !lacksValue(feature) || !saysNone(written))
            expect(drawn).toBe(expected(written, feature, at));
        }
      }
    }),
    runs,
  );
});

test("exclusive: at most one rule is for a feature, and draws what the cascade says", () => {
  fc.assert(
    fc.property(sheet, (written) => {
      const rules = styleRules(`@mode 'Exclusive';\n${textOf(written)}`);
      for (const feature of features) {
        for (const at of SCALES) {
          const [first, ...others] = rulesFor(rules, feature, at);
          expect(others).toEqual([]);
          const drawn = first === undefined ? undefined : drawnBy(first);
          // Of a feature without a value it may be unknown that a rule does not hold.
          if (drawn !== undefined || !lacksValue(feature))
            expect(drawn).toBe(expected(written, feature, at));
        }
      }
    }),
    runs,
  );
});

test("rules in rules are the same as rules with whole selectors", () => {
  fc.assert(
    fc.property(rule, fc.array(rule, { minLength: 1, maxLength: 3 }), (outer, inner) => {
      const whole = [outer, ...inner.map((one) => within(one, outer))];
      const nested = textOf([outer]).replace(
        / \}$/,
        `; ${inner.map((one) => textOf([one])).join(";\n")} }`,
      );
      const [a, b] = [readSheet(nested), readSheet(textOf(whole))];
      expect(a.problems).toEqual(b.problems);
      expect(a.styling?.levels.map(({ rules }) => rules.map(drawnBy))).toEqual(
        b.styling?.levels.map(({ rules }) => rules.map(drawnBy)),
      );
    }),
    runs,
  );
});

function within(inner: WrittenRule, outer: WrittenRule): WrittenRule {
  const names = new Set(inner.properties.map((one) => one.split(":")[0]));
  const inherited =
    inner.isMark === outer.isMark
      ? outer.properties.filter((one) => !names.has(one.split(":")[0]))
      : [];
  return {
    conditions: [...outer.conditions, ...inner.conditions],
    from: Math.max(outer.from ?? 0, inner.from ?? 0) || undefined,
    to: [outer.to, inner.to].filter((one) => one !== undefined).toSorted((a, b) => a - b)[0],
    isMark: outer.isMark || inner.isMark,
    properties: [...(outer.isMark && !inner.isMark ? [] : inherited), ...inner.properties],
  };
}
