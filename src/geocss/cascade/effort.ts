/** Limits the work that a sheet causes. */
import { styleSheet as limits } from "../../model/limits.ts";
import { beyond } from "../problem.ts";
import type { ComparisonCounter } from "../solver/known.ts";

/** Counts work; throws SheetError beyond a limit. */
export interface Effort extends ComparisonCounter {
  /** Counts a rule with its properties and conditions. */
  readonly output: (parts: number) => void;
}

const HINT = "; @mode 'Flat' takes the rules as they are";

/** The effort of one sheet, with at most `maxOutputRules` rules. */
export function newEffort(maxOutputRules: number): Effort {
  let [comparisons, rules, parts] = [0, 0, 0];
  return {
    tick(count = 1) {
      comparisons += count;
      if (comparisons > limits.comparisons)
        throw beyond(
          `The conditions of the rules overlap in too many ways: they take more than ${limits.comparisons} comparisons`,
          limits.comparisons,
          0,
          HINT,
        );
    },
    output(count) {
      rules++;
      parts += count;
      if (rules > maxOutputRules)
        throw beyond(
          `The sheet comes to more than ${maxOutputRules} rules`,
          maxOutputRules,
          0,
          ` of maxOutputRules${HINT}`,
        );
      if (parts > limits.outputParts)
        throw beyond(
          `The rules that the sheet comes to have more than ${limits.outputParts} properties and conditions`,
          limits.outputParts,
          0,
          HINT,
        );
    },
  };
}
