/**
 * Everything that can stop a plan, as one list. A guard is given the plan with all that its stages found out and
 * says what speaks against it: a block that is accepted by name, or one that only other circumstances lift.
 * Guards stop apply, never plan, and change nothing.
 */
import type { Block } from "../plan/plan.ts";
import type { Described } from "../plan/stages.ts";
import { findExcesses } from "./change-limits.ts";
import { findInEachChange } from "./each-change.ts";
import { findCascadeBlocks } from "./cascades.ts";
import { findAccessEffects } from "./access-effects.ts";
import { findExposures } from "./exposures.ts";
import { findHardStops } from "./hard-guards.ts";
import { findRivals } from "./rivals.ts";
import { findTransfers } from "./transfer.ts";
import { findUnselectedDeletions } from "./unselected.ts";
import { findUses } from "./uses.ts";

/** Says what speaks against a plan; reads at most (GET only). */
type Guard = (plan: Described) => readonly Block[] | Promise<readonly Block[]>;

/** All guards, in the order in which people read what they say. */
const guards: readonly Guard[] = [
  findCascadeBlocks,
  findExposures,
  findRivals,
  findUnselectedDeletions,
  findTransfers,
  findUses,
  findInEachChange,
  findExcesses,
  (plan) => findAccessEffects(plan, plan.context.server).blocks,
  findHardStops,
];

/** What stops a plan, but for what its estate accepts. Rejects when a guard cannot read what it has to. */
export async function findBlocks(plan: Described): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  for (const guard of guards) blocks.push(...(await guard(plan)));
  return blocks.filter(({ name }) => name === undefined || !plan.allow.has(name));
}
