/** What an estate owns after a run. Pure. */
import { basename, relative, sep } from "node:path";
import { formatAddress, type Address } from "../../model/address.ts";
import { addressesOf } from "../../model/address-map.ts";
import type { Facts, Lifecycle } from "../kind.ts";
import { inventoryWith, ownedObject, type Inventory, type OwnedObject } from "./inventory.ts";
import type { Owners } from "./owners.ts";

/** `done` if all requests of the change succeeded. */
export interface OwnedChange {
  readonly address: Address;
  /** The address before a rename. */
  readonly formerly?: Address | undefined;
  readonly action: "none" | "create" | "update" | "replace" | "delete" | "forget";
  readonly after: Facts | undefined;
  readonly lifecycle: Lifecycle | undefined;
  readonly manifest: string | undefined;
  readonly done: boolean;
  /** The change failed, and left a new object on the server. */
  readonly isLeft?: boolean;
  /** Lost for good with the object. */
  readonly lost: readonly Address[];
}

/** The inventory after the changes; objects of `owners` are transferred. */
export function nextInventory(
  inventory: Inventory,
  changes: readonly OwnedChange[],
  owners: Owners,
): Inventory {
  const objects = new Map<string, OwnedObject>(inventory.objects);
  for (const change of changes) {
    const { address, formerly, action, after, lifecycle, manifest, done } = change;
    const key = formatAddress(address);
    const before = objects.get(key);
    const owner = owners.get(address);
    const claim = owner === undefined ? before?.claim : owner.claim + 1;
    if (!done) {
      const left = leftOf(change, before, claim);
      if (left !== undefined) objects.set(key, left);
      continue;
    }
    if (formerly !== undefined) objects.delete(formatAddress(formerly));
    if (action === "delete" || action === "forget") objects.delete(key);
    else if (after !== undefined)
      objects.set(key, ownedObject(after, { lifecycle, claim, manifest }));
  }
  // A lost object that is neither declared nor pruned has no change of its own.
  const concerned = addressesOf(changes);
  const lost = changes.flatMap((one) => (one.done ? one.lost : []));
  for (const address of lost) if (!concerned.has(address)) objects.delete(formatAddress(address));
  return inventoryWith(inventory.estate, objects);
}

/** Of an object that may exist in part, earlier facts cannot be trusted. */
function leftOf(
  { action, lifecycle, manifest, isLeft }: OwnedChange,
  before: OwnedObject | undefined,
  claim: number | undefined,
): OwnedObject | undefined {
  const isNew = action === "create" || action === "replace";
  if (before !== undefined) return isNew ? { ...before, facts: {} } : undefined;
  return isLeft === true ? ownedObject({}, { lifecycle, claim, manifest }) : undefined;
}

/** Whether facts are declared but none are recorded. */
export function isHalfMade(owned: Facts | undefined, facts: Facts = {}): boolean {
  if (owned === undefined || Object.keys(facts).length === 0) return false;
  return Object.keys(owned).length === 0;
}

/** A manifest's path below the folders of its estate, the same on every machine. */
export function manifestIn(paths: readonly string[], file: string): string {
  const root = paths.find((path) => !relative(path, file).startsWith(".."));
  const path = root === undefined ? "" : relative(root, file).split(sep).join("/");
  return path === "" ? basename(file) : path;
}
