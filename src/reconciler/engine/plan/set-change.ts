/** The objects of one kind before and after a plan. Pure. */
import type { Address } from "../../../model/address.ts";
import { addressesOf, addressMap, addressSet, byAddress } from "../../../model/address-map.ts";
import type {
  AnyKind,
  BatchChange,
  CascadeEffect,
  Facts,
  SetChange,
  Temporary,
} from "../../kind.ts";
import type { BatchPart } from "./operation.ts";
import { isTouched, type Change } from "./plan.ts";
import type { Cascaded, Compared, Ordered } from "./stages.ts";

export type SetChangeInput = Pick<Compared, "changes" | "live">;

/** All observed objects of a kind, before and after the changes. */
export function setChange({ changes, live }: SetChangeInput, kind: string): SetChange {
  const own = [...live.values()].filter(({ address }) => address.kind === kind);
  const before = new Map<string, Facts>(own.map(({ address, facts }) => [address.name, facts]));
  const after = new Map<string, Facts>(before);
  const recreated = new Set<string>();
  for (const { address, action, after: facts = {}, fields } of changes) {
    const { name } = address;
    if (address.kind !== kind || action === "none" || action === "forget") continue;
    if (action === "delete") {
      after.delete(name);
      continue;
    }
    if (action === "replace") recreated.add(name);
    const known = live.get(address)?.facts;
    // Hidden facts that are as last applied stay unchanged.
    const differing = new Set(fields.map(({ field }) => field));
    const same = Object.entries(facts).filter(([field]) => !differing.has(field));
    if (known !== undefined) before.set(name, { ...known, ...Object.fromEntries(same) });
    after.set(name, { ...known, ...facts });
  }
  return { before, after, recreated };
}

export type BatchInput = Pick<Cascaded, "kinds" | "changes" | "live" | "effects" | "temporaries">;

/** The change of a set, and the objects that its requests serve. */
export interface Batch {
  readonly change: BatchChange;
  readonly touched: readonly Change[];
  /** Members that deletions removed and that are restored. */
  readonly reapplied: readonly Address[];
  /** Temporary members that are removed. */
  readonly cleared: readonly Address[];
  /** Members that do not exist afterwards. */
  readonly gone: readonly Address[];
}

/** Leaves out members that the plan's deletions remove before. */
export function batchChange(input: BatchInput, kind: AnyKind, part?: BatchPart): Batch {
  const own = [...input.live.values()].filter(({ address }) => address.kind === kind.name);
  const comesBack = byAddress(
    input.effects.map(({ live }) => live).filter(({ address }) => address.kind === kind.name),
  );
  const reapplied = [...comesBack.addresses()];
  // An interrupted run restored them half-way, so they exist.
  const half = addressMap(
    [...comesBack].flatMap(([address, { facts, remains }]) =>
      remains === undefined ? [] : [[address, facts] as const],
    ),
  );
  const changes = input.changes.filter(({ address }) => address.kind === kind.name);
  const implicit = addressesOf(changes.filter(({ deletedWith }) => deletedWith !== undefined));
  const changedBefore = addressSet([
    ...reapplied.filter((address) => !half.has(address)),
    ...implicit,
  ]);
  const before = new Map(
    own
      .filter(({ address }) => !changedBefore.has(address))
      .map(({ address, facts }) => [address.name, facts]),
  );
  const after = new Map<string, Facts>(
    own.map(({ address, facts }) => [address.name, half.get(address) ?? facts]),
  );
  for (const { address, action, after: facts } of changes) {
    if (action === "delete") after.delete(address.name);
    else if (facts !== undefined && action !== "none") after.set(address.name, facts);
  }
  const etag = changedBefore.size > 0 ? undefined : own[0]?.etag;
  const made = ofKind(input.temporaries.made, kind);
  const left = ofKind(input.temporaries.left, kind);
  const meanwhile = new Map([
    ...after,
    ...made.map(({ address, facts }) => [address.name, facts] as const),
  ]);
  // Declared members end as declared, others as before.
  const isPlanned = addressesOf(changes);
  for (const { address, before: was } of [...made, ...left]) {
    if (isPlanned.has(address)) continue;
    if (was === undefined) after.delete(address.name);
    else after.set(address.name, was);
  }
  const isClearing = part === "clearing";
  // A temporary member is as wanted only after the clearing part.
  const held = addressSet(made.map(({ address }) => address));
  const serves = (address: Address) => held.has(address) === isClearing;
  const touched = changes.filter(
    (one) => isTouched(one) && one.deletedWith === undefined && serves(one.address),
  );
  const cleared = isClearing ? [...made, ...left].map(({ address }) => address) : [];
  const whole = { before, after: meanwhile, etag };
  return {
    change: isClearing ? { before: meanwhile, after, etag: undefined } : inPart(whole, kind, part),
    touched,
    reapplied: reapplied.filter(serves),
    cleared,
    gone: cleared.filter(({ name }) => !after.has(name)),
  };
}

/** Adds the state between a set's requests to restored members: a run may stop there. */
export function halfBackIn(
  input: BatchInput & Pick<Ordered, "operations" | "context">,
): (effect: CascadeEffect) => CascadeEffect {
  const known = new Map<string, ReadonlyMap<string, Facts> | undefined>();
  const { made, left } = input.temporaries;
  const temporary = addressesOf([...made, ...left]);
  return (effect) => {
    const { address } = effect.live;
    // Temporary members are journaled as such.
    if (temporary.has(address)) return effect;
    if (!known.has(address.kind)) known.set(address.kind, betweenIn(input, address.kind));
    const remains = known.get(address.kind)?.get(address.name);
    return remains === undefined ? effect : { ...effect, live: { ...effect.live, remains } };
  };
}

/** Undefined where one request changes the set. */
function betweenIn(
  input: BatchInput & Pick<Ordered, "operations" | "context">,
  name: string,
): ReadonlyMap<string, Facts> | undefined {
  const kind = input.kinds.get(name);
  if (kind?.set?.between === undefined) return undefined;
  const { change } = batchChange(input, kind);
  const isInParts = input.operations.some((one) => one.kind === name && one.part === "narrowing");
  const isOne = !isInParts && kind.set.apply(change, input.context.server).length < 2;
  return isOne ? undefined : kind.set.between(change);
}

function ofKind(all: readonly Temporary[], { name }: AnyKind): readonly Temporary[] {
  return all.filter(({ address }) => address.kind === name);
}

/** The first part changes the list, so its ETag is invalid for the second. */
function inPart(
  change: BatchChange,
  { set }: AnyKind,
  part: Exclude<BatchPart, "clearing"> | undefined,
): BatchChange {
  if (part === undefined) return change;
  const between = set?.between?.(change) ?? change.after;
  return part === "narrowing"
    ? { ...change, after: between }
    : { ...change, before: between, etag: undefined };
}
