/** What a change of a group shows and hides: as a layer, and through its members. */
import type { Address } from "../../../model/address.ts";
import {
  effectOf,
  NARROWS,
  SHOWS_OTHER,
  together,
  WIDENS,
  type Scope,
  type ScopedEffect,
} from "../../../model/exposure.ts";
import { splitQualifiedName } from "../../../model/layer.ts";
import type { AccessEffects, Facts, FieldRule } from "../../kind.ts";
import { placesIn } from "./facts.ts";

/** A group is drawn like a layer, but belongs to no store. */
export function groupScope({ workspace, name }: Address): Scope {
  return { workspace: workspace ?? "", layer: name, store: "", door: "maps" };
}

export function groupEffects(
  rules: Readonly<Record<string, FieldRule>>,
  { address, before, after, fields }: Parameters<NonNullable<AccessEffects["effects"]>>[0],
): readonly ScopedEffect[] {
  const own = fields
    .filter((field) => field !== "layers")
    .map((field) => effectOf(rules[field]?.exposure, before[field], after[field]));
  if (!fields.includes("layers")) return [{ ...together(own), scope: groupScope(address) }];
  const [was, is] = [membersIn(before), membersIn(after)];
  const members = effectOf("showing", was, is);
  // In every other mode, access rules on the group also apply to its members.
  const isPlain = [before, after].every(({ mode }) => mode === undefined || mode === "SINGLE");
  const moved = (names: readonly string[], others: readonly string[], effect: typeof NARROWS) =>
    names
      .filter((one) => !others.includes(one))
      .map((one) => ({ ...(isPlain ? effect : SHOWS_OTHER), scope: memberScope(one) }));
  return [
    { ...together([...own, members]), scope: groupScope(address) },
    ...moved(was, is, NARROWS),
    ...moved(is, was, WIDENS),
  ];
}

/** Members without positions and styles. */
function membersIn(facts: Facts): readonly string[] {
  return placesIn(facts).map((text) => text.replace(/ as [^]*/, ""));
}

function memberScope(text: string): Scope {
  const { workspace, name } = splitQualifiedName(text.replace(/^group /, ""));
  return { workspace: workspace ?? "", layer: name, door: "maps" };
}
