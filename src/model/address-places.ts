/** What maps and sets of addresses (`address-map.ts`) are made of: numbers for addresses, and values by number. */
import type { Address } from "./address.ts";

/** Numbers of addresses, from 0 without gaps. Addresses that say the same have one number. */
export interface Places {
  /** The number of an address; -1 for one that has none. */
  readonly find: (address: Address) => number;
  /** The number of an address, a new one where it has none. */
  readonly add: (address: Address) => number;
  readonly addressAt: (number: number) => Address;
}

/** Numbers for addresses, none yet. */
export function openPlaces(): Places {
  // A plan looks up addresses by the hundred thousand: to make one text of each costs more than these looks.
  const kinds = new Map<string, Map<string | null, Map<string, number>>>();
  const addresses: Address[] = [];
  // Most follow one of the same kind and workspace.
  let last: Scope | undefined;
  const named = ({ kind, workspace }: Address) => {
    if (last?.kind === kind && last.workspace === workspace) return last.names;
    const names = kinds.get(kind)?.get(workspace);
    if (names !== undefined) last = { kind, workspace, names };
    return names;
  };
  return {
    find: (address) => named(address)?.get(address.name) ?? -1,
    add: (address) => {
      const names = named(address) ?? mapAt(mapAt(kinds, address.kind), address.workspace);
      const known = names.get(address.name);
      if (known !== undefined) return known;
      names.set(address.name, addresses.length);
      return addresses.push(address) - 1;
    },
    addressAt: (number) => addresses[number] as Address,
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

/** Stands where there is no value; values may be undefined. */
export const NOTHING = Symbol("nothing");

/** Values by number, in the order in which they came. */
export interface Numbered<Value> {
  readonly size: () => number;
  readonly at: (number: number) => Value | typeof NOTHING;
  /** Keeps the place in the order of a value that is there. */
  readonly set: (number: number, value: Value) => void;
  readonly delete: (number: number) => void;
  readonly numbers: () => Generator<number, void>;
  readonly values: () => IteratorObject<Value>;
}

/** Values by number, none yet. It takes a place for each number up to the greatest. */
export function inOrderOfComing<Value>(): Numbered<Value> {
  const held: (Value | typeof NOTHING)[] = [];
  let size = 0;
  // Most come by their numbers, and need no list of their order. Numbers of what was deleted may be in it.
  let order: number[] | undefined;
  const isThere = (number: number) => held[number] !== NOTHING;
  const come = (number: number) => {
    if (number < held.length || order !== undefined) {
      order = (order?.length === size ? order : order?.filter(isThere)) ?? [...numbers()];
      order.push(number);
    }
    while (held.length <= number) held.push(NOTHING);
    size++;
  };
  function* numbers(): Generator<number, void> {
    if (order === undefined) {
      for (let number = 0; number < held.length; number++) if (isThere(number)) yield number;
    } else for (const number of order) if (isThere(number)) yield number;
  }
  return {
    size: () => size,
    at: (number) => (number >= 0 && number < held.length ? (held[number] as Value) : NOTHING),
    set: (number, value) => {
      if (number >= held.length || !isThere(number)) come(number);
      held[number] = value;
    },
    delete: (number) => {
      if (number < 0 || number >= held.length || !isThere(number)) return;
      held[number] = NOTHING;
      size--;
    },
    numbers,
    // Lists give their own values fastest.
    values: () =>
      order === undefined && size === held.length
        ? (held as Value[]).values()
        : numbers().map((number) => held[number] as Value),
  };
}
