/**
 * Finds combinations: sets of rules that some feature fulfils together, and that imply no further
 * rule. Each feature at each scale is drawn by one combination: all rules it fulfils.
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

export interface Area {
  readonly scale: ScaleRange;
  readonly condition: Node;
}

/** `rules` keep the given order. */
export interface Combination extends Area {
  readonly rules: readonly LevelRule[];
  /** Rules that hold in a part of the area. */
  readonly others: readonly LevelRule[];
}

/** Returns false to end the search. */
export type Visit = (combination: Combination) => boolean;

interface State extends Area {
  readonly chosen: readonly LevelRule[];
  /** Number of chosen rules that are not implied by others. */
  readonly depth: number;
  /** Whether no condition holds alternatives. */
  readonly isPlain: boolean;
  /** The rules that were added last. */
  readonly fresh: readonly LevelRule[];
  /** Undecided rules that may hold together with the chosen ones, and excluded ones. */
  readonly open: readonly LevelRule[];
  readonly left: readonly LevelRule[];
}

/** Visits larger combinations before their subsets, and those of stronger (earlier) rules first. */
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

interface Search {
  readonly visit: Visit;
  readonly pairs: Pairs;
  /** Rules that hold in the whole area. */
  readonly chosen?: readonly LevelRule[];
  /** Rules that must not hold in the whole area. */
  readonly left?: readonly LevelRule[];
  /** Also visits sets of rules that imply further rules. */
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

/** Chooses implied rules; undefined where an excluded rule is implied. */
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
  // With nested ranges, one of the last excluded rules often holds too.
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

/** Compares only fresh rules: earlier ones were compared in a preceding state. */
function holdsIn({ rule }: LevelRule, state: State, pairs: Pairs): boolean {
  const { scale, condition, chosen, fresh } = state;
  if (!covers(rule.scale, scale)) return false;
  if (isAlways(rule.condition)) return true;
  if (fresh.some((one) => pairs.implies(one.rule, rule))) return true;
  if (chosen.length < 2 || (state.isPlain && !isOfSeveral(rule, chosen))) return false;
  return follows(rule.condition, condition, pairs.effort);
}

/** Whether a rule can follow from several plain rules, but from none alone. */
function isOfSeveral({ units }: ScopedRule, chosen: readonly LevelRule[]): boolean {
  if (!units.isAll) return true;
  const names = [...units.bySubject.keys()];
  if (names.length < 2) return false;
  return names.every((name) => chosen.some(({ rule }) => rule.units.bySubject.has(name)));
}
