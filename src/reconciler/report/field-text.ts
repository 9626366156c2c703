/** Renders a changed fact as text for one line. */
import type { Action, FieldChange } from "../engine/plan/plan.ts";
import type { FactValue } from "../kind.ts";
import { visible } from "./visible.ts";

/** The text for a changed fact; undefined for a fact of a new object that has nothing to show. */
export function fieldText(
  { before: shown, after, recorded }: FieldChange,
  action: Action,
): string | undefined {
  if (action === "create") return isShown(after) ? valueText(after) : undefined;
  const before = shown ?? recorded;
  if (isList(before) && isList(after)) return setText(before, after);
  if (before === undefined) return "not shown by the server; sent again";
  return `${valueText(before)} → ${valueText(after)}`;
}

export function twoSidesText({ label, before, after }: FieldChange): string {
  if (isList(before) && isList(after)) return `${label}: ${setText(before, after)}`;
  const textOf = (value: FactValue | undefined) =>
    value === undefined ? "not said" : valueText(value);
  return `${label}: ${textOf(before)} → ${textOf(after)}`;
}

function isList(value: FactValue | undefined): value is readonly string[] {
  return Array.isArray(value);
}

/** Whether a fact of a new object is shown: digests and empty lists are not. */
function isShown(value: FactValue | undefined): boolean {
  if (isList(value))
    return value.length > 0 && !value.some((member) => DIGEST.test(lastWord(member)));
  return value !== undefined && !/^(?:sha256|scrypt|filled)-/.test(String(value));
}

/** A value as text for one line. */
export function valueText(value: FactValue | undefined): string {
  if (isList(value)) return value.length === 0 ? "nobody" : some(value).join(", ");
  const text = value === "" ? "nothing" : String(value);
  return onOneLine(text)
    .replace(/^(?:sha256|scrypt)-([0-9a-f]{8})[0-9a-f]{24,56}$/, "$1…")
    .replace(SEALED, (_all, shown: string, sealed?: string) =>
      sealed === undefined ? `${shown}…` : `${shown}…, secrets ${sealed}…`,
    );
}

/** A digest of two parts; the second depends on secrets. */
const SEALED = /^filled-([0-9a-f]{8})[0-9a-f]{56}(?:\.([0-9a-f]{8}|not-given)(?:[0-9a-f]{56})?)?$/;

function setText(before: readonly string[], after: readonly string[]): string {
  const [was, will] = [new Set(before), new Set(after)];
  const removed = before.filter((member) => !will.has(member));
  const gained = after.filter((member) => !was.has(member));
  return [...some(removed).map((one) => `− ${one}`), ...some(gained).map((one) => `+ ${one}`)].join(
    "  ",
  );
}

/** Members of a list on one line; the rest is counted. */
const NAMED = 12;

function some(members: readonly string[]): readonly string[] {
  const named = members.slice(0, NAMED).map(shorten);
  return members.length <= NAMED ? named : [...named, `${members.length - NAMED} more`];
}

function shorten(member: string): string {
  const line = onOneLine(member);
  const at = line.lastIndexOf(" ");
  const [digest, hex] = (at === -1 ? null : DIGEST.exec(lastWord(line))) ?? [];
  if (digest === undefined) return line;
  return `${line.slice(0, at)} ${hex === undefined ? "(not given)" : `${hex}…`}`;
}

function lastWord(text: string): string {
  return text.slice(text.lastIndexOf(" ") + 1);
}

/** Replaces line ends by symbols: SQL queries have several lines. */
function onOneLine(text: string): string {
  const line = text.replaceAll(/(?<![ \t])[ \t]*\r?\n[ \t]*/g, " ⏎ ");
  return line.split("\t").map(visible).join("\t");
}

/** A digest or fingerprint of a secret, after the name of its subject. */
const DIGEST = /^(?:(?:sha256|scrypt)-([0-9a-f]{8})[0-9a-f]{24,56}|scrypt-not-given)$/;
