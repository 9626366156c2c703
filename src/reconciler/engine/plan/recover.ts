/**
 * What a run that was cut off took along and never brought back. It comes back with the next plan,
 * unless something else became of it meanwhile. Pure.
 */
import type { Address } from "../../../model/address.ts";
import { addressesOf, type AddressMap } from "../../../model/address-map.ts";
import { sameFact, type AnyKind, type Live, type Loss, type Lost } from "../../kind.ts";
import { actionsOf, GOING, lossesByAddress, type Action } from "./plan.ts";
import type { Cascaded } from "./stages.ts";

/** What finding it needs: what the journal says, and what the plan's own deletions take along. */
type RecoverInput = Pick<
  Cascaded,
  "kinds" | "journal" | "live" | "changes" | "resources" | "holders" | "losses" | "prune"
>;

/**
 * What comes back: what an earlier run took; and with the losses of the plan itself, as they were before the earlier run
 * where that took of them too.
 */
type Recovered = Pick<Cascaded, "recovers" | "losses">;

/**
 * Losses that are still open. The estate's own rules, and what goes, are looked after by their own
 * changes; anything else that is declared comes back as it is declared, with what its manifest leaves
 * open. What needs something that nobody wants any more stays away.
 */
export function findUnrestored(input: RecoverInput): Recovered {
  const { kinds, journal, live, resources, holders } = input;
  const actions = madeOf(input);
  const lost = addressesOf(journal.map(({ live: gone }) => gone));
  const isThere = (address: Address) => {
    const comes = resources.has(address) || holders.has(address) || lost.has(address);
    return comes || (live.has(address) && !GOING.has(actions.get(address) ?? "none"));
  };
  const open = journal.flatMap((loss) => {
    const kind = kinds.get(loss.live.address.kind);
    const isLookedAfter =
      GOING.has(actions.get(loss.live.address) ?? "none") ||
      (resources.has(loss.live.address) && kind?.set !== undefined);
    if (isLookedAfter || !loss.live.requires.every(isThere)) return [];
    return stillOpen(kind, loss, live.get(loss.live.address)) ?? [];
  });
  const earlierLosses = lossesByAddress(open);
  const own = addressesOf(input.losses.map(({ live: gone }) => gone));
  const recovers = open.filter((loss) => !own.has(loss.live.address));
  return {
    recovers,
    losses: [
      ...input.losses.map(({ live: { remains, ...now }, by }) => {
        const earlier: Lost = earlierLosses.get(now.address)?.live ?? now;
        const { remains: _earlier, ...before } = earlier;
        return { live: remains === undefined ? before : { ...before, remains }, by };
      }),
      ...recovers,
    ],
  };
}

/** What happens to objects; what is forgotten because it is not there is kept where nothing is pruned. */
function madeOf({ changes, prune }: RecoverInput): AddressMap<Action> {
  const real = changes.filter(
    ({ action }) => action !== "none" && !(action === "forget" && prune === "none"),
  );
  return actionsOf(real);
}

/** A loss as it is now, when it is still missing, or what is there is only what was left of it. */
export function stillOpen(
  kind: AnyKind | undefined,
  { live: { remains: _then, ...lost }, by }: Loss,
  now: Live | undefined,
): Loss | undefined {
  if (now === undefined) return { live: lost, by };
  const fields = Object.keys(kind?.fields ?? {});
  const wanted = (field: string) => lost.facts[field];
  const isTold = !(kind?.recovery?.unshown ?? []).some((field) => wanted(field) !== undefined);
  const isAsBefore = fields.every(
    (field) => wanted(field) === undefined || sameFact(now.facts[field], wanted(field)),
  );
  if (isTold && isAsBefore) return undefined;
  return isLeftOf(kind, lost, now) ? { live: { ...lost, remains: now.facts }, by } : undefined;
}

function isLeftOf(kind: AnyKind | undefined, lost: Live, now: Live): boolean {
  return kind?.recovery?.isLeftOf?.(lost.facts, now.facts) ?? false;
}
