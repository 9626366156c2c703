/** Literals that are known to be true, and what follows from them. */
import { meaningOf, typeOf } from "./constant.ts";
import type { Literal, Node } from "./node.ts";
import { relate } from "./relate.ts";
import { valuesOf, type Values } from "./values.ts";

/** Counts comparisons; throws when there are too many. */
export interface ComparisonCounter {
  readonly tick: (count?: number) => void;
}

/** There may be many `unequal` literals; they are not compared with each other. */
interface OfSubject {
  readonly tests: Literal[];
  readonly unequal: Map<string, Literal>;
}

/** Known literals by subject; `outer` holds those of the enclosing condition. */
export interface Known {
  readonly own: Map<string, OfSubject>;
  readonly outer: Known | undefined;
}

export function nothingIn(outer: Known | undefined): Known {
  return { own: new Map(), outer };
}

/** Decides a literal by the known ones; undefined where they do not decide it. */
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

/** Adds a literal that does not follow; false when it cannot be true. */
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

/** The known literals without `outer`, and without those that alternatives imply. */
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

/** Whether the values exclude the value that a literal excludes. */
function areNever({ meanings, type }: Values, { test }: Literal): boolean {
  if (test.type !== "compare" || meanings.has(meaningOf(test.constant))) return false;
  const own = typeOf(test.constant);
  return own !== "other" && (own === "numeric text" || own === type || type === "numeric text");
}
