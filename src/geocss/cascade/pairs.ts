/** Cached relations between pairs of rules. */
import { isNever, junction } from "../solver/node.ts";
import { follows, simplify } from "../solver/simplify.ts";
import { excludeEachOther, isImpliedBy } from "../solver/units.ts";
import type { ScopedRule } from "./rules.ts";
import type { Effort } from "./effort.ts";

/**
 * Relations of conditions, regardless of scales. An undecided pair may meet, and implies nothing.
 */
export interface Pairs {
  readonly effort: Effort;
  /** Whether a feature can fulfil both. */
  readonly meet: (a: ScopedRule, b: ScopedRule) => boolean;
  /** Whether all features of the first fulfil the second. */
  readonly implies: (a: ScopedRule, b: ScopedRule) => boolean;
}

/** `count` is the number of rules. */
export function newPairs(count: number, effort: Effort): Pairs {
  const meetings = new Map<number, boolean>();
  const implications = new Map<number, boolean>();
  const asked = (known: Map<number, boolean>, [a, b]: Both, find: () => boolean): boolean => {
    effort.tick();
    const key = a.order * count + b.order;
    let answer = known.get(key);
    if (answer === undefined) known.set(key, (answer = find()));
    return answer;
  };
  const isImpossible = (a: ScopedRule, b: ScopedRule) =>
    isNever(simplify(junction("and", [a.condition, b.condition]), effort));
  return {
    effort,
    meet(a, b) {
      effort.tick(PLAIN);
      if (excludeEachOther(a.units, b.units)) return false;
      if (a.units.isAll || b.units.isAll) return true;
      const pair: Both = a.order < b.order ? [a, b] : [b, a];
      return asked(meetings, pair, () => !isImpossible(a, b));
    },
    implies(a, b) {
      effort.tick(3 * PLAIN);
      if (isImpliedBy(b.units, a.units)) return true;
      if (a.units.isAll && b.units.isAll) return false;
      return asked(implications, [a, b], () => follows(b.condition, a.condition, effort));
    },
  };
}

/** The cost of comparing literals, relative to comparing conditions. */
const PLAIN = 0.1;

type Both = readonly [ScopedRule, ScopedRule];
