/** Compares wanted and observed facts, the same for every kind. Pure. */
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
 * The differing facts, in the order of the rules. A hidden fact is compared with the one last
 * applied; without that it differs. A fact with a missing secret is equal where the known value can
 * fit.
 */
export function diffFacts(
  wanted: Facts,
  live: Facts,
  options: {
    readonly rules: Readonly<Record<string, FieldRule>>;
    readonly recorded: Facts | undefined;
  },
): readonly FieldChange[] {
  // Objects known by digest return the wanted facts.
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

/** Drops members whose name is not wanted. */
function withoutRemovals(
  known: FactValue | undefined,
  wanted: FactValue | undefined,
): FactValue | undefined {
  if (!isSet(known) || !isSet(wanted)) return known;
  const names = new Set(wanted.map(nameIn));
  return known.filter((member) => names.has(nameIn(member)));
}

/** The text before the last blank, which can separate a digest. */
function nameIn(member: string): string {
  const at = member.lastIndexOf(" ");
  return at === -1 ? member : member.slice(0, at);
}

/** Puts known values in place of open secrets that fit them. */
function asKnown(
  wanted: FactValue | undefined,
  known: FactValue | undefined,
): FactValue | undefined {
  const there = isSet(known) ? known : [known].filter((one) => typeof one === "string");
  const fitting = (one: string) => there.find((other) => isSameAsGiven(one, other)) ?? one;
  if (isSet(wanted)) return wanted.map(fitting);
  return typeof wanted === "string" ? fitting(wanted) : wanted;
}

export function labelsOf(
  changes: readonly FieldChange[],
  rules: Readonly<Record<string, FieldRule>>,
  onChange: FieldRule["onChange"],
): string {
  return labelsText(changes.filter(({ field }) => rules[field]?.onChange === onChange));
}

/** Refuse beats replace beats update. */
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
