/** Literals that are known to be true, and what they say of others. */
import { meaningOf, typeOf } from "./constant.ts";
import type { Literal, Node } from "./node.ts";
import { relate } from "./relate.ts";
import { valuesOf, type Values } from "./values.ts";

/** Counts comparisons; throws when there are too many. */
export interface ComparisonCounter {
  readonly tick: (count?: number) => void;
}

/** What is known of one subject. Of those that say what it is not there may be many: they say nothing of each other. */
interface OfSubject {
  readonly tests: Literal[];
  readonly unequal: Map<string, Literal>;
}

/** What is known, by subject; what is known around it is in `outer`. */
export interface Known {
  readonly own: Map<string, OfSubject>;
  readonly outer: Known | undefined;
}

/** Nothing but what is known around. */
export function nothingIn(outer: Known | undefined): Known {
  return { own: new Map(), outer };
}

/** Whether a literal is true or false where all that is known is true; undefined where that is not known. */
export function decide(
  literal: Literal,
  known: Known,
  counter: ComparisonCounter,
): boolean | undefined {
  for (let level: Known | undefined = known; level !== undefined; level = level.outer) {
    const decided = decideBy(level.own.get(literal.subject), literal, counter);
    if (decided !== undefined) return decided;
  }
  return undefined;
}

function decideBy(
  of: OfSubject | undefined,
  literal: Literal,
  counter: ComparisonCounter,
): boolean | undefined {
  if (of === undefined) return undefined;
  counter.tick(of.tests.length + 1);
  for (const other of of.tests) {
    const { excludes, implies } = relate(other, literal);
    if (excludes) return false;
    if (implies) return true;
  }
  const { test } = literal;
  if (test.type !== "compare" || !of.unequal.has(unequalKey(test.constant))) return undefined;
  if (test.operator === "=") return false;
  return test.operator === "<>" ? true : undefined;
}

function unequalKey({ kind, value }: { kind: string; value: unknown }): string {
  return `${kind} ${String(value)}`;
}

/** Adds a literal to what is known, unless it is; false when it cannot be true. */
export function learn(literal: Literal, known: Known, counter: ComparisonCounter): boolean {
  const decided = decide(literal, known, counter);
  if (decided !== undefined) return decided;
  const of = known.own.get(literal.subject) ?? { tests: [], unequal: new Map() };
  known.own.set(literal.subject, of);
  const { test } = literal;
  if (test.type === "compare" && test.operator === "<>") {
    of.unequal.set(unequalKey(test.constant), literal);
    return true;
  }
  counter.tick(of.tests.length + of.unequal.size);
  const tests = of.tests.filter((other) => !relate(literal, other).implies);
  of.tests.splice(0, of.tests.length, ...tests, literal);
  for (const [key, other] of of.unequal) if (relate(literal, other).implies) of.unequal.delete(key);
  return true;
}

/** All that is known but around, without what some of the alternatives say as well. */
export function literalsOf({ own }: Known, alternatives: readonly Node[]): readonly Literal[] {
  const sets = alternatives.map(valuesOf).filter((values) => values !== undefined);
  return [...own].flatMap(([subject, { tests, unequal }]) => {
    const ofSubject = sets.filter((values) => values.subject === subject);
    const others = [...unequal.values()];
    return [
      ...tests,
      ...others.filter((one) => !ofSubject.some((values) => areNever(values, one))),
    ];
  });
}

/** Whether none of the values is the one that a literal says it is not. */
function areNever({ meanings, type }: Values, { test }: Literal): boolean {
  if (test.type !== "compare" || meanings.has(meaningOf(test.constant))) return false;
  const own = typeOf(test.constant);
  return own !== "other" && (own === "numeric text" || own === type || type === "numeric text");
}
