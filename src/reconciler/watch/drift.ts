/**
 * Separates drift from changes of the folder: an object has drifted if it is not as last applied
 * although its declaration is. Pure, except for the memory passed in.
 */
import { compareText, formatAddress } from "../../model/address.ts";
import {
  addressMap,
  addressSet,
  type AddressMap,
  type AddressSet,
} from "../../model/address-map.ts";
import { digestOfValue } from "../../model/digest.ts";
import { diffFacts } from "../engine/plan/diff.ts";
import type { Change } from "../engine/plan/plan.ts";
import { ownedAt } from "../inventory/inventory.ts";
import type { AnyKind, Facts } from "../kind.ts";
import type { Drifted } from "../drift.ts";
import type { Planned } from "../reconcile.ts";
import type { Tries } from "./tries.ts";

/** The policies for drift. */
export const driftPolicies = ["report", "correct", "ignore"] as const;

/** Drift is reported, corrected or ignored. */
export type DriftPolicy = (typeof driftPolicies)[number];

export interface ClassifiedChanges {
  readonly drifted: readonly Change[];
  /** With the reason. */
  readonly skipped: AddressMap<string>;
  readonly suspended: AddressSet;
}

/** `sameFolder`: the folder is as last applied. `unmanaged`: objects already unmanaged then. */
export function classifyChanges(
  planned: Planned,
  about: {
    readonly sameFolder: boolean;
    readonly unmanaged: ReadonlySet<string>;
    readonly policy: DriftPolicy;
    readonly tries: Tries;
    readonly now: number;
  },
): ClassifiedChanges {
  const changes = (planned.plan?.changes ?? []).filter(({ action }) => action !== "none");
  const drifted = changes.filter((change) => isDrift(change, planned, about));
  const skipped = addressMap<string>();
  const suspended = addressSet();
  for (const change of drifted) {
    const key = formatAddress(change.address);
    const against = about.tries.reasonAgainst(key, stateOf(change), about.now);
    if (about.policy !== "correct")
      skipped.set(change.address, "has drifted, and drift is not corrected");
    else if (against !== undefined) {
      skipped.set(change.address, against);
      suspended.add(change.address);
    }
  }
  for (const { address } of changes) {
    const key = formatAddress(address);
    const reason = about.tries.suspension(key);
    if (reason === undefined) continue;
    skipped.set(address, reason);
    suspended.add(address);
  }
  return { drifted, skipped, suspended };
}

export function stateOf({ action, before }: Change): string {
  return digestOfValue([action, before ?? null]);
}

export function asDrifted({ address, action, fields, unlike }: Change): Drifted {
  if (action === "create") return { address, gone: true, fields: [] };
  return { address, gone: false, fields, unlike };
}

/** Undeclared objects that the estate never owned and that stay, as text addresses. */
export function unmanagedAmong({ drifted, skipped }: ClassifiedChanges): readonly string[] {
  return drifted
    .filter(({ action }) => action === "delete")
    .filter(({ address }) => skipped.has(address))
    .map(({ address }) => formatAddress(address))
    .toSorted(compareText);
}

function isDrift(
  change: Change,
  { inventory, input }: Planned,
  { sameFolder, unmanaged }: { sameFolder: boolean; unmanaged: ReadonlySet<string> },
): boolean {
  const { address, action, after, formerly } = change;
  const recorded = inventory && ownedAt(inventory, address)?.facts;
  // Deleting an owned object is the folder's intent; any other object was created outside of
  // Plumbline.
  if (action === "delete")
    return recorded === undefined && (sameFolder || unmanaged.has(formatAddress(address)));
  if (action === "forget" || after === undefined || formerly !== undefined) return false;
  return sameFolder || isAsRecorded(after, recorded, input?.kinds.get(address.kind));
}

/** Whether the declaration is as last applied; false where only a part was applied. */
function isAsRecorded(after: Facts, recorded: Facts = {}, kind?: AnyKind): boolean {
  if (Object.keys(recorded).length === 0) return false;
  const rules = kind?.fields ?? {};
  return diffFacts(after, recorded, { rules, recorded: undefined }).length === 0;
}
