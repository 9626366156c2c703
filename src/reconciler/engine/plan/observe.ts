/** Reads the live state that a plan needs. GET only. */
import type { Address } from "../../../model/address.ts";
import { addressMap, byAddress, type AddressMap } from "../../../model/address-map.ts";
import {
  withKinds,
  type AnyKind,
  type KindContext,
  type LeaveOut,
  type Live,
  type Resource,
  type ExclusiveScope,
  type WantedObject,
} from "../../kind.ts";
import { readTogether } from "./by-digest.ts";
import { observeReadable } from "./unreadable.ts";

export type LiveState = AddressMap<Live>;

export interface ObserveInput {
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly context: KindContext;
  readonly resources?: readonly Resource[];
  readonly exclusiveScopes: readonly Pick<ExclusiveScope, "kind">[];
  /** Further addresses, such as owned ones. */
  readonly addresses?: readonly Address[];
  /** Addresses of which only the existence matters. */
  readonly references?: readonly Address[];
  /** Takes unreadable objects, which then exist without facts; by default they fail all. */
  readonly leaveOut?: LeaveOut;
}

/** Kinds may return further objects. Rejects when a read fails. */
export async function observe(input: ObserveInput): Promise<LiveState> {
  const { kinds, context, exclusiveScopes, leaveOut } = input;
  const asked = withKinds(kinds, wantedIn(input));
  for (const scope of exclusiveScopes) {
    const kind = kinds.get(scope.kind);
    if (kind !== undefined && !asked.has(kind)) asked.set(kind, []);
  }
  const together = await readTogether(context, asked);
  const lives = addressMap<Live>();
  for (const [kind, own] of asked) {
    for (const live of await observeReadable(kind, context, own, { together, leaveOut }))
      lives.set(live.address, live);
  }
  return lives;
}

function wantedIn({
  resources = [],
  addresses = [],
  references = [],
}: ObserveInput): Iterable<WantedObject> {
  const wanted = byAddress<WantedObject>(resources);
  const unknown = { facts: undefined, payload: undefined };
  for (const address of addresses)
    if (!wanted.has(address)) wanted.set(address, { address, ...unknown });
  for (const address of references)
    if (!wanted.has(address)) wanted.set(address, { address, ...unknown, presence: true });
  return wanted.values();
}
