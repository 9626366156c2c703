/**
 * All guards. A guard turns findings about a plan into blocks, some of which can be allowed by
 * name. Guards stop an apply, never a plan, and change nothing.
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

/** Reads at most (GET only). */
type Guard = (plan: Described) => readonly Block[] | Promise<readonly Block[]>;

/** In the order in which their blocks are shown. */
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

/** The blocks that are not allowed. Rejects when a guard cannot read. */
export async function findBlocks(plan: Described): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  for (const guard of guards) blocks.push(...(await guard(plan)));
  return blocks.filter(({ name }) => name === undefined || !plan.allow.has(name));
}
