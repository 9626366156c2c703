/** The state of each object of an estate, from its plan. Pure. */
import {
  compareAddresses,
  formatAddress,
  isSameAddress,
  type Address,
} from "../../../model/address.ts";
import { addressesOf, byAddress, type AddressSet } from "../../../model/address-map.ts";
import type { Position } from "../../../model/diagnostic.ts";
import { ownedAt, type Inventory } from "../../inventory/inventory.ts";
import type { Owners } from "../../inventory/owners.ts";
import type { AnyKind, Resource, UnlikeFile } from "../../kind.ts";
import { diffFacts } from "../plan/diff.ts";
import { ignoredFields, type IgnoreRule } from "../plan/ignore.ts";
import type { Change, FieldChange, SkippedObject, Plan } from "../plan/plan.ts";

/**
 * in-step: as declared. differs: not as declared, unchanged since the last apply or never applied.
 * drifted: changed on the server since then. missing: declared and absent. undeclared: owned or in
 * the scope, not declared. ignored: neither read nor changed.
 */
export const objectStates = [
  "in-step",
  "differs",
  "drifted",
  "missing",
  "undeclared",
  "ignored",
] as const;

export type ObjectState = (typeof objectStates)[number];

/** The state of one object. */
export interface ObjectStatus {
  readonly address: Address;
  readonly state: ObjectState;
  /** The estate that owns it, if any. */
  readonly owner: string | undefined;
  /** `before` is the live value. */
  readonly fields: readonly FieldChange[];
  /** Differences inside the files of those fields. */
  readonly unlike: readonly UnlikeFile[];
  readonly note: string | undefined;
  readonly where: Position | undefined;
}

export interface StatusInput {
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly plan: Plan;
  readonly resources: readonly Resource[];
  readonly inventory: Inventory;
  readonly owners: Owners;
  readonly ignore?: readonly IgnoreRule[] | undefined;
}

/** Owned objects that differ from what was last applied. */
export function driftedAmong(all: readonly ObjectStatus[]): readonly Address[] {
  const drifted = all.filter(({ state, note }) => state === "drifted" || note === GONE);
  return drifted.map(({ address }) => address);
}

const GONE = "was there, and is gone";

/** All objects that are declared, owned or in the estate's scope, sorted. */
export function statusOf(input: StatusInput): readonly ObjectStatus[] {
  const { plan, resources } = input;
  const declared = addressesOf(resources);
  const changed = addressesOf(plan.changes);
  const found = [
    ...resources
      .filter(({ address }) => !changed.has(address))
      .map((resource) => unchanged(resource, input)),
    ...plan.changes.map((change) => ofChange(change, input)),
    ...plan.orphans.map((address) => ({
      ...about(address, input),
      state: "undeclared" as const,
      note: "no longer declared, and kept",
    })),
    ...plan.skipped.map((left) => ofSkipped(left, declared, input)),
  ];
  return [...byAddress(found).values()].toSorted((a, b) => compareAddresses(a.address, b.address));
}

function about(address: Address, { inventory, owners }: StatusInput) {
  const own = ownedAt(inventory, address) && inventory.estate;
  const owner = owners.get(address)?.estate ?? own;
  return { address, owner, fields: [], unlike: [], note: undefined, where: undefined } as const;
}

/** A declared object without a change: not written, or another object has the name. */
function unchanged({ address, lifecycle, where }: Resource, input: StatusInput): ObjectStatus {
  const known = { ...about(address, input), where };
  if (lifecycle === "ignore") return { ...known, state: "ignored" };
  if (lifecycle === "observe") return { ...known, state: "in-step", note: "only observed" };
  return { ...known, state: "differs", note: "something else has this name" };
}

function ofSkipped(
  { address, reason, text, fields, unlike = [], where }: SkippedObject,
  declared: AddressSet,
  input: StatusInput,
): ObjectStatus {
  const isDifferent = fields.length > 0 || reason !== "observed";
  const otherwise = declared.has(address) ? "missing" : "undeclared";
  const state = isDifferent ? "differs" : otherwise;
  return { ...about(address, input), state, fields, unlike, note: text, where };
}

function ofChange(change: Change, input: StatusInput): ObjectStatus {
  const { address, action, formerly, where } = change;
  // A change may only forget a declared object that must not be written.
  const released =
    action === "forget" && input.resources.find((one) => isSameAddress(one.address, address));
  if (released) return unchanged(released, input);
  const known = about(formerly ?? address, input);
  const isShown = action === "update" || action === "replace";
  const { fields, unlike } = isShown ? change : known;
  const note = noteOn(change, input) ?? notCompared(address, input);
  return { ...known, address, state: stateOf(change, input), fields, unlike, where, note };
}

function stateOf(change: Change, input: StatusInput): ObjectState {
  const { action } = change;
  if (action === "none") return "in-step";
  if (action === "create") return "missing";
  if (action === "delete" || action === "forget") return "undeclared";
  return hasDrifted(change, input) ? "drifted" : "differs";
}

function hasDrifted({ address, formerly, before }: Change, input: StatusInput): boolean {
  const { inventory, owners, kinds } = input;
  const known = formerly ?? address;
  const applied = ownedAt(inventory, known)?.facts;
  if (applied === undefined || before === undefined || owners.has(known)) return false;
  const rules = kinds.get(address.kind)?.fields ?? {};
  const left = ignoredFields(address, input.ignore ?? []);
  const differing = diffFacts(applied, before, { rules, recorded: applied });
  return differing.some(({ field }) => !left.has(field));
}

function notCompared(address: Address, { plan }: StatusInput): string | undefined {
  const own = plan.secretsNotGiven.filter((one) => isSameAddress(one.address, address));
  return own.length === 0 ? undefined : `${own.map(({ what }) => what).join(", ")} not compared`;
}

function noteOn(change: Change, { inventory }: StatusInput): string | undefined {
  const { address, action, formerly, adopts, because } = change;
  if (formerly !== undefined) return `was ${formatAddress(formerly)}`;
  if (action === "create" && ownedAt(inventory, address) !== undefined) return GONE;
  if (action === "replace") return "can only be recreated";
  if (action === "none" && adopts) return "not owned yet";
  return because;
}
