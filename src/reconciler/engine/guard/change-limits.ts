/**
 * Limits on how much one plan may change, as a share of a kind in a workspace and as a number
 * (docs/opinions.md, "What stops a plan"). Pure.
 */
import { count } from "../../../model/count.ts";
import { compareText, type Address } from "../../../model/address.ts";
import {
  addressSet,
  addressesOf,
  type AddressMap,
  type AddressSet,
} from "../../../model/address-map.ts";
import { changeLimits as limits } from "../../../model/limits.ts";
import type { AnyKind, Resource } from "../../kind.ts";
import { findHolders, contentsOf } from "../plan/holders.ts";
import type { LiveState } from "../plan/observe.ts";
import {
  changeLimitsFrom,
  type ChangeLimit,
  type LimitedAction,
  type ChangeLimits,
} from "../plan/change-limits.ts";
import { acceptance, lostWith, type Block, type Change, type Excess } from "../plan/plan.ts";
import type { Continuations } from "../plan/stages.ts";

export interface ChangeLimitsInput {
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly changes: readonly Change[];
  readonly resources: AddressMap<Resource>;
  readonly live: LiveState;
  readonly changeLimits?: ChangeLimits | undefined;
  /** Owned addresses; none when absent. */
  readonly owned?: Pick<AddressSet, "size" | "has"> | undefined;
  /** Renamed objects, and contents of declared objects, do not count as deleted. */
  readonly continuations?: Pick<Continuations, "after"> | undefined;
}

export function findExcesses(input: ChangeLimitsInput): readonly Block[] {
  if (!input.changes.some(({ action }) => action in verbs)) return [];
  const counted: Readonly<Record<LimitedAction, AddressSet>> = {
    delete: deletionsOf(input),
    replace: withAction(input, "replace"),
    update: withAction(input, "update"),
  };
  const existing = existingIn(input, counted.delete);
  const changeLimits = input.changeLimits ?? changeLimitsFrom({});
  const blocks = (["delete", "replace", "update"] as const).flatMap((action) => {
    const changeLimit = changeLimits[action];
    const excesses = excessesOf(action, changeLimit, counted[action], existing);
    return excesses.map((excess) => asBlock(excess, changeLimit));
  });
  const excess = excessOfOwned(input, counted.delete);
  const share = { percent: limits.ownedPercent, objects: changeLimits.delete.objects };
  return excess === undefined ? blocks : [...blocks, asBlock(excess, share)];
}

/** Most of the owned objects: shares of a kind mean nothing with few objects of each. */
function excessOfOwned(
  { owned = addressSet(), continuations, resources }: ChangeLimitsInput,
  deleted: AddressSet,
): Excess | undefined {
  const total = owned.size;
  const holders = findHolders(resources.values());
  const goesOn = (address: Address) =>
    holders.has(address) || continuations?.after(address) !== undefined;
  const gone = [...deleted].filter((address) => owned.has(address) && !goesOn(address));
  const [count, limit] = [gone.length, Math.floor((total * limits.ownedPercent) / 100)];
  if (total < limits.fromOwned || count <= limit) return undefined;
  return { action: "delete", kind: undefined, scope: undefined, count, total, limit };
}

function excessesOf(
  action: LimitedAction,
  changeLimit: ChangeLimit,
  counted: AddressSet,
  existing: (scope: Scope) => number,
): readonly Excess[] {
  const scopes = Map.groupBy(counted, ({ kind, workspace }) => `${kind} ${workspace ?? ""}`);
  const parts = [...scopes].toSorted(([a], [b]) => compareText(a, b));
  const shares = parts.flatMap(([, own]): readonly Excess[] => {
    const [first] = own;
    if (first === undefined) return [];
    const [total, count] = [existing(first), own.length];
    const share = Math.floor((total * changeLimit.percent) / 100);
    const limit = action === "replace" ? Math.max(limits.recreatedAtLeast, share) : share;
    if (total < limits.fromObjects || count <= limit) return [];
    return [{ action, kind: first.kind, scope: first.workspace, count, total, limit }];
  });
  const limit = changeLimit.objects;
  const count = counted.size;
  if (count <= limit) return shares;
  return [...shares, { action, kind: undefined, scope: undefined, count, total: undefined, limit }];
}

function withAction({ changes }: ChangeLimitsInput, action: Change["action"]): AddressSet {
  return addressesOf(changes.filter((change) => change.action === action));
}

/** Deleted objects, and undeclared objects that cascades delete for good. */
function deletionsOf(input: ChangeLimitsInput): AddressSet {
  const holders = findHolders(input.resources.values());
  const along = input.changes
    .flatMap(lostWith)
    .filter((address) => !input.resources.has(address) && !holders.has(address));
  return addressSet([...withAction(input, "delete"), ...along]);
}

type Scope = Pick<Address, "kind" | "workspace">;

/** Counts existing objects of a scope: live ones, their contents, and deleted ones. */
function existingIn(
  { kinds, live }: ChangeLimitsInput,
  deletions: AddressSet,
): (scope: Scope) => number {
  const inside = [...live.values()].flatMap((one) => contentsOf(kinds, one));
  const others = addressSet([...inside, ...deletions].filter((address) => !live.has(address)));
  const counts = new Map<string, Map<string | null, number>>();
  const add = ({ kind, workspace }: Scope) => {
    const own = counts.get(kind) ?? new Map<string | null, number>();
    if (own.size === 0) counts.set(kind, own);
    own.set(workspace, (own.get(workspace) ?? 0) + 1);
  };
  for (const { address } of live.values()) add(address);
  for (const address of others) add(address);
  return ({ kind, workspace }) => counts.get(kind)?.get(workspace) ?? 0;
}

const verbs: Readonly<Record<LimitedAction, string>> = {
  update: "updated",
  delete: "deleted",
  replace: "recreated",
};

function asBlock(excess: Excess, changeLimit: ChangeLimit): Block {
  const bound = `the limit is ${excess.limit}${reasonOf(excess, changeLimit)}`;
  const message = `${whatOf(excess)} would be ${verbs[excess.action]}; ${bound}`;
  return { name: "over-limit", message, hint: acceptance("over-limit"), excess };
}

function reasonOf({ action, total }: Excess, { percent }: ChangeLimit): string {
  if (total === undefined) return " for one plan";
  const least = action === "replace" ? `, at least ${limits.recreatedAtLeast}` : "";
  return ` (${percent} %${least})`;
}

function whatOf({ kind, scope, count: number, total }: Excess): string {
  if (total === undefined) return count(number, "object");
  if (kind === undefined) return `${number} of ${count(total, "object")} that the estate owns`;
  const place = scope === null ? "outside of workspaces" : `in workspace ${scope}`;
  return `${number} of ${count(total, "object")} of kind ${kind} ${place}`;
}
