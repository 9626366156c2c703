/**
 * Maps and sets that compare addresses by value and iterate in insertion order. A plain `Map` or
 * `Set`, which compares by identity, is not assignable: it has no `addresses`.
 */
import type { Address } from "./address.ts";

/** A read-only map by address. */
export interface AddressMap<Value> extends Iterable<readonly [Address, Value]> {
  readonly size: number;
  readonly has: (address: Address) => boolean;
  readonly get: (address: Address) => Value | undefined;
  readonly addresses: () => IteratorObject<Address>;
  readonly values: () => IteratorObject<Value>;
}

/** A mutable map; setting a value again keeps its position. */
export interface FillingAddressMap<Value> extends AddressMap<Value> {
  readonly set: (address: Address, value: Value) => void;
  readonly delete: (address: Address) => void;
}

/** A read-only set of addresses. */
export interface AddressSet extends Iterable<Address> {
  readonly size: number;
  readonly has: (address: Address) => boolean;
  readonly addresses: () => IteratorObject<Address>;
}

export interface FillingAddressSet extends AddressSet {
  readonly add: (address: Address) => void;
}

/** The last entry of an address wins. */
export function addressMap<Value>(
  entries: Iterable<readonly [Address, Value]> = [],
): FillingAddressMap<Value> {
  const held = new Map<string, readonly [Address, Value]>();
  const map: FillingAddressMap<Value> = {
    get size() {
      return held.size;
    },
    has: (address) => held.has(keyOf(address)),
    get: (address) => held.get(keyOf(address))?.[1],
    addresses: () => held.values().map(([address]) => address),
    values: () => held.values().map(([, value]) => value),
    set: (address, value) => void held.set(keyOf(address), [address, value]),
    delete: (address) => void held.delete(keyOf(address)),
    [Symbol.iterator]: () => held.values(),
  };
  for (const [address, value] of entries) map.set(address, value);
  return map;
}

/** No part of an address contains the separator. */
function keyOf({ kind, workspace, name }: Address): string {
  return workspace === null ? `${kind}\0${name}` : `${kind}\0${workspace}\0${name}`;
}

/** A set of addresses. */
export function addressSet(addresses: Iterable<Address> = []): FillingAddressSet {
  const inner = addressMap<true>();
  for (const address of addresses) inner.set(address, true);
  return {
    get size() {
      return inner.size;
    },
    has: inner.has,
    addresses: inner.addresses,
    add: (address) => inner.set(address, true),
    [Symbol.iterator]: inner.addresses,
  };
}

/** Items by address; the last one wins. */
export function byAddress<One extends { readonly address: Address }>(
  all: Iterable<One>,
): FillingAddressMap<One> {
  const map = addressMap<One>();
  for (const one of all) map.set(one.address, one);
  return map;
}

/** The addresses of items. */
export function addressesOf(all: Iterable<{ readonly address: Address }>): FillingAddressSet {
  const set = addressSet();
  for (const { address } of all) set.add(address);
  return set;
}

/** Lists of items by address. */
export function groupByAddress<Item>(
  items: Iterable<Item>,
  addressOf: (item: Item) => Address,
): AddressMap<readonly Item[]> {
  const groups = addressMap<Item[]>();
  for (const item of items) {
    const address = addressOf(item);
    const group = groups.get(address);
    if (group === undefined) groups.set(address, [item]);
    else group.push(item);
  }
  return groups;
}
