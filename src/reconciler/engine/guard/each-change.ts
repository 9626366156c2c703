/** Blocks for single changes: protected objects, refused recreations, dangers of kinds. */
import { formatAddress, type Address } from "../../../model/address.ts";
import { addressesOf, byAddress } from "../../../model/address-map.ts";
import type { OtherChanges } from "../../kind.ts";
import { asBlock, REPLACE_ASKED, stop, type Block, type Change } from "../plan/plan.ts";
import { labelsOf } from "../plan/diff.ts";
import type { Offline } from "../plan/stages.ts";

export function findInEachChange(input: Offline): readonly Block[] {
  const changing = input.changes.filter(({ action }) => action !== "none");
  const others = otherChanges(input, changing);
  return changing.flatMap((change) => [
    ...protectedBlocks(input, change),
    ...policyBlocks(input, change),
    ...dangerBlocks(input, change, others),
  ]);
}

function otherChanges({ alsoDeleted, live }: Offline, changing: readonly Change[]): OtherChanges {
  const changed = byAddress(changing);
  const gone = addressesOf(alsoDeleted.filter(({ back }) => back === undefined));
  return {
    after: (address) => changed.get(address)?.after,
    before: (address) => live.get(address)?.facts,
    isGone: (address) => changed.get(address)?.action === "delete" || gone.has(address),
  };
}

function dangerBlocks(input: Offline, change: Change, others: OtherChanges): readonly Block[] {
  const { address, action, before, after, deletedWith } = change;
  if (action === "none" || action === "forget") return [];
  const former = action === "create" ? input.continuations.before(address) : undefined;
  const was = former === undefined ? undefined : input.live.get(former)?.facts;
  const dangers = input.kinds.get(address.kind)?.access?.dangers;
  const about = { action, address, before, after, former: was, deletedWith, others };
  return (dangers?.(about) ?? []).map((danger) => asBlock(danger, [address]));
}

const verbs = { delete: "deleted", replace: "recreated", update: "changed" } as const;

/** Protected objects that a change deletes, even if they are restored. */
function protectedBlocks({ governed: { lifecycles } }: Offline, change: Change): readonly Block[] {
  const { address, action, alsoDeletes, deletedWith } = change;
  const isProtected = (one: Address) => lifecycles.get(one) === "protect";
  if (action !== "delete" && action !== "replace" && action !== "update") return [];
  const key = formatAddress(address);
  const victims = alsoDeletes.filter(isProtected).map(formatAddress);
  const blocks: Block[] = [];
  const hint = change.after === undefined ? UNPROTECT_GONE : UNPROTECT;
  if (isProtected(address) && action !== "update" && deletedWith === undefined)
    blocks.push(stop(`${key} is protected and would be ${verbs[action]}`, hint, address));
  if (victims.length > 0)
    blocks.push(
      stop(
        `${victims.join(", ")} would go when ${key} is ${verbs[action]}, and is protected`,
        UNPROTECT,
        address,
      ),
    );
  return blocks;
}

const UNPROTECT =
  "No flag lifts it: take metadata.lifecycle: protect out of its manifest and apply that first.";
const UNPROTECT_GONE =
  "No flag lifts it: declare it again, without metadata.lifecycle: protect, and apply that first.";

/** Recreations that `replacePolicy: fail` refuses. */
function policyBlocks({ kinds, resources }: Offline, change: Change): readonly Block[] {
  const { address, action, fields } = change;
  const key = formatAddress(address);
  if (action !== "replace" || resources.get(address)?.replacePolicy !== "fail") return [];
  const rules = kinds.get(address.kind)?.fields ?? {};
  const labels = labelsOf(fields, rules, "replace");
  const message = `${key} would have to be recreated (${labels || REPLACE_ASKED}), and its replacePolicy is fail`;
  const hint =
    "Declare spec.replacePolicy: recreate or manual, or declare it as it is on the server.";
  return [stop(message, hint, address)];
}
