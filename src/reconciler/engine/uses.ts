/** What cannot be deleted because something that stays as it is uses it. Pure. */
import { formatAddress, type Address } from "../../model/address.ts";
import type { TakenBy } from "./cascades.ts";
import type { LiveState } from "./observe.ts";
import type { Block, Change } from "./plan.ts";

/** What uses are held against. */
export interface UsesInput {
  readonly changes: readonly Change[];
  readonly live: LiveState;
  readonly taken: readonly TakenBy[];
  /** What lies inside of what goes: whatever stays there is told of already. */
  readonly inside: ReadonlyMap<string, ReadonlySet<string>>;
  /** What the plan is not about: all of it stays. */
  readonly others: readonly Address[];
}

/** Deletions that the server would refuse, as blocks. */
export function findUses({ changes, live, taken, inside, others }: UsesInput): readonly Block[] {
  const deleted = new Set(
    changes
      .filter(({ action }) => action === "delete")
      .map(({ address }) => formatAddress(address)),
  );
  // What comes back undeclared comes back as it was, with all that it uses.
  const goes = new Set(
    taken.filter(({ back }) => back === undefined).map(({ address }) => formatAddress(address)),
  );
  const stays = changes
    .filter(({ action }) => action === "none" || action === "forget")
    .map(({ address }) => address);
  return [...new Set([...stays, ...others].map(formatAddress))]
    .filter((user) => !goes.has(user))
    .flatMap((user) =>
      (live.get(user)?.requires ?? [])
        .map(formatAddress)
        .filter((used) => deleted.has(used) && inside.get(used)?.has(user) !== true)
        .map((used) => stillUsed(used, user)),
    );
}

function stillUsed(used: string, user: string): Block {
  return {
    name: undefined,
    message: `${used} is still used by ${user}, which this plan leaves as it is`,
    hint: `Keep declaring ${used}, or declare ${user} without it.`,
  };
}
