/** The first stage: reads all objects of an estate and applies the selection. */
import type { Address } from "../../../model/address.ts";
import {
  addressMap,
  addressSet,
  type AddressMap,
  type FillingAddressMap,
} from "../../../model/address-map.ts";
import { addressesIn, ownedIn } from "../../inventory/inventory.ts";
import type { Facts, Live } from "../../kind.ts";
import type { PlanInput, Observed } from "./stages.ts";
import { govern, type Governed } from "./lifecycle.ts";
import { observe, type LiveState } from "./observe.ts";
import { findPart } from "./part.ts";
import { underFormerNames } from "./renames.ts";
import { findUndeclared, withoutNeeded } from "./scope.ts";
import { reportUnreadable } from "./unreadable.ts";

/** Rejects when something that the whole plan depends on is unreadable. */
export async function lookAtServer(input: PlanInput): Promise<Observed> {
  const governed = govern(input, input.inventory);
  const ownedAddresses = addressesIn(input.inventory);
  const found = await findUndeclared(input, governed);
  const unreadable = addressMap<string>();
  const read = await look(input, governed, [...ownedAddresses, ...found], unreadable);
  reportUnreadable(unreadable, input.context.report);
  const owned = factsOfOwned(input);
  const live = asLastApplied(read, unreadable, owned);
  const undeclared = withoutNeeded(found, live, input).filter((one) => !unreadable.has(one));
  const part = findPart(input, { governed, ownedAddresses, undeclared, live, owned });
  return { ...input, ...part, live, owned, unreadable, stuck: addressSet() };
}

/** Unreadable objects count as last applied, so a corrected value can overwrite them. */
function asLastApplied(
  live: LiveState,
  unreadable: AddressMap<string>,
  owned: AddressMap<Facts>,
): LiveState {
  if (unreadable.size === 0) return live;
  const known = ([address, one]: readonly [Address, Live]) =>
    [address, unreadable.has(address) ? { ...one, facts: owned.get(address) ?? {} } : one] as const;
  return addressMap([...live].map(known));
}

function look(
  input: PlanInput,
  governed: Governed,
  addresses: readonly Address[],
  unreadable: FillingAddressMap<string>,
): Promise<LiveState> {
  const { observed } = governed;
  const managed = governed.managed.map((one) =>
    input.replace?.has(one.address) === true ? { ...one, isWhole: true as const } : one,
  );
  const affected = input.journal.map(({ live }) => live);
  const isHere = (address: Address) => !governed.elsewhere.has(address);
  return observe({
    ...input,
    leaveOut: (address, { message }) => unreadable.set(address, message),
    resources: [...underFormerNames(managed), ...managed, ...observed],
    exclusiveScopes: [...governed.exclusiveScopes, ...governed.observedScopes],
    addresses: [...addresses, ...affected.map(({ address }) => address)].filter(isHere),
    references: [...managed, ...affected].flatMap(({ requires }) => requires).filter(isHere),
  });
}

/** Another estate may have changed objects that it owns, so those are left out. */
function factsOfOwned({ inventory, owners }: PlanInput): AddressMap<Facts> {
  const facts = addressMap<Facts>();
  for (const [address, owned] of ownedIn(inventory))
    if (!owners.has(address)) facts.set(address, owned.facts);
  return facts;
}
