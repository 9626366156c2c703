/** AND, OR and NOT of three values. */
import type { Judge, Truth } from "./row.ts";

/** True when all are, false when one is, else unknown. */
export function allOf(judges: readonly Judge[]): Judge {
  return junction(judges, false);
}

/** True when one is, false when all are, else unknown. */
export function anyOf(judges: readonly Judge[]): Judge {
  return junction(judges, true);
}

/** What is unknown stays so. */
export function negation(judge: Judge): Judge {
  return (row) => {
    const truth = judge(row);
    return truth === null ? null : !truth;
  };
}

/** The first that is `decisive` ends it. */
function junction(judges: readonly Judge[], decisive: boolean): Judge {
  return (row) => {
    let result: Truth = !decisive;
    for (const judge of judges) {
      const truth = judge(row);
      if (truth === decisive) return decisive;
      result = truth === null ? null : result;
    }
    return result;
  };
}
