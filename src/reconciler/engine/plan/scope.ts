/**
 * Undeclared objects in workspaces that an estate owns as a whole, of kinds that can list and
 * delete. GET only.
 */
import { compareAddresses, type Address } from "../../../model/address.ts";
import { addressSet } from "../../../model/address-map.ts";
import type { Owners } from "../../inventory/owners.ts";
import type { AnyKind, KindContext, LeaveOut, Resource } from "../../kind.ts";
import { findHolders, contentsOf } from "./holders.ts";
import type { Governed } from "./lifecycle.ts";
import type { LiveState } from "./observe.ts";
import { listReadable } from "./unreadable.ts";

/** What is deleted for being undeclared: nothing, owned objects, or whole workspaces too. */
export const prunes = ["none", "owned", "scope"] as const;

/** One of `prunes`. */
export type Prune = (typeof prunes)[number];

/** The part of the catalog that an estate owns as a whole. */
export interface PruneScope {
  readonly workspaces: readonly string[];
}

export interface ScopeInput {
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly context: KindContext;
  readonly resources: readonly Resource[];
  readonly owners: Owners;
  readonly prune: Prune;
  readonly scope: PruneScope | undefined;
}

/**
 * Undeclared addresses in the scope that no declared object contains, brings or needs and no other
 * estate owns. An unreadable list is reported.
 */
export async function findUndeclared(
  input: ScopeInput,
  { isUnwritten }: Pick<Governed, "isUnwritten">,
): Promise<readonly Address[]> {
  if (input.prune !== "scope") return [];
  const wanted = wantedBy(input.resources);
  const stays = staying(input, isUnwritten);
  const found: Address[] = [];
  for (const workspace of new Set(input.scope?.workspaces)) {
    for (const kind of input.kinds.values()) {
      const own = wanted.filter((one) => one.kind === kind.name && one.workspace === workspace);
      const known = new Set(own.map(({ name }) => name));
      const list = (leaveOut: LeaveOut) =>
        kind.list?.inWorkspace?.(input.context, { workspace, known, leaveOut });
      found.push(...(await listReadable(kind, workspace, input.context, list)));
    }
  }
  return found.filter((address) => !stays(address)).toSorted(compareAddresses);
}

/** Whether the next plan would find a new object undeclared in the scope. Pure. */
export function isUndeclared(
  input: Omit<ScopeInput, "resources"> & { readonly governed: Governed },
  address: Address,
): boolean {
  const { kind, workspace } = address;
  const { governed, scope, owners } = input;
  if (input.prune !== "scope" || !scope?.workspaces.some((one) => one === workspace)) return false;
  if (input.kinds.get(kind)?.list?.inWorkspace === undefined) return false;
  const resources = [...governed.managed, ...governed.observed];
  return !staying({ resources, owners }, governed.isUnwritten)(address);
}

function staying(
  { resources, owners }: Pick<ScopeInput, "resources" | "owners">,
  isUnwritten: Governed["isUnwritten"],
): (address: Address) => boolean {
  const kept = addressSet([
    ...wantedBy(resources),
    ...findHolders(resources).addresses(),
    ...owners.addresses(),
  ]);
  return (address) => kept.has(address) || isUnwritten(address);
}

function wantedBy(resources: readonly Resource[]): readonly Address[] {
  return resources.flatMap(({ address, requires }) => [address, ...requires]);
}

/**
 * Without objects that contain something needed, such as a layer in a declared group, or an object
 * of another estate. Pure.
 */
export function withoutNeeded(
  undeclared: readonly Address[],
  live: LiveState,
  { kinds, resources, owners }: Pick<ScopeInput, "kinds" | "resources" | "owners">,
): readonly Address[] {
  if (undeclared.length === 0) return undeclared;
  const brought = findHolders(resources);
  const named = wantedBy(resources).filter(
    (address) => kinds.get(address.kind)?.names?.comesAlong === true && !brought.has(address),
  );
  const needed = addressSet([...named, ...owners.addresses()]);
  return undeclared.filter((address) => {
    const found = live.get(address);
    return found === undefined || !contentsOf(kinds, found).some((one) => needed.has(one));
  });
}
