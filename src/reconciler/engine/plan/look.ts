/** The first stage: everything that an estate is about is read, and what the plan is not about is left out. */
import type { Address } from "../../../model/address.ts";
import { addressMap, type AddressMap } from "../../../model/address-map.ts";
import { addressesIn, ownedIn } from "../../inventory/inventory.ts";
import type { Facts } from "../../kind.ts";
import type { PlanInput } from "./input.ts";
import { govern, type Governed } from "./lifecycle.ts";
import { observe, type LiveState } from "./observe.ts";
import { findPart } from "./part.ts";
import { underFormerNames } from "./renames.ts";
import { findUndeclared, withoutNeeded } from "./scope.ts";
import type { Observed } from "./stages.ts";
import { readReadable } from "./unreadable.ts";

/** Reads it. Rejects when something cannot be read. */
export async function lookAtServer(input: PlanInput): Promise<Observed> {
  const governed = govern(input, input.inventory);
  const ownedAddresses = addressesIn(input.inventory);
  const found = await findUndeclared(input, governed);
  // What is declared or owned has to be known: a plan that leaves it out would not say what is so.
  const { live, readable } = await readReadable(found, input, (undeclared) =>
    look(input, governed, [...ownedAddresses, ...undeclared]),
  );
  const undeclared = withoutNeeded(readable, live, input);
  const part = findPart(input, { governed, ownedAddresses, undeclared, live });
  return { ...input, ...part, live, owned: factsOfOwned(input) };
}

/** Everything that a plan looks at: what is managed, observed, owned or referred to. */
function look(
  input: PlanInput,
  governed: Governed,
  addresses: readonly Address[],
): Promise<LiveState> {
  const { managed, observed } = governed;
  const affected = input.journal.map(({ live }) => live);
  const isHere = (address: Address) => !governed.elsewhere.has(address);
  return observe({
    ...input,
    like: ownedIn(input.inventory),
    resources: [...underFormerNames(managed), ...managed, ...observed],
    exclusiveScopes: [...governed.exclusiveScopes, ...governed.observedScopes],
    addresses: [...addresses, ...affected.map(({ address }) => address)].filter(isHere),
    references: [...managed, ...affected].flatMap(({ requires }) => requires).filter(isHere),
  });
}

/** Facts last applied to what the estate owns; what another one owns may have been changed since. */
function factsOfOwned({ inventory, owners }: PlanInput): AddressMap<Facts> {
  const all = ownedIn(inventory);
  const facts = addressMap<Facts>([], all);
  for (const [address, owned] of all) if (!owners.has(address)) facts.set(address, owned.facts);
  return facts;
}
