/** Sorts declared objects by lifecycle. Pure. */
import type { Address } from "../../../model/address.ts";
import {
  addressMap,
  addressSet,
  addressesOf,
  type AddressMap,
  type AddressSet,
} from "../../../model/address-map.ts";
import { addressesIn, ownedIn, type Inventory } from "../../inventory/inventory.ts";
import type { Lifecycle, Live, Resource, ExclusiveScope } from "../../kind.ts";
import { findHolders } from "./holders.ts";
import { isIgnored, type IgnoreRule } from "./ignore.ts";

/** Declared objects by what a plan may do with them. */
export interface Governed {
  /** Read, compared and written. */
  readonly managed: readonly Resource[];
  readonly exclusiveScopes: readonly ExclusiveScope[];
  /** Read and compared. */
  readonly observed: readonly Resource[];
  readonly observedScopes: readonly ExclusiveScope[];
  /** Ignored or declared elsewhere, including parts and what they bring. */
  readonly elsewhere: AddressSet;
  /** From the manifests, or else as recorded by the last apply. */
  readonly lifecycles: AddressMap<Lifecycle>;
  /** Whether a manifest or a scope excludes this object from writes. */
  readonly isUnwritten: (address: Address) => boolean;
}

export interface GovernedInput {
  readonly resources: readonly Resource[];
  readonly exclusiveScopes: readonly ExclusiveScope[];
  readonly ignore?: readonly IgnoreRule[] | undefined;
}

/** Sorts declared objects by lifecycle. */
export function govern(
  { resources, exclusiveScopes, ignore = [] }: GovernedInput,
  inventory: Inventory,
): Governed {
  const byLifecycle = Map.groupBy(resources, ({ lifecycle }) => lifecycle);
  const [ignored = [], observed = []] = [byLifecycle.get("ignore"), byLifecycle.get("observe")];
  const foreign = exclusiveScopes.filter(({ lifecycle }) => isReadOnly(lifecycle));
  const unwritten = addressesOf([...ignored, ...observed]);
  const ignoredHere = addressesIn(inventory).filter((address) => isIgnored(address, ignore));
  return {
    managed: resources.filter(({ lifecycle }) => !isReadOnly(lifecycle)),
    exclusiveScopes: exclusiveScopes.filter(({ lifecycle }) => !isReadOnly(lifecycle)),
    observed,
    observedScopes: exclusiveScopes.filter(({ lifecycle }) => lifecycle === "observe"),
    elsewhere: addressSet([
      ...ignored.map(({ address }) => address),
      ...findHolders(ignored).addresses(),
      ...ignoredHere,
    ]),
    lifecycles: lifecyclesOf(resources, inventory),
    isUnwritten: (address) =>
      unwritten.has(address) ||
      isIgnored(address, ignore) ||
      foreign.some((scope) => isCovered(scope, address)),
  };
}

/** Undeclared objects in exclusive scopes. */
export function unlistedIn(
  { exclusiveScopes, isUnwritten }: Pick<Governed, "exclusiveScopes" | "isUnwritten">,
  found: AddressMap<Live>,
  declared: AddressSet,
): readonly { readonly live: Live; readonly exclusiveScope: ExclusiveScope }[] {
  if (exclusiveScopes.length === 0) return [];
  return [...found].flatMap(([address, live]) => {
    const exclusiveScope = exclusiveScopes.find((scope) => isCovered(scope, live.address));
    if (exclusiveScope === undefined || declared.has(address) || isUnwritten(live.address))
      return [];
    return [{ live, exclusiveScope }];
  });
}

/** Whether an object lies in a scope. */
export function isCovered({ kind, covers }: ExclusiveScope, address: Address): boolean {
  return kind === address.kind && covers(address);
}

function isReadOnly(lifecycle: Lifecycle | undefined): boolean {
  return lifecycle === "ignore" || lifecycle === "observe";
}

function lifecyclesOf(resources: readonly Resource[], inventory: Inventory): AddressMap<Lifecycle> {
  const recorded: (readonly [Address, Lifecycle])[] = [];
  for (const [address, { lifecycle }] of ownedIn(inventory))
    if (lifecycle !== undefined) recorded.push([address, lifecycle]);
  const declared = addressesOf(recorded.length === 0 ? [] : resources);
  const remembered = recorded.filter(([address]) => !declared.has(address));
  const own = resources.flatMap(({ address, lifecycle }) =>
    lifecycle === undefined ? [] : [[address, lifecycle] as const],
  );
  return addressMap([...remembered, ...own]);
}

/** Why an owned object is forgotten and stays on the server, if it is. */
export function reasonToRelease(
  { elsewhere, lifecycles }: Pick<Governed, "elsewhere" | "lifecycles">,
  address: Address,
): string | undefined {
  const lifecycle = lifecycles.get(address);
  if (lifecycle === "observe") return "its manifest only observes it";
  if (elsewhere.has(address)) return "it is declared elsewhere, or ignored";
  if (lifecycle === "orphan")
    return "no manifest declares it any more, and its lifecycle is orphan";
  return undefined;
}
