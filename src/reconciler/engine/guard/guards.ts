/**
 * Everything that can stop a plan, as one list. A guard is given the plan with all that its stages found out and
 * says what speaks against it: a block that is accepted by name, or one that only another situation clears away.
 * Guards stop apply, never plan, and change nothing.
 */
import type { Block } from "../plan/plan.ts";
import type { Described } from "../plan/stages.ts";
import { findExcesses } from "./brakes.ts";
import { asBlock } from "./danger.ts";
import { findInEachChange } from "./each-change.ts";
import { findLosses } from "./losses.ts";
import { judgeChanges } from "./meaning.ts";
import { findObstacles } from "./obstacles.ts";
import { findRivals } from "./rivals.ts";
import { findTakeovers } from "./takeover.ts";
import { findUnselectedLosses } from "./unselected.ts";
import { findUses } from "./uses.ts";

/** Says what speaks against a plan; reads at most (GET only). */
type Guard = (plan: Described) => readonly Block[] | Promise<readonly Block[]>;

/** All guards, in the order in which people read what they say. */
const guards: readonly Guard[] = [
  findLosses,
  findRivals,
  findUnselectedLosses,
  findTakeovers,
  findUses,
  findInEachChange,
  findExcesses,
  (plan) => judgeChanges(plan).dangers.map(asBlock),
  findObstacles,
];

/** What stops a plan, but for what its estate accepts. Rejects when a guard cannot read what it has to. */
export async function findBlocks(plan: Described): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  for (const guard of guards) blocks.push(...(await guard(plan)));
  return blocks.filter(({ name }) => name === undefined || !plan.allow.has(name));
}
