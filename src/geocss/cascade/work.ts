/** How much work a sheet may make. */
import { styleSheet as limits } from "../../model/limits.ts";
import { SheetError } from "../problem.ts";
import type { Work } from "../solver/known.ts";

/** Counts what a sheet makes; throws SheetError when it is too much. */
export interface Effort extends Work {
  /** A rule of the style, with so many properties and conditions. */
  readonly output: (parts: number) => void;
}

/** The effort for one sheet that may come to `maxOutputRules` rules. */
export function newEffort(maxOutputRules: number): Effort {
  let [comparisons, rules, parts] = [0, 0, 0];
  return {
    tick(count = 1) {
      comparisons += count;
      if (comparisons > limits.comparisons)
        throw new SheetError(
          `The conditions of the rules overlap in too many ways: they take more than ${limits.comparisons} comparisons; @mode 'Flat' takes the rules as they are`,
          0,
        );
    },
    output(count) {
      rules++;
      parts += count;
      if (rules > maxOutputRules)
        throw new SheetError(
          `The sheet comes to more than ${maxOutputRules} rules, the limit maxOutputRules; @mode 'Flat' takes the rules as they are`,
          0,
        );
      if (parts > limits.outputParts)
        throw new SheetError(
          `The rules that the sheet comes to have more than ${limits.outputParts} properties and conditions; @mode 'Flat' takes the rules as they are`,
          0,
        );
    },
  };
}
