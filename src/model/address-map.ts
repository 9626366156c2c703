/**
 * Maps and sets whose keys are addresses. Addresses are values: two that say the same are one key, no matter who
 * made them. Iterating gives addresses, in the order in which they were added. A `Map` or `Set` of addresses,
 * which knows them by identity, is none of these types: it has no `addresses`.
 */
import type { Address } from "./address.ts";

/** Values by address, to be read. */
export interface AddressMap<Value> extends Iterable<readonly [Address, Value]> {
  readonly size: number;
  readonly has: (address: Address) => boolean;
  readonly get: (address: Address) => Value | undefined;
  readonly addresses: () => IteratorObject<Address>;
  readonly values: () => IteratorObject<Value>;
}

/** Values by address, to be filled. Setting a value again keeps its place in the order. */
export interface FillingAddressMap<Value> extends AddressMap<Value> {
  readonly set: (address: Address, value: Value) => void;
  readonly delete: (address: Address) => void;
}

/** Addresses, each once, to be read. */
export interface AddressSet extends Iterable<Address> {
  readonly size: number;
  readonly has: (address: Address) => boolean;
  readonly addresses: () => IteratorObject<Address>;
}

/** Addresses, each once, to be filled. */
export interface FillingAddressSet extends AddressSet {
  readonly add: (address: Address) => void;
}

/** A map of these entries; the last one of an address wins. */
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

/** No part of an address holds the character between parts. */
function keyOf({ kind, workspace, name }: Address): string {
  return workspace === null ? `${kind}\0${name}` : `${kind}\0${workspace}\0${name}`;
}

/** A set of these addresses. */
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

/** Things by the address that they have; the last one of an address wins. */
export function byAddress<One extends { readonly address: Address }>(
  all: Iterable<One>,
): FillingAddressMap<One> {
  const map = addressMap<One>();
  for (const one of all) map.set(one.address, one);
  return map;
}

/** The addresses that things have. */
export function addressesOf(all: Iterable<{ readonly address: Address }>): FillingAddressSet {
  const set = addressSet();
  for (const { address } of all) set.add(address);
  return set;
}

/** Things by address, all of those that have one. */
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
