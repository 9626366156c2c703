/** What is known of two rules of a sheet: it is asked again and again, and found out once. */
import { isNever, junction } from "../solver/node.ts";
import { follows, simplify } from "../solver/simplify.ts";
import { excludeEachOther, isImpliedBy } from "../solver/units.ts";
import type { ScopedRule } from "./rules.ts";
import type { Effort } from "./effort.ts";

/** Questions about the conditions of two rules; scales are not looked at. What is not known is said to be possible. */
export interface Pairs {
  readonly effort: Effort;
  /** Whether some feature may be in both. */
  readonly meet: (a: ScopedRule, b: ScopedRule) => boolean;
  /** Whether all features in the first are in the second. */
  readonly implies: (a: ScopedRule, b: ScopedRule) => boolean;
}

/** The pairs of a sheet with so many rules. */
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

/** What a look at literals takes, beside a comparison of conditions. */
const PLAIN = 0.1;

type Both = readonly [ScopedRule, ScopedRule];
