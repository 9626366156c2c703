/** The comparison of wanted and observed facts. Pure, and the same for every kind. */
import { isSameAsGiven } from "../../../model/secret-fingerprint.ts";
import {
  isSet,
  labelsText,
  sameFact,
  type Facts,
  type FactValue,
  type FieldRule,
} from "../../kind.ts";
import type { FieldChange } from "./plan.ts";

/**
 * Facts that differ, in the order of the rules. A fact that the server does not show is compared
 * with what was last applied; without such a record it counts as different. What depends on a secret
 * that is not given is taken for what is known.
 */
export function diffFacts(
  wanted: Facts,
  live: Facts,
  options: {
    readonly rules: Readonly<Record<string, FieldRule>>;
    readonly recorded: Facts | undefined;
  },
): readonly FieldChange[] {
  // What a digest tells of an object is what is wanted of it.
  if (wanted === live) return [];
  return Object.entries(options.rules).flatMap(
    ([field, { label = field, isSealed, gainsOnly }]) => {
      const known = live[field] ?? options.recorded?.[field];
      const before = gainsOnly === true ? withoutRemovals(known, wanted[field]) : known;
      const after = isSealed === true ? asKnown(wanted[field], before) : wanted[field];
      if (after === undefined || sameFact(before, after)) return [];
      const shown = live[field] === undefined ? undefined : before;
      const remembered = shown === undefined && before !== undefined ? { recorded: before } : {};
      return [{ field, label, before: shown, after, ...remembered }];
    },
  );
}

/** What is known, without members of a set of which nothing is wanted any more. */
function withoutRemovals(
  known: FactValue | undefined,
  wanted: FactValue | undefined,
): FactValue | undefined {
  if (!isSet(known) || !isSet(wanted)) return known;
  const names = new Set(wanted.map(nameIn));
  return known.filter((member) => names.has(nameIn(member)));
}

/** What a member of a set is of: the text before its last blank, behind which a digest may stand. */
function nameIn(member: string): string {
  const at = member.lastIndexOf(" ");
  return at === -1 ? member : member.slice(0, at);
}

/** A wanted fact with what is known in the place of what is open, where it fits. */
function asKnown(
  wanted: FactValue | undefined,
  known: FactValue | undefined,
): FactValue | undefined {
  const there = isSet(known) ? known : [known].filter((one) => typeof one === "string");
  const fitting = (one: string) => there.find((other) => isSameAsGiven(one, other)) ?? one;
  if (isSet(wanted)) return wanted.map(fitting);
  return typeof wanted === "string" ? fitting(wanted) : wanted;
}

/** Names of the differing fields that lead to something. */
export function labelsOf(
  changes: readonly FieldChange[],
  rules: Readonly<Record<string, FieldRule>>,
  onChange: FieldRule["onChange"],
): string {
  return labelsText(changes.filter(({ field }) => rules[field]?.onChange === onChange));
}

/** What the differing fields lead to together: a refusal beats a replacement beats an update. */
export function verdict(
  changes: readonly FieldChange[],
  rules: Readonly<Record<string, FieldRule>>,
): "none" | "update" | "replace" | "refuse" {
  if (changes.length === 0) return "none";
  const found = new Set(changes.map(({ field }) => rules[field]?.onChange));
  if (found.has("refuse")) return "refuse";
  if (found.has("replace")) return "replace";
  return "update";
}
