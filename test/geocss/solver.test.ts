/** What is reasoned about conditions, against what they say of features one by one. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Comparison, Expression, Filter } from "../../src/model/filter.ts";
import { negationOf, nodeOf, type Node } from "../../src/geocss/solver/node.ts";
import { isImpossible, simplify } from "../../src/geocss/solver/simplify.ts";
import { filterOf } from "../../src/geocss/solver/to-filter.ts";
import { parseFilter } from "../../src/wire/filter.ts";
import { scale } from "../support/run/scale.ts";
import { features, isIn } from "../support/styles/sheet-features.ts";

const work = { tick: () => undefined };
const runs = { numRuns: scale({ test: 250, proof: 40_000 }), seed: 20_261 };

const attribute = (name: string): Expression => ({ type: "attribute", name });
const literal = (value: string | number): Expression => ({ type: "literal", value });
const operator = fc.constantFrom<Comparison>("=", "<>", "<", "<=", ">", ">=", "=", "<>");
const ofNumber = fc.constantFrom<string | number>(0, 1, 2, 2.5, "1", "1.0", "2");
const ofText = fc.constantFrom<string | number>(
  "a",
  "b",
  "c",
  "1",
  "1.0",
  "01",
  "true",
  "TRUE",
  1,
  2,
);
const subject = fc.constantFrom("n", "s");
const constantFor = (name: string) => (name === "n" ? ofNumber : ofText);

const compared = fc.oneof(
  fc.tuple(subject, operator).chain(([name, operator]) =>
    constantFor(name).map((value): Filter => ({
      type: "compare",
      operator,
      left: attribute(name),
      right: literal(value),
    })),
  ),
  subject.chain((name) =>
    fc.array(constantFor(name), { minLength: 1, maxLength: 4 }).map((options): Filter => ({
      type: "in",
      value: attribute(name),
      options: options.map(literal),
    })),
  ),
  fc.tuple(ofNumber, ofNumber).map(([low, high]): Filter => ({
    type: "between",
    value: attribute("n"),
    low: literal(low),
    high: literal(high),
  })),
  operator.map((operator): Filter => ({
    type: "compare",
    operator,
    left: literal(1),
    right: attribute("n"),
  })),
  operator.map((operator): Filter => ({
    type: "compare",
    operator,
    left: attribute("n"),
    right: attribute("n"),
  })),
  subject.map((name): Filter => ({ type: "is-null", value: attribute(name) })),
  fc.constantFrom("a%", "%b", "a", "_").map((pattern): Filter => ({
    type: "like",
    value: attribute("s"),
    pattern,
    ignoreCase: false,
  })),
  fc
    .array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 })
    .map((ids): Filter => ({ type: "ids", ids: ids.map((id) => `t.${id}`) })),
  fc.constantFrom<Filter>({ type: "include" }, { type: "exclude" }),
);

const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4, depthIdentifier: "filter" },
    { weight: 3, arbitrary: compared },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.constantFrom("and" as const, "or" as const),
          fc.array(tie("filter"), { minLength: 1, maxLength: 4 }),
        )
        .map(([type, filters]): Filter => ({ type, filters })),
    },
    tie("filter").map((inner): Filter => ({ type: "not", filter: inner })),
  ),
}));

const trueFor = (one: Filter) => features.filter(isIn(one)).map(({ id }) => id);

test("a simpler condition is true for the same features", () => {
  fc.assert(
    fc.property(filter, (one) => {
      expect(trueFor(filterOf(simplify(nodeOf(one), work)))).toEqual(trueFor(one));
    }),
    runs,
  );
});

test("a negation is true where the condition is false, and not where it is unknown", () => {
  fc.assert(
    fc.property(filter, (one) => {
      const negation = filterOf(simplify(negationOf(nodeOf(one)), work));
      expect(trueFor(negation)).toEqual(trueFor({ type: "not", filter: one }));
    }),
    runs,
  );
});

test("what is impossible is true for no feature", () => {
  let count = 0;
  fc.assert(
    fc.property(filter, filter, (one, other) => {
      const both: Filter = { type: "and", filters: [one, other] };
      if (!isImpossible(nodeOf(both), work)) return;
      count++;
      expect(trueFor(both)).toEqual([]);
    }),
    runs,
  );
  expect(count).toBeGreaterThan(runs.numRuns / 20);
});

test.each([
  ["a = 'x' and a = 'y'", true],
  ["a = 1 and a = 2", true],
  ["a = 1 and a <> 1", true],
  ["a > 5 and a < 5", true],
  ["a > 5 and a < 6", false],
  ["a >= 5 and a <= 5", false],
  ["a in (1, 2) and a in (3, 4)", true],
  ["a in ('x', 'y') and a <> 'x' and a <> 'y'", true],
  ["a in ('x', 'y') and not a in ('y', 'x', 'z')", true],
  ["a between 1 and 2 and a > 2", true],
  ["a is null and a = 1", true],
  ["a is null and not a is null", true],
  ["a is null and a <> 1", false],
  ["a like 'x%' and not a like 'x%'", true],
  ["a like 'x%' and a like 'y%'", false],
  ["f(a) = 1 and f(a) = 2", true],
  ["f(a) = 1 and f(b) = 2", false],
  ["a = b and a <> b", true],
  ["a < b and a >= b", true],
  ["a < b and b > a", false],
  ["(a = 1 or b = 1) and a <> 1 and b <> 1", true],
  ["(a = 1 or b = 1) and (a = 2 or b = 2) and (a = 3 or b = 3)", true],
  ["a = '1' and a = '2'", true],
  ["a = '1' and a = '1.0'", false],
  ["a = '1' and a = 1", false],
  ["a = '1' and a = 2", true],
  ["a = 'true' and a = 'TRUE'", false],
  ["a > '10' and a < '9'", false],
  ["a = 'x' and a = 1", false],
  ["a < 'b' and a > 'c'", true],
])("%s: impossible %s", (text, expected) => {
  expect(isImpossible(nodeOf(parseFilter(text)), work)).toBe(expected);
});

const simplest = (text: string): Node => simplify(nodeOf(parseFilter(text)), work);

test.each([
  ["a = 1 and a <> 2 and a > 0", "a = 1"],
  ["a > 5 and a > 7", "a > 7"],
  ["a in ('x', 'y', 'z') and a <> 'y'", "a = 'x' or a = 'z'"],
  ["not (a in ('x', 'y') and a = 'x') and a in ('x', 'y')", "a = 'y'"],
  ["(a = 1 or a > 0) and b = 1", "a > 0 and b = 1"],
  ["not (a = 1 and b = 2) and a = 1", "a = 1 and b <> 2"],
  ["not (not (a = 1))", "a = 1"],
  ["(a = 1 or include) and (b = 1 or exclude)", "b = 1"],
])("%s is %s", (text, simple) => {
  expect(simplest(text).key).toBe(nodeOf(parseFilter(simple)).key);
});
