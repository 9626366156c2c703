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

/**
 * Values by address, to be filled. Setting a value again keeps its place in the order. None may be deleted while they are
 * iterated.
 */
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
  // A plan looks up addresses by the hundred thousand: to make one text of each costs more than these looks.
  const places = new Map<string, Map<string | null, Map<string, number>>>();
  // In the order in which they came; what was deleted leaves a gap.
  const keys: (Address | undefined)[] = [];
  const held: (Value | undefined)[] = [];
  let size = 0;
  let gaps = 0;
  // Most follow one of the same kind and workspace.
  let last: Scope | undefined;
  const named = ({ kind, workspace }: Address) => {
    if (last?.kind === kind && last.workspace === workspace) return last.names;
    const names = places.get(kind)?.get(workspace);
    if (names !== undefined) last = { kind, workspace, names };
    return names;
  };
  const find = (address: Address) => named(address)?.get(address.name);
  const set = (address: Address, value: Value) => {
    const names = named(address) ?? mapAt(mapAt(places, address.kind), address.workspace);
    const at = names.get(address.name) ?? keys.length;
    if (at === keys.length) {
      names.set(address.name, at);
      size++;
    }
    keys[at] = address;
    held[at] = value;
  };
  /** All without gaps, as the lists themselves, which takes least. */
  const present = <Held>(all: readonly Held[]) =>
    gaps === 0 ? all.values() : all.values().filter((_one, at) => keys[at] !== undefined);
  function* entriesInOrder(): Generator<readonly [Address, Value], void> {
    for (let at = 0; at < keys.length; at++) {
      const address = keys[at];
      if (address !== undefined) yield [address, held[at] as Value];
    }
  }
  for (const [address, value] of entries) set(address, value);
  return {
    get size() {
      return size;
    },
    has: (address) => find(address) !== undefined,
    get: (address) => {
      const at = find(address);
      return at === undefined ? undefined : held[at];
    },
    addresses: () => present(keys as readonly Address[]),
    values: () => present(held as readonly Value[]),
    set,
    delete: (address) => {
      const at = find(address);
      if (at === undefined) return;
      keys[at] = undefined;
      held[at] = undefined;
      size--;
      gaps++;
      named(address)?.delete(address.name);
    },
    [Symbol.iterator]: entriesInOrder,
  };
}

/** The places of one kind and workspace. */
interface Scope extends Pick<Address, "kind" | "workspace"> {
  readonly names: Map<string, number>;
}

/** The map inside another one under a key; an empty one where there was none. */
function mapAt<Key, InnerKey, Inner>(
  maps: Map<Key, Map<InnerKey, Inner>>,
  key: Key,
): Map<InnerKey, Inner> {
  const known = maps.get(key);
  if (known !== undefined) return known;
  const made = new Map<InnerKey, Inner>();
  maps.set(key, made);
  return made;
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
export function byAddress<Addressed extends { readonly address: Address }>(
  all: Iterable<Addressed>,
): FillingAddressMap<Addressed> {
  const map = addressMap<Addressed>();
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
