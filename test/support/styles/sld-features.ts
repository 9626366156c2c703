/** Features and scales on which two styles could differ, made from what their rules ask for. */
import type { Condition, Feature } from "./sld-filter.ts";
import { isRecord, keyOf } from "./sld-filter.ts";
import type { SldRule, SldStyle } from "./sld-model.ts";
import type { Json } from "./sld-values.ts";

type Value = string | number | undefined;

/** More combinations than this are not tried out one by one. */
const COMBINATIONS = 3000;

/** Every bound of a scale, what lies just below and above it, and what lies between two. */
export function scalesOf(styles: readonly SldStyle[]): readonly number[] {
  const bounds = rulesOf(styles)
    .flatMap(({ min, max }) => [min, max])
    .filter((bound) => bound > 0 && bound < Infinity);
  const sorted = [...new Set(bounds)].toSorted((one, other) => one - other);
  const around = sorted.flatMap((bound) => [bound * (1 - 1e-6), bound, bound * (1 + 1e-6)]);
  const between = sorted.map((bound, at) => Math.sqrt(bound * (sorted[at + 1] ?? bound * 4)));
  return [(sorted[0] ?? 1000) / 2, ...around, ...between];
}

/**
 * Features: every combination of the values that occur in filters, their neighbours and none at
 * all, where these are not too many; else those that each rule asks for and seeded ones.
 */
export function featuresOf(styles: readonly SldStyle[], seed = 1): readonly Feature[] {
  const rules = rulesOf(styles);
  const constants = new Map<string, Set<string | number>>();
  for (const { filter } of rules) if (filter !== undefined) collect(filter, constants);
  const candidates = [...constants].map(([key, values]): [string, readonly Value[]] => [
    key,
    withNeighbours(values),
  ]);
  const total = candidates.reduce((product, [, values]) => product * values.length, 1);
  if (total <= COMBINATIONS) return combinations(candidates);
  const random = generator(seed);
  return rules
    .flatMap(({ filter }) => asked(filter))
    .flatMap((wish) =>
      Array.from({ length: Math.ceil(COMBINATIONS / rules.length) }, () =>
        featureFrom(candidates, random, wish),
      ),
    );
}

function rulesOf(styles: readonly SldStyle[]): readonly SldRule[] {
  return styles.flatMap(({ levels }) => levels.flatMap(({ rules }) => rules));
}

/** The constants that each expression is compared with. */
function collect(condition: Condition, found: Map<string, Set<string | number>>): void {
  const add = (expression: Json, value: Json): void => {
    for (const key of keysOf(expression)) {
      const values = found.get(key) ?? new Set();
      found.set(key, values);
      if (typeof value === "string" || typeof value === "number") values.add(value);
    }
  };
  switch (condition.op) {
    case "and":
    case "or":
      for (const arg of condition.args) collect(arg, found);
      return;
    case "not":
      collect(condition.arg, found);
      return;
    case "null":
      add(condition.value, null);
      return;
    case "id":
      add({ property: "@id" }, condition.id);
      return;
    case "opaque":
      add({ property: keyOf(condition.what) }, 1);
      return;
    case "like":
      add(condition.value, condition.pattern.replaceAll(".*", "").replaceAll(/\\(.)/g, "$1"));
      return;
    case "compare":
      add(condition.left, condition.right);
      add(condition.right, condition.left);
  }
}

/** Attributes in an expression; one that is not worked out stands for itself. */
function keysOf(expression: Json): readonly string[] {
  if (!isRecord(expression)) return [];
  if (typeof expression["operator"] !== "string") return [keyOf(expression)];
  return (expression["args"] as readonly Json[]).flatMap(keysOf);
}

function withNeighbours(values: ReadonlySet<string | number>): readonly Value[] {
  const numbers = [...values].flatMap((value) =>
    typeof value === "number" ? [value - 1, value - 0.5, value + 0.5, value + 1] : [],
  );
  const texts = [...values].flatMap((value) => (typeof value === "string" ? [`${value}~`] : []));
  return [...new Set([...values, ...numbers, ...texts.slice(0, 2), "some other", undefined])];
}

function combinations(candidates: readonly (readonly [string, readonly Value[]])[]): Feature[] {
  return candidates.reduce<Feature[]>(
    (features, [key, values]) =>
      features.flatMap((feature) => values.map((value) => withValue(feature, key, value))),
    [new Map()],
  );
}

function withValue(feature: Feature, key: string, value: Value): Feature {
  return value === undefined ? feature : new Map([...feature, [key, value]]);
}

/** What a filter asks for by equality, one wish per alternative. */
function asked(condition: Condition | undefined): readonly Feature[] {
  if (condition?.op === "and")
    return condition.args
      .map(asked)
      .reduce<readonly Feature[]>(
        (wishes, others) =>
          wishes
            .flatMap((wish) => others.map((other) => new Map([...wish, ...other])))
            .slice(0, 20),
        [new Map()],
      );
  if (condition?.op === "or") return condition.args.flatMap(asked).slice(0, 20);
  if (condition?.op !== "compare" || condition.operator !== "=") return [new Map()];
  const { left, right } = condition;
  const isConstant = typeof right === "string" || typeof right === "number";
  return [isConstant ? new Map([[keyOf(left), right]]) : new Map()];
}

function featureFrom(
  candidates: readonly (readonly [string, readonly Value[]])[],
  random: () => number,
  wish: Feature,
): Feature {
  let feature: Feature = new Map();
  for (const [key, values] of candidates) {
    const value = wish.get(key) ?? values[Math.floor(random() * values.length)];
    feature = withValue(feature, key, value);
  }
  return feature;
}

/** Numbers from 0 to 1, the same ones for the same seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
