/**
 * Brakes: how many objects one plan may update, delete and recreate before it stops, as a share of
 * a kind in a workspace and as a number (docs/opinions.md, "What stops a plan"). Pure.
 */
import { compareText, type Address } from "../../../model/address.ts";
import {
  addressSet,
  addressesOf,
  type AddressMap,
  type AddressSet,
} from "../../../model/address-map.ts";
import { brakes as limits } from "../../../model/limits.ts";
import type { AnyKind, Resource } from "../../kind.ts";
import { findHolders, heldIn } from "../plan/holders.ts";
import type { LiveState } from "../plan/observe.ts";
import { brakesFrom, type Brake, type Braked, type Brakes } from "../plan/brakes.ts";
import { acceptance, type Block, type Change, type Excess } from "../plan/plan.ts";
import type { Continuations } from "../plan/stages.ts";

/** What the brakes look at. */
export interface BrakesInput {
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly changes: readonly Change[];
  readonly resources: AddressMap<Resource>;
  readonly live: LiveState;
  /** The usual ones when absent. */
  readonly brakes?: Brakes | undefined;
  /** What the estate owns; nothing when absent. */
  readonly owned?: Pick<AddressSet, "size" | "has"> | undefined;
  /** What goes on under another name is not lost; neither is what something declared holds now. */
  readonly continuations?: Pick<Continuations, "after"> | undefined;
}

/** Blocks for everything that is too much. */
export function findExcesses(input: BrakesInput): readonly Block[] {
  const counted: Readonly<Record<Braked, AddressSet>> = {
    delete: deletionsOf(input),
    replace: withAction(input, "replace"),
    update: withAction(input, "update"),
  };
  const existing = byScope(existingOf(input, counted.delete));
  const brakes = input.brakes ?? brakesFrom({});
  const blocks = (["delete", "replace", "update"] as const).flatMap((action) => {
    const brake = brakes[action];
    const excesses = excessesOf({ action, brake }, counted[action], existing);
    return excesses.map((excess) => asBlock(excess, brake));
  });
  const excess = excessOfOwned(input, counted.delete);
  const share = { percent: limits.ownedPercent, objects: brakes.delete.objects };
  return excess === undefined ? blocks : [...blocks, asBlock(excess, share)];
}

/** Deletions of most of what an estate owns: shares of a kind say nothing where there is little of each. */
function excessOfOwned(
  { owned = addressSet(), continuations, resources }: BrakesInput,
  deleted: AddressSet,
): Excess | undefined {
  const total = owned.size;
  const held = findHolders(resources.values());
  const goesOn = (address: Address) =>
    held.has(address) || continuations?.after(address) !== undefined;
  const gone = [...deleted].filter((address) => owned.has(address) && !goesOn(address));
  const [count, limit] = [gone.length, Math.floor((total * limits.ownedPercent) / 100)];
  if (total < limits.fromOwned || count <= limit) return undefined;
  return { action: "delete", kind: undefined, scope: undefined, count, total, limit };
}

/** An action with its brake. */
interface BrakedAction {
  readonly action: Braked;
  readonly brake: Brake;
}

function excessesOf(
  braked: BrakedAction,
  counted: AddressSet,
  existing: ReadonlyMap<string, readonly Address[]>,
): readonly Excess[] {
  const { action, brake } = braked;
  const parts = [...byScope(counted)].toSorted(([a], [b]) => compareText(a, b));
  const shares = parts.flatMap(([part, own]): readonly Excess[] => {
    const [total, count] = [existing.get(part)?.length ?? 0, own.length];
    const limit = shareOf(braked, total);
    const [first] = own;
    if (first === undefined || total < limits.fromObjects || count <= limit) return [];
    return [{ action, kind: first.kind, scope: first.workspace, count, total, limit }];
  });
  const limit = brake.objects;
  const count = counted.size;
  if (count <= limit) return shares;
  return [...shares, { action, kind: undefined, scope: undefined, count, total: undefined, limit }];
}

/** The largest number of objects that is within the share. */
function shareOf({ action, brake }: BrakedAction, total: number): number {
  const share = Math.floor((total * brake.percent) / 100);
  return action === "replace" ? Math.max(limits.recreatedAtLeast, share) : share;
}

function withAction({ changes }: BrakesInput, action: Change["action"]): AddressSet {
  return addressesOf(changes.filter((change) => change.action === action));
}

/** What is deleted, and what that takes along for good: it neither comes back nor is declared. */
function deletionsOf(input: BrakesInput): AddressSet {
  const holders = findHolders(input.resources.values());
  const along = input.changes.flatMap(({ takesAlong, comesBack }) => {
    const back = addressSet(comesBack);
    return takesAlong.filter(
      (address) => !back.has(address) && !input.resources.has(address) && !holders.has(address),
    );
  });
  return addressSet([...withAction(input, "delete"), ...along]);
}

/** What the plan knows to be on the server: what was read, what is in that, and what would go. */
function existingOf({ kinds, live }: BrakesInput, deletions: AddressSet): AddressSet {
  const inside = [...live.values()].flatMap((one) => heldIn(kinds, one));
  const read = [...live.values()].map(({ address }) => address);
  return addressSet([...read, ...inside, ...deletions]);
}

function byScope(addresses: AddressSet): ReadonlyMap<string, readonly Address[]> {
  return Map.groupBy(addresses, ({ kind, workspace }) => `${kind} ${workspace ?? ""}`);
}

const verbs: Readonly<Record<Braked, string>> = {
  update: "updated",
  delete: "deleted",
  replace: "recreated",
};

function asBlock(excess: Excess, brake: Brake): Block {
  const bound = `the limit is ${excess.limit}${reasonOf(excess, brake)}`;
  const message = `${whatOf(excess)} would be ${verbs[excess.action]}; ${bound}`;
  return { name: "over-limit", message, hint: acceptance("over-limit"), excess };
}

function reasonOf({ action, total }: Excess, { percent }: Brake): string {
  if (total === undefined) return " for one plan";
  const least = action === "replace" ? `, at least ${limits.recreatedAtLeast}` : "";
  return ` (${percent} %${least})`;
}

function whatOf({ kind, scope, count, total }: Excess): string {
  if (total === undefined) return `${count} objects`;
  if (kind === undefined) return `${count} of ${total} objects that the estate owns`;
  const place = scope === null ? "outside of workspaces" : `in workspace ${scope}`;
  return `${count} of ${total} objects of kind ${kind} ${place}`;
}
