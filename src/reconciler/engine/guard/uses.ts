/**
 * Blocks for deletions of objects that other objects still use after the plan, whoever owns those.
 */
import { formatAddress, isSameAddress, type Address } from "../../../model/address.ts";
import {
  addressMap,
  addressSet,
  addressesOf,
  byAddress,
  groupByAddress,
} from "../../../model/address-map.ts";
import { fewOf } from "../../../model/few.ts";
import type { Live, Resource } from "../../kind.ts";
import { isTouched, stop, type Block } from "../plan/plan.ts";
import type { Offline } from "../plan/stages.ts";

/** Contents of deleted objects are reported by the cascade guard. */
export function findUses(input: Offline): readonly Block[] {
  const { changes, live, cascades, users, others, resources, replace = addressSet() } = input;
  const deleted = addressesOf(changes.filter(({ action }) => action === "delete"));
  if (deleted.size + replace.size === 0) return [];
  const goesOn = goingOn(input);
  const concerned = [...changes.map(({ address }) => address), ...others].flatMap(
    (address) => live.get(address) ?? [],
  );
  const all = addressMap([...byAddress(concerned), ...users]);
  const isInside = (user: Address, used: Address) =>
    cascades
      .get(used)
      ?.contents.some(({ addresses }) => addresses.some((one) => isSameAddress(one, user))) ===
    true;
  const uses = [...all].flatMap(([user, one]) =>
    [...addressSet(goesOn(one))]
      .filter((used) => deleted.has(used) && !isInside(user, used))
      .map((used) => ({ used, user })),
  );
  // A server refuses to delete what is used, or takes it from its users; only cascades come back.
  const returning = addressSet(changes.flatMap(({ comesBack }) => comesBack));
  const held = [...all].flatMap(([user, one]) =>
    deleted.has(user) || returning.has(user)
      ? []
      : [...addressSet([...one.requires, ...(resources.get(user)?.requires ?? [])])]
          .filter((used) => replace.has(used) && !isInside(user, used))
          .map((used) => ({ used, user })),
  );
  return [...blocksOf(uses, stillUsed), ...blocksOf(held, notReplaced)];
}

function blocksOf(
  uses: readonly { readonly used: Address; readonly user: Address }[],
  block: (used: Address, users: readonly Address[]) => Block,
): readonly Block[] {
  return [...groupByAddress(uses, ({ used }) => used)].map(([used, found]) =>
    block(
      used,
      found.map(({ user }) => user),
    ),
  );
}

function notReplaced(of: Address, by: readonly Address[]): Block {
  const used = formatAddress(of);
  const message = `${used} is used by ${fewOf(by.map(formatAddress))}, which would lose it, or the server refuses to delete it`;
  const hint = "Leave --replace out: a change of its manifest updates it in place.";
  return stop(message, hint, of);
}

/** What an object still uses after the plan, beyond the requirements of its manifest. */
function goingOn({ kinds, changes, resources, effects, alsoDeleted }: Offline) {
  const changeOf = byAddress(changes);
  const affected = byAddress(effects.map(({ live }) => live));
  const returns = addressSet(changes.flatMap(({ comesBack }) => comesBack));
  const gone = addressSet([
    ...alsoDeleted.filter(({ back }) => back === undefined).map(({ address }) => address),
    ...changes.flatMap(({ alsoDeletes }) => alsoDeletes).filter((one) => !returns.has(one)),
  ]);
  return (user: Live): readonly Address[] => {
    const action = changeOf.get(user.address)?.action ?? "none";
    const resource = resources.get(user.address);
    const before = affected.get(user.address);
    if (action === "delete") return [];
    const isChanged = before !== undefined || isTouched({ action });
    if (resource !== undefined && isChanged) return keptBy(kinds, user, resource);
    // Undeclared objects are restored with all that they use.
    return gone.has(user.address) ? [] : (before ?? user).requires;
  };
}

function keptBy(kinds: Offline["kinds"], user: Live, resource: Resource): readonly Address[] {
  return kinds.get(user.address.kind)?.users?.kept(user, resource) ?? [];
}

function stillUsed(of: Address, by: readonly Address[]): Block {
  const [used, users] = [formatAddress(of), by.map(formatAddress)];
  const them = users.length === 1 ? "it is" : "they are";
  const without = users.length === 1 ? users[0] : "those";
  const message = `${used} is still used by ${fewOf(users)}, which this plan leaves as ${them}`;
  return stop(message, `Keep declaring ${used}, or declare ${without} without it.`, of);
}
