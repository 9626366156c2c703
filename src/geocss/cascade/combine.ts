/**
 * All ways in which rules can hold together. Of rules that overlap each combination is wanted once:
 * a set of rules such that some features are in all of them, and that no other rule holds wherever
 * these do. Every feature at every scale is then drawn by one set, that of all rules it is in.
 */
import { styleSheet as limits } from "../../model/limits.ts";
import { beyond } from "../problem.ts";
import type { ScaleRange } from "../styling.ts";
import { isAlways, isNever, junction, type Node } from "../solver/node.ts";
import { follows, simplify } from "../solver/simplify.ts";
import type { LevelRule } from "./level-rules.ts";
import type { Pairs } from "./pairs.ts";
import type { ScopedRule } from "./rules.ts";
import { covers, intersection, isEmpty } from "./scale.ts";

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
  /** How many of them do not hold wherever others do. */
  readonly depth: number;
  /** Whether none of them holds alternatives. */
  readonly isPlain: boolean;
  /** Those of them that are new. */
  readonly fresh: readonly LevelRule[];
  /** Not decided yet, and left out; all of them can hold together with what is chosen, as far as is known. */
  readonly open: readonly LevelRule[];
  readonly left: readonly LevelRule[];
}

/** Visits the combinations of rules that can hold in an area, larger ones before those of their parts; first of all the strongest rules, which come first. */
export function visitCombinations(rules: readonly LevelRule[], area: Area, how: Search): boolean {
  const { chosen = [], left = [] } = how;
  const meets = ({ rule }: LevelRule) =>
    !isEmpty(intersection(area.scale, rule.scale)) &&
    chosen.every((one) => how.pairs.meet(one.rule, rule));
  const found = how.visit;
  const visit: Visit = (combination) =>
    found({ ...combination, rules: combination.rules.slice(chosen.length) });
  const open = rules.filter(meets);
  const isPlain = chosen.every(({ rule }) => rule.units.isAll);
  return search(
    { ...area, chosen, isPlain, fresh: chosen, depth: 0, open, left },
    { ...how, visit },
  );
}

/** How combinations are looked for. */
interface Search {
  readonly visit: Visit;
  readonly pairs: Pairs;
  /** Rules that hold in the whole area. */
  readonly chosen?: readonly LevelRule[];
  /** Rules that are not to hold in all of a combination's area. */
  readonly left?: readonly LevelRule[];
  /** Whether every set of rules that hold together is wanted, also where others hold as well. */
  readonly isEach?: boolean;
}

function search(state: State, how: Search): boolean {
  if (state.depth > limits.together)
    throw beyond(
      `More than ${limits.together} rules hold together`,
      limits.together,
      0,
      "; @mode 'Flat' takes the rules as they are",
    );
  const resolved = how.isEach === true ? state : resolveOpen(state, how.pairs);
  if (resolved === undefined) return true;
  const { open, scale, condition, chosen, left } = resolved;
  if (how.isEach === true && !how.visit({ scale, condition, rules: chosen, others: [] }))
    return false;
  for (const [at, rule] of open.entries()) {
    const next = withRule(resolved, { rule, at }, how);
    if (next !== undefined && !search(next, how)) return false;
  }
  if (how.isEach === true) return true;
  return how.visit({ scale, condition, rules: chosen, others: [...left, ...open] });
}

/** Takes in what holds anyway; undefined where that was left out. */
function resolveOpen(state: State, pairs: Pairs): State | undefined {
  if (state.left.some((rule) => holdsIn(rule, state, pairs))) return undefined;
  const sure = new Set(state.open.filter((rule) => holdsIn(rule, state, pairs)));
  if (sure.size === 0) return state;
  const chosen = [...state.chosen, ...sure];
  const isPlain = state.isPlain && [...sure].every(({ rule }) => rule.units.isAll);
  return { ...state, chosen, isPlain, open: state.open.filter((rule) => !sure.has(rule)) };
}

function withRule(
  state: State,
  { rule, at }: { rule: LevelRule; at: number },
  { pairs, isEach }: Search,
): State | undefined {
  const scale = intersection(state.scale, rule.rule.scale);
  if (isEmpty(scale)) return undefined;
  // Where ranges lie in each other, one of the last few that were left out holds as well.
  const near = isEach === true ? [] : state.open.slice(Math.max(0, at - 3), at);
  const isSure = (one: LevelRule) =>
    covers(one.rule.scale, scale) && pairs.implies(rule.rule, one.rule);
  if (near.some(isSure)) return undefined;
  const parts = [state.condition, rule.rule.condition];
  const condition = simplify(junction("and", parts), pairs.effort);
  if (isNever(condition)) return undefined;
  const meets = (other: LevelRule) =>
    !isEmpty(intersection(scale, other.rule.scale)) && pairs.meet(rule.rule, other.rule);
  pairs.effort.tick((state.left.length + state.open.length) / 10);
  const left = [...state.left, ...state.open.slice(0, at)].filter(meets);
  const open = state.open.slice(at + 1).filter(meets);
  const [chosen, depth] = [[...state.chosen, rule], state.depth + 1];
  const isPlain = state.isPlain && rule.rule.units.isAll;
  return { scale, condition, chosen, isPlain, fresh: [rule], depth, open, left };
}

/** Whether a rule holds in all of a state's area; for what was chosen before the last rule that was asked before. */
function holdsIn({ rule }: LevelRule, state: State, pairs: Pairs): boolean {
  const { scale, condition, chosen, fresh } = state;
  if (!covers(rule.scale, scale)) return false;
  if (isAlways(rule.condition)) return true;
  if (fresh.some((one) => pairs.implies(one.rule, rule))) return true;
  if (chosen.length < 2 || (state.isPlain && !isOfSeveral(rule, chosen))) return false;
  return follows(rule.condition, condition, pairs.effort);
}

/** Whether a rule may follow of several together, without alternatives, although it does not of one of them. */
function isOfSeveral({ units }: ScopedRule, chosen: readonly LevelRule[]): boolean {
  if (!units.isAll) return true;
  const names = [...units.bySubject.keys()];
  if (names.length < 2) return false;
  return names.every((name) => chosen.some(({ rule }) => rule.units.bySubject.has(name)));
}
