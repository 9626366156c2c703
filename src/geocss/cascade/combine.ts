/**
 * All ways in which rules can hold together. Of rules that overlap each combination is wanted once:
 * a set of rules such that some features are in all of them, and that no other rule holds wherever
 * these do. Every feature at every scale is then told by one set, that of all rules it is in.
 */
import type { ScaleRange } from "../styling.ts";
import { isAlways, isNever, junction, negationOf, type Node } from "../solver/node.ts";
import { simplify } from "../solver/simplify.ts";
import type { LevelRule } from "./level-rules.ts";
import { covers, intersection, isEmpty } from "./scale.ts";
import type { Effort } from "./work.ts";

/** Where something holds. */
export interface Area {
  readonly scale: ScaleRange;
  readonly condition: Node;
}

/** Rules that hold together in an area, in the order in which they were given. */
export interface Combination extends Area {
  readonly rules: readonly LevelRule[];
  /** Rules that hold in some of the area; they say more of it. */
  readonly others: readonly LevelRule[];
}

/** Gets combinations; false ends the search. */
export type Visit = (combination: Combination) => boolean;

interface State extends Area {
  readonly chosen: readonly LevelRule[];
  /** Not decided yet, and left out; all of them can hold together with what is chosen, as far as is known. */
  readonly open: readonly LevelRule[];
  readonly left: readonly LevelRule[];
}

/** Visits the combinations of rules within an area, larger ones before those of their parts; first of all the strongest rules, which come first. */
export function visitCombinations(rules: readonly LevelRule[], area: Area, how: Search): boolean {
  const open = rules.filter((rule) => mayMeet(rule, area, how.effort));
  return search({ ...area, chosen: [], open, left: how.left ?? [] }, how);
}

/** How combinations are looked for. */
interface Search {
  readonly visit: Visit;
  readonly effort: Effort;
  /** Rules that are not to hold in all of a combination's area. */
  readonly left?: readonly LevelRule[];
  /** Whether every set of rules that hold together is wanted, also where others hold as well. */
  readonly isEach?: boolean;
}

function search(state: State, how: Search): boolean {
  const settled = how.isEach === true ? state : settle(state, how.effort);
  if (settled === undefined) return true;
  const { open } = settled;
  for (const [at, rule] of open.entries()) {
    const next = withRule(settled, at, rule, how.effort);
    if (next !== undefined && !search(next, how)) return false;
  }
  const { scale, condition, chosen, left } = settled;
  return how.visit({ scale, condition, rules: chosen, others: [...left, ...open] });
}

/** Takes in what holds anyway; undefined where that was left out. */
function settle(state: State, effort: Effort): State | undefined {
  if (state.left.some((rule) => holdsIn(rule, state, effort))) return undefined;
  const sure = new Set(state.open.filter((rule) => holdsIn(rule, state, effort)));
  if (sure.size === 0) return state;
  const chosen = [...state.chosen, ...sure];
  return { ...state, chosen, open: state.open.filter((rule) => !sure.has(rule)) };
}

function withRule(state: State, at: number, rule: LevelRule, effort: Effort): State | undefined {
  const area = intersectionOf(state, rule, effort);
  if (area === undefined) return undefined;
  const meets = (other: LevelRule) => mayMeet(other, area, effort);
  const left = [...state.left, ...state.open.slice(0, at)].filter(meets);
  const open = state.open.slice(at + 1).filter(meets);
  return { ...area, chosen: [...state.chosen, rule], open, left };
}

/** Where a rule holds within an area; undefined where that is known to be nowhere. */
function intersectionOf(area: Area, { rule }: LevelRule, effort: Effort): Area | undefined {
  const scale = intersection(area.scale, rule.scale);
  if (isEmpty(scale)) return undefined;
  const condition = simplify(junction("and", [area.condition, rule.condition]), effort);
  return isNever(condition) ? undefined : { scale, condition };
}

function mayMeet({ rule }: LevelRule, area: Area, effort: Effort): boolean {
  effort.tick();
  if (isEmpty(intersection(area.scale, rule.scale))) return false;
  if (isAlways(rule.condition) || isAlways(area.condition)) return true;
  return !isNever(simplify(junction("and", [area.condition, rule.condition]), effort));
}

function holdsIn({ rule }: LevelRule, area: Area, effort: Effort): boolean {
  effort.tick();
  if (!covers(rule.scale, area.scale)) return false;
  if (isAlways(rule.condition)) return true;
  if (isAlways(area.condition)) return false;
  return isNever(simplify(junction("and", [area.condition, negationOf(rule.condition)]), effort));
}
