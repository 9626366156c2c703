/** Reads the live state of everything a plan has to know. GET only: no other function is at hand. */
import type { Address } from "../../../model/address.ts";
import { addressMap, type AddressMap } from "../../../model/address-map.ts";
import type {
  AnyKind,
  KindContext,
  LeaveOut,
  Live,
  Resource,
  ExclusiveScope,
  Wanted,
} from "../../kind.ts";
import { readTogether } from "./by-digest.ts";
import { observeKind } from "./observe-kind.ts";
import { observeReadable } from "./unreadable.ts";

/** Observed objects by address. */
export type LiveState = AddressMap<Live>;

/** What to look up: by declaration, by ownership, by reference, by exclusive scope. */
export interface ObserveInput {
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly context: KindContext;
  readonly resources: readonly Resource[];
  readonly exclusiveScopes: readonly ExclusiveScope[];
  /** Further addresses, such as owned ones. */
  readonly addresses: readonly Address[];
  /** Addresses of which it only matters whether they are there, such as required ones. */
  readonly references: readonly Address[];
  /** Takes what cannot be read, which is there with nothing known of it; without it one such read ends all. */
  readonly leaveOut?: LeaveOut;
}

/** Reads everything asked for; kinds may bring further objects along. Rejects when a read fails. */
export async function observe(input: ObserveInput): Promise<LiveState> {
  const wanted = addressMap<Wanted>();
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
