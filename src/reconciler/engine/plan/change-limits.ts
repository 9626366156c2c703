/** How much one plan may update, delete and recreate, as people say it (docs/opinions.md, "What stops a plan"). */
import { changeLimits as limits } from "../../../model/limits.ts";
import type { Excess } from "./plan.ts";

/** Actions that have a limit. */
export type LimitedAction = Excess["action"];

/** How much one action may do: a percentage of a kind in a scope, and objects of the whole plan. */
export interface ChangeLimit {
  readonly percent: number;
  readonly objects: number;
}

/** The limits of all actions. */
export type ChangeLimits = Readonly<Record<LimitedAction, ChangeLimit>>;

/** Change limits as people give them, `20%` or a number of objects; what is not given is as usual. */
export function changeLimitsFrom(
  given: Readonly<Partial<Record<LimitedAction, string | number | undefined>>>,
): ChangeLimits {
  const limitOf = (action: LimitedAction): ChangeLimit => {
    const usual = { percent: percents[action], objects: limits.objectsOfPlan };
    const limit = given[action];
    if (limit === undefined) return usual;
    const text = String(limit);
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
