/** AND, OR and NOT of three values. */
import type { Predicate, Truth } from "./row.ts";

/** True when all are, false when one is, else unknown. */
export function allOf(predicates: readonly Predicate[]): Predicate {
  return junction(predicates, false);
}

/** True when one is, false when all are, else unknown. */
export function anyOf(predicates: readonly Predicate[]): Predicate {
  return junction(predicates, true);
}

/** What is unknown stays so. */
export function negation(predicate: Predicate): Predicate {
  return (row) => {
    const truth = predicate(row);
    return truth === null ? null : !truth;
  };
}

/** The first that is `decisive` ends it. */
function junction(predicates: readonly Predicate[], decisive: boolean): Predicate {
  return (row) => {
    let result: Truth = !decisive;
    for (const predicate of predicates) {
      const truth = predicate(row);
      if (truth === decisive) return decisive;
      result = truth === null ? null : result;
    }
    return result;
  };
}
