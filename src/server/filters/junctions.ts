/** AND, OR and NOT in three-valued logic. */
import type { Predicate, Truth } from "./row.ts";

export function allOf(predicates: readonly Predicate[]): Predicate {
  return junction(predicates, false);
}

export function anyOf(predicates: readonly Predicate[]): Predicate {
  return junction(predicates, true);
}

export function negation(predicate: Predicate): Predicate {
  return (row) => {
    const truth = predicate(row);
    return truth === null ? null : !truth;
  };
}

/** The first `decisive` value ends the evaluation. */
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
