/**
 * Maps and sets whose keys are addresses. Addresses are values: two that say the same are one key, no matter who
 * made them. Iterating gives addresses, in the order in which they were added. A `Map` or `Set` of addresses,
 * which knows them by identity, is none of these types: it has no `addresses`.
 */
import type { Address } from "./address.ts";
import { inOrderOfComing, NOTHING, openPlaces, type Places } from "./address-places.ts";

/** What addresses are found by. */
interface Addressed {
  /** Places of addresses, the same in all maps that were made like one another. */
  readonly places: Places;
}

/** Values by address, to be read. */
export interface AddressMap<Value> extends Addressed, Iterable<readonly [Address, Value]> {
  readonly size: number;
  readonly has: (address: Address) => boolean;
  readonly get: (address: Address) => Value | undefined;
  readonly addresses: () => IteratorObject<Address>;
  readonly values: () => IteratorObject<Value>;
}

/**
 * Values by address, to be filled. Setting a value again keeps its place in the order. None may be deleted while they are
 * iterated.
 */
export interface FillingAddressMap<Value> extends AddressMap<Value> {
  readonly set: (address: Address, value: Value) => void;
  readonly delete: (address: Address) => void;
}

/** Addresses, each once, to be read. */
export interface AddressSet extends Addressed, Iterable<Address> {
  readonly size: number;
  readonly has: (address: Address) => boolean;
  readonly addresses: () => IteratorObject<Address>;
}

/** Addresses, each once, to be filled. */
export interface FillingAddressSet extends AddressSet {
  readonly add: (address: Address) => void;
}

/**
 * A map of these entries; the last one of an address wins. Where most of its addresses are in another map or set, it can
 * be made `like` that one: a plan has many maps of the same ten thousand addresses, which one index finds for all.
 */
export function addressMap<Value>(
  entries: Iterable<readonly [Address, Value]> = [],
  like?: Addressed,
): FillingAddressMap<Value> {
  const places = like?.places ?? openPlaces();
  const held = inOrderOfComing<Value>();
  const map: FillingAddressMap<Value> = {
    places,
    get size() {
      return held.size();
    },
    has: (address) => held.at(places.find(address)) !== NOTHING,
    get: (address) => {
      const found = held.at(places.find(address));
      return found === NOTHING ? undefined : found;
    },
    addresses: () => held.numbers().map((number) => places.addressAt(number)),
    values: () => held.values(),
    set: (address, value) => held.set(places.add(address), value),
    delete: (address) => held.delete(places.find(address)),
    *[Symbol.iterator]() {
      for (const number of held.numbers())
        yield [places.addressAt(number), held.at(number) as Value] as const;
    },
  };
  for (const [address, value] of entries) map.set(address, value);
  return map;
}

/** A set of these addresses, found as a map or a set finds its own where it is made `like` that. */
export function addressSet(addresses: Iterable<Address> = [], like?: Addressed): FillingAddressSet {
  const inner = addressMap<true>([], like);
  for (const address of addresses) inner.set(address, true);
  return {
    places: inner.places,
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
  like?: Addressed,
): FillingAddressMap<One> {
  const map = addressMap<One>([], like);
  for (const one of all) map.set(one.address, one);
  return map;
}

/** The addresses that things have. */
export function addressesOf(
  all: Iterable<{ readonly address: Address }>,
  like?: Addressed,
): FillingAddressSet {
  const set = addressSet([], like);
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
