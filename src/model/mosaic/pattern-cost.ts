/**
 * Estimates matching costs. Nested repeats of exponential cost are refused; the rest is polynomial
 * in the text's length.
 */
import { mosaicDefinition as limits } from "../limits.ts";
import { unread } from "./pattern-source.ts";
import type { PatternNode, PatternOption } from "./pattern-tree.ts";

/**
 * Ways to match: `fixed`, times one dimension per `open` repeat. `size` counts parts, with counted
 * repeats expanded.
 */
export interface PatternCost {
  readonly fixed: number;
  readonly open: number;
  readonly size: number;
}

/** Ways to place the start and all open repeats: a binomial coefficient. */
export function stepsOf({ fixed, open }: PatternCost, length: number): number {
  let steps = fixed;
  for (let index = 1; index <= open + 1 && Number.isFinite(steps); index++) {
    steps *= (length + index) / index;
  }
  return steps;
}

/** Repeats with a larger range count as open. */
const WIDE = 8;

/** Throws PatternError for patterns that are too costly for any text. */
export function costOfOptions(options: readonly PatternOption[]): PatternCost {
  const costs = options.map((option) => costOfAll(option.map(costOf)));
  const cost = {
    fixed: costs.reduce((sum, { fixed }) => sum + fixed, 0),
    open: Math.max(...costs.map(({ open }) => open)),
    size: costs.reduce((sum, { size }) => sum + size, 1),
  };
  if (cost.fixed > limits.patternSteps || cost.size > limits.patternParts) {
    throw unread("its counts and alternatives multiply to too many");
  }
  return cost;
}

function costOfAll(costs: readonly PatternCost[]): PatternCost {
  return {
    fixed: costs.reduce((product, { fixed }) => product * fixed, 1),
    open: costs.reduce((sum, { open }) => sum + open, 0),
    size: costs.reduce((sum, { size }) => sum + size, 0),
  };
}

function costOf(node: PatternNode): PatternCost {
  if (node.type === "group") return costOfOptions(node.options);
  if (node.type !== "repeat") return { fixed: 1, open: 0, size: 1 };
  const { min, max } = node;
  const body = costOf(node.body);
  const varies = body.fixed > 1 || body.open > 0;
  if (varies && max - min > WIDE) {
    throw unread(
      "a repeat holds another repeat or alternatives, whose cost could grow without bound; " +
        "write the inner part with a fixed length",
    );
  }
  const size = body.size * Math.max(1, Number.isFinite(max) ? max : min);
  if (max - min > WIDE) return { fixed: 1, open: 1, size };
  const times = Math.max(max, 1);
  return { fixed: (max - min + 1) * body.fixed ** times, open: body.open * times, size };
}
