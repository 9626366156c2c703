/** What a change reaches: users, stale copies, services and scales. Reads nothing. Pure. */
import { compareAddresses, isSameAddress, type Address } from "../../../model/address.ts";
import {
  addressMap,
  addressSet,
  byAddress,
  type AddressMap,
  type AddressSet,
} from "../../../model/address-map.ts";
import { widerRange, type ScaleRange } from "../../../wire/difference.ts";
import type { AnyKind, Facts, Live, Reach, Resource, UnlikeFile, Use } from "../../kind.ts";
import type { Change, Reached, ReachedUser } from "./plan.ts";

/** An object with what it uses, after the plan. */
export interface Using {
  readonly address: Address;
  readonly facts: Facts;
  readonly requires: readonly Address[];
  /** What it comes with, where it does not use that otherwise. */
  readonly comesWith?: Address;
}

/** Users by the object that they use. */
export type UsersOf = AddressMap<readonly Using[]>;

/** Objects, each with what comes with it. */
export type Brought = readonly (readonly [Address, readonly Address[]])[];

/** Users by what they use. A brought object counts as a user of its bringer. */
export function usersIn(objects: Iterable<Using>, brought: Brought): UsersOf {
  const known = byAddress(objects);
  const users = addressMap<Using[]>();
  const add = (used: Address, user: Using) => {
    const all = users.get(used) ?? [];
    if (all.length === 0) users.set(used, all);
    all.push(user);
  };
  for (const one of known.values()) for (const used of one.requires) add(used, one);
  for (const [holder, brings] of brought)
    for (const address of brings) {
      const one = known.get(address) ?? { address, facts: {}, requires: [] };
      add(holder, { ...one, comesWith: holder });
    }
  return users;
}

interface Known {
  readonly resources: AddressMap<Resource>;
  readonly live: AddressMap<Live>;
  readonly kinds: ReadonlyMap<string, AnyKind>;
}

/** Objects after the plan that use or come with others. */
function usingIn(
  changes: readonly Change[],
  { resources, live, kinds }: Known,
  comesAlong: AddressSet,
): readonly Using[] {
  const gone = addressSet(
    changes.flatMap(({ action, address, alsoDeletes }) =>
      action === "delete" ? [address, ...alsoDeletes] : [],
    ),
  );
  const isLeft = ({ address }: Live) => !resources.has(address) && !gone.has(address);
  const using: Using[] = [...live.values()].filter(isLeft);
  for (const [address, resource] of resources) {
    const requires = requiresOf(resource, { live, kinds });
    if (requires.length === 0 && !comesAlong.has(address)) continue;
    using.push({ address, facts: { ...live.get(address)?.facts, ...resource.facts }, requires });
  }
  return using;
}

function requiresOf(
  resource: Resource,
  { live, kinds }: Pick<Known, "live" | "kinds">,
): readonly Address[] {
  const users = kinds.get(resource.address.kind)?.users;
  const found = users && live.get(resource.address);
  const kept = (found && users?.kept(found, resource)) ?? [];
  return kept.length === 0 ? resource.requires : [...resource.requires, ...kept];
}

/** A step on the path from the changed object; after `ends`, only copies show the change. */
interface Way {
  readonly used: Address;
  readonly ends: boolean;
}

/** Undefined where the kind defines no reach, or nothing shows the change. */
export function reachOf(
  changed: Address,
  { users, kinds }: { readonly users: UsersOf; readonly kinds: ReadonlyMap<string, AnyKind> },
): Omit<Reached, "scales"> | undefined {
  const reach = kinds.get(changed.kind)?.reach;
  if (reach === undefined) return undefined;
  const found = addressMap<ReachedUser>();
  const [seen, stale] = [addressSet(), addressSet()];
  const services = new Set(reach.services);
  const usersOf = ({ used, ends }: Way): readonly Way[] =>
    nearestTo(used, users).flatMap((user) => {
      const { address } = user;
      const own = kinds.get(address.kind)?.reach;
      if (own === undefined || isSameAddress(address, changed)) return [];
      if (own.isCopy === true) {
        stale.add(address);
        for (const service of own.services) services.add(service);
        return [];
      }
      const use = ends || seen.has(address) ? undefined : useOf(own, user, { used, changed });
      if (use === undefined) return [];
      seen.add(address);
      // Objects brought by the changed one are not reported.
      if (user.comesWith !== undefined && isSameAddress(user.comesWith, changed))
        return [{ used: address, ends: false }];
      const through = isSameAddress(used, changed) ? undefined : used;
      found.set(address, { address, how: use.how, through });
      return [{ used: address, ends: use.ends === true }];
    });
  let wave: readonly Way[] = [{ used: changed, ends: false }];
  while (wave.length > 0) wave = wave.flatMap(usersOf);
  if (found.size === 0 && stale.size === 0) return undefined;
  const copies = [...stale].toSorted(compareAddresses);
  return { users: [...found.values()], stale: copies, services: [...services] };
}

function useOf(reach: Reach, ...about: Parameters<NonNullable<Reach["uses"]>>): Use | undefined {
  return reach.uses === undefined ? { how: undefined } : reach.uses(...about);
}

function nearestTo(used: Address, users: UsersOf): readonly Using[] {
  return (users.get(used) ?? []).toSorted((a, b) => compareAddresses(a.address, b.address));
}

/** Undefined for all scales, or where unknown. */
function scalesIn(files: readonly UnlikeFile[]): ScaleRange | undefined {
  const all = files.flatMap(({ state, differences }) =>
    state === "changed" ? differences.map(({ scales }) => scales) : [undefined],
  );
  const [first, ...others] = all;
  return others.reduce((so, one) => so && one && widerRange(so, one), first);
}

export function isReaching(
  { action, address }: Change,
  kinds: ReadonlyMap<string, AnyKind>,
): boolean {
  const isChanged = action === "update" || action === "replace";
  return isChanged && kinds.get(address.kind)?.reach !== undefined;
}

/** Adds the reach to changes that have one. */
export function withReach(
  changes: readonly Change[],
  reached: AddressMap<Reached>,
): readonly Change[] {
  if (reached.size === 0) return changes;
  return changes.map((one) => {
    const reach = reached.get(one.address);
    return reach === undefined ? one : { ...one, reach };
  });
}

/** The reach of all changes by address; `along` are live objects with what comes with them. */
export function findReached(
  changes: readonly Change[],
  about: Known,
  along: Brought = [],
): AddressMap<Reached> {
  const { resources, kinds } = about;
  const reaching = changes.filter((one) => isReaching(one, kinds));
  const found = addressMap<Reached>();
  if (reaching.length === 0) return found;
  const bringing = [...resources.values()].filter(({ brings }) => brings !== undefined);
  const declared = bringing.map(({ address, brings = [] }) => [address, brings] as const);
  const brought = [...declared, ...along];
  const comesAlong = addressSet(brought.flatMap(([, own]) => own));
  const users = usersIn(usingIn(changes, about, comesAlong), brought);
  for (const { address, unlike } of reaching) {
    const reached = reachOf(address, { users, kinds });
    if (reached !== undefined) found.set(address, { ...reached, scales: scalesIn(unlike) });
  }
  return found;
}
