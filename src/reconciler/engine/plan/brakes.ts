/** How much one plan may update, delete and recreate, as people say it (docs/opinions.md, "What stops a plan"). */
import { brakes as limits } from "../../../model/limits.ts";
import type { Excess } from "./plan.ts";

/** What there are brakes for. */
export type Braked = Excess["action"];

/** How much one action may do: a percentage of a kind in a scope, and objects of the whole plan. */
export interface Brake {
  readonly percent: number;
  readonly objects: number;
}

/** The brakes of all actions. */
export type Brakes = Readonly<Record<Braked, Brake>>;

/** Brakes as people give them, `20%` or a number of objects; what is not given is as usual. */
export function brakesFrom(
  given: Readonly<Partial<Record<Braked, string | number | undefined>>>,
): Brakes {
  const brakeOf = (action: Braked): Brake => {
    const usual = { percent: percents[action], objects: limits.objectsOfPlan };
    const said = given[action];
    if (said === undefined) return usual;
    const text = String(said);
    if (text.endsWith("%")) return { ...usual, percent: Number(text.slice(0, -1)) };
    return { ...usual, objects: Number(text) };
  };
  return { delete: brakeOf("delete"), replace: brakeOf("replace"), update: brakeOf("update") };
}

const percents: Readonly<Record<Braked, number>> = {
  update: limits.updatedPercent,
  delete: limits.deletedPercent,
  replace: limits.recreatedPercent,
};
