/**
 * Reports the changes of the folder from those of the catalog: an object that is not as it was
 * last applied, although its declaration is, has drifted. Pure but for the memory it is given.
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
import type { Facts } from "../kind.ts";
import type { Drifted } from "../drift.ts";
import type { Planned } from "../reconcile.ts";
import type { Tries } from "./tries.ts";

/** What becomes of drift. */
export const driftPolicies = ["report", "correct", "ignore"] as const;

/** What becomes of drift: it is reported, undone, or neither. */
export type DriftPolicy = (typeof driftPolicies)[number];

/** A plan as watch mode sees it. */
export interface ClassifiedChanges {
  readonly drifted: readonly Change[];
  /** What is skipped, with the reason. */
  readonly skipped: AddressMap<string>;
  /** What was tried too often. */
  readonly suspended: AddressSet;
}

/**
 * Classifies the changes of a plan. `sameFolder` says that the folder is as it was last applied,
 * `unmanaged` are objects that came by themselves before that.
 */
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

/** A digest of what an object drifted into. */
export function stateOf({ action, before }: Change): string {
  return digestOfValue([action, before ?? null]);
}

/** Drift as the drift command reports it. */
export function asDrifted({ address, action, fields, unlike }: Change): Drifted {
  if (action === "create") return { address, gone: true, fields: [] };
  return { address, gone: false, fields, unlike };
}

/** What is left of drift that nobody declares and the estate never owned, by text of the address. */
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
  // What the estate owns goes because the folder says so; anything else that goes came by itself.
  if (action === "delete")
    return recorded === undefined && (sameFolder || unmanaged.has(formatAddress(address)));
  if (action === "forget" || after === undefined || formerly !== undefined) return false;
  return sameFolder || isAsRecorded(change, { recorded, after, input });
}

/** Whether the declaration is what was last applied; of what was applied in part nothing is known. */
function isAsRecorded(
  { address }: Change,
  {
    recorded = {},
    after,
    input,
  }: { recorded?: Facts | undefined; after: Facts } & Pick<Planned, "input">,
): boolean {
  if (Object.keys(recorded).length === 0) return false;
  const rules = input?.kinds.get(address.kind)?.fields ?? {};
  return diffFacts(after, recorded, { rules, recorded: undefined }).length === 0;
}
