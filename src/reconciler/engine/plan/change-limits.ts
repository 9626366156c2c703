/** Limits on changes of one plan (docs/opinions.md, "What stops a plan"). */
import { changeLimits as limits } from "../../../model/limits.ts";
import type { Excess } from "./plan.ts";

export type LimitedAction = Excess["action"];

/** A percentage of a kind in a scope, and a number of objects in the whole plan. */
export interface ChangeLimit {
  readonly percent: number;
  readonly objects: number;
}

/** The limits of all actions. */
export type ChangeLimits = Readonly<Record<LimitedAction, ChangeLimit>>;

/** Parses limits, `20%` or a number of objects, with defaults. */
export function changeLimitsFrom(
  given: Readonly<Partial<Record<LimitedAction, string | number | undefined>>>,
): ChangeLimits {
  const limitOf = (action: LimitedAction): ChangeLimit => {
    const usual = { percent: percents[action], objects: limits.objectsOfPlan };
    const text = String(given[action] ?? `${usual.percent}%`);
    if (text.endsWith("%")) return { ...usual, percent: Number(text.slice(0, -1)) };
    return { ...usual, objects: Number(text) };
  };
  return { delete: limitOf("delete"), replace: limitOf("replace"), update: limitOf("update") };
}

const percents: Readonly<Record<LimitedAction, number>> = {
  update: limits.updatedPercent,
  delete: limits.deletedPercent,
  replace: limits.recreatedPercent,
};
