/**
 * What of a plan comes of the folder, and what of the catalog: an object that is not as it was
 * last applied, although its declaration is, has drifted. Pure but for the memory it is given.
 */
import { formatAddress } from "../../model/address.ts";
import { digestOfValue } from "../../model/digest.ts";
import { diffFacts } from "../engine/diff.ts";
import type { Change } from "../engine/plan.ts";
import type { Drifted, Planned } from "../reconcile.ts";
import type { Tries } from "./tries.ts";

/** What becomes of drift. */
export const driftPolicies = ["report", "correct", "ignore"] as const;

/** What becomes of drift: it is told, undone, or neither. */
export type DriftPolicy = (typeof driftPolicies)[number];

/** A plan as watch mode sees it. */
export interface Judged {
  readonly drifted: readonly Change[];
  /** What is to be left as it is, by text of its address, with the reason. */
  readonly held: ReadonlyMap<string, string>;
  /** Texts of addresses that were tried too often. */
  readonly suspended: ReadonlySet<string>;
}

/** Sorts the changes of a plan. `sameFolder` says that the folder is as it was last applied. */
export function judge(
  planned: Planned,
  about: {
    readonly sameFolder: boolean;
    readonly policy: DriftPolicy;
    readonly tries: Tries;
    readonly now: number;
  },
): Judged {
  const changes = (planned.plan?.changes ?? []).filter(({ action }) => action !== "none");
  const drifted = changes.filter((change) => isDrift(change, planned, about.sameFolder));
  const held = new Map<string, string>();
  const suspended = new Set<string>();
  for (const change of drifted) {
    const key = formatAddress(change.address);
    const against = about.tries.reasonAgainst(key, stateOf(change), about.now);
    if (about.policy !== "correct") held.set(key, "has drifted, and drift is not corrected");
    else if (against !== undefined) {
      held.set(key, against);
      suspended.add(key);
    }
  }
  for (const { address } of changes) {
    const key = formatAddress(address);
    const reason = about.tries.suspension(key);
    if (reason === undefined) continue;
    held.set(key, reason);
    suspended.add(key);
  }
  return { drifted, held, suspended };
}

/** A digest of what an object drifted into. */
export function stateOf({ action, before }: Change): string {
  return digestOfValue([action, before ?? null]);
}

/** Drift as the drift command tells it. */
export function asDrifted({ address, action, fields }: Change): Drifted {
  return { address, gone: action === "create", fields: action === "create" ? [] : fields };
}

function isDrift(change: Change, { inventory, input }: Planned, sameFolder: boolean): boolean {
  const { address, action, after, formerly } = change;
  const recorded = inventory?.objects.get(formatAddress(address))?.facts;
  // What the estate owns goes because the folder says so; anything else that goes came by itself.
  if (action === "delete") return sameFolder && recorded === undefined;
  if (action === "forget" || after === undefined || formerly !== undefined) return false;
  if (sameFolder) return true;
  if (recorded === undefined || Object.keys(recorded).length === 0) return false;
  const rules = input?.kinds.get(address.kind)?.fields ?? {};
  return diffFacts(after, recorded, { rules, recorded: undefined }).length === 0;
}
