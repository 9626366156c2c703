/** Reads the live state that a plan needs. GET only. */
import type { Address } from "../../../model/address.ts";
import { addressMap, type AddressMap } from "../../../model/address-map.ts";
import type {
  AnyKind,
  KindContext,
  LeaveOut,
  Live,
  Resource,
  ExclusiveScope,
  WantedObject,
} from "../../kind.ts";
import { readTogether } from "./by-digest.ts";
import { observeKind } from "./observe-kind.ts";
import { observeReadable } from "./unreadable.ts";

export type LiveState = AddressMap<Live>;

export interface ObserveInput {
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly context: KindContext;
  readonly resources: readonly Resource[];
  readonly exclusiveScopes: readonly ExclusiveScope[];
  /** Further addresses, such as owned ones. */
  readonly addresses: readonly Address[];
  /** Addresses of which only the existence matters. */
  readonly references: readonly Address[];
  /** Takes unreadable objects, which then exist without facts; by default they fail all. */
  readonly leaveOut?: LeaveOut;
}

/** Kinds may return further objects. Rejects when a read fails. */
export async function observe(input: ObserveInput): Promise<LiveState> {
  const wanted = addressMap<WantedObject>();
  for (const one of input.resources) wanted.set(one.address, one);
  for (const address of input.addresses)
    if (!wanted.has(address))
      wanted.set(address, { address, facts: undefined, payload: undefined });
  for (const address of input.references)
    if (!wanted.has(address))
      wanted.set(address, { address, facts: undefined, payload: undefined, presence: true });
  const byKind = Map.groupBy(wanted.values(), ({ address }) => address.kind);
  for (const { kind } of input.exclusiveScopes) if (!byKind.has(kind)) byKind.set(kind, []);
  const asked = [...byKind].flatMap(([name, own]) => {
    const kind = input.kinds.get(name);
    return kind === undefined ? [] : [[kind, own] as const];
  });
  const together = await readTogether(input.context, asked);
  const lives = addressMap<Live>();
  const { context, leaveOut } = input;
  for (const [kind, own] of asked) {
    const found =
      leaveOut === undefined
        ? observeKind(kind, context, { wanted: own, together })
        : observeReadable(kind, context, { wanted: own, together, leaveOut });
    for (const live of await found) lives.set(live.address, live);
  }
  return lives;
}
