/**
 * The order of operations: what must precede what, as a graph, and one stable walk through it.
 * A cycle is reported, never broken. Where the graph leaves a choice, phases decide: what is
 * recreated is gone for as short a time as possible, and whatever restricts access is in force
 * before anything new can be seen.
 */
import { compareText, isSameAddress, type Address } from "../../../model/address.ts";
import {
  addressMap,
  addressesOf,
  byAddress,
  type AddressMap,
  type AddressSet,
} from "../../../model/address-map.ts";
import { findCycles } from "../../../model/cycle.ts";
import type { AnyKind, Live, Resource } from "../../kind.ts";
import { idOf, idOfBatch, operation, type Operation, type Phase } from "./operation.ts";
import type { Change } from "./plan.ts";
import { setChange } from "./set-change.ts";
import type { Ordered, Swallowed } from "./stages.ts";

/** What the order depends on. */
type OrderInput = Pick<
  Ordered,
  | "kinds"
  | "changes"
  | "losses"
  | "taken"
  | "swallowed"
  | "handovers"
  | "live"
  | "resources"
  | "holders"
>;

/** Operations in order; when they form a circle, the addresses on it. */
type Order =
  | { readonly operations: readonly Operation[]; readonly cycle?: undefined }
  | { readonly operations?: undefined; readonly cycle: readonly string[] };

/** Builds the graph and walks it. */
export function order(input: OrderInput): Order {
  const operations = new Map(collect(input).map((operation) => [operation.id, operation]));
  connect(input, operations);
  return walk(operations);
}

function collect(input: OrderInput): readonly Operation[] {
  const kindOf = (address: Address) => input.kinds.get(address.kind);
  const restored = addressesOf(input.losses.map(({ live }) => live));
  // What comes back comes as it is declared: that is its update.
  const changing = input.changes.filter(
    ({ action, address }) =>
      action !== "none" &&
      action !== "forget" &&
      !(kindOf(address)?.recovery?.restore !== undefined && restored.has(address)),
  );
  const concerned = [...changing, ...input.losses.map(({ live }) => live)];
  const batches = new Set(concerned.map(({ address }) => kindOf(address)));
  return [
    ...[...batches].flatMap((kind) =>
      kind?.set ? [operation("batch", kind, undefined, batchPhase(input, kind))] : [],
    ),
    ...changing.flatMap((change) => {
      const kind = kindOf(change.address);
      return kind === undefined || kind.set !== undefined ? [] : operationsOf(kind, change);
    }),
    ...input.losses.flatMap(({ live: { address } }) => {
      const kind = kindOf(address);
      const comesBack = kind?.set === undefined && kind?.recovery?.restore !== undefined;
      return comesBack ? [operation("restore", kind, address, "restore")] : [];
    }),
  ];
}

function operationsOf(kind: AnyKind, change: Change): readonly Operation[] {
  const { address, action, goesWith } = change;
  const isReplace = action === "replace";
  const removal =
    goesWith === undefined
      ? [operation("removal", kind, address, isReplace ? "unseat" : "delete")]
      : [];
  if (action === "delete") return removal;
  const upsert = operation("upsert", kind, address, upsertPhase(kind, change));
  const sheds = action === "update" && kind.inside?.detach !== undefined;
  if (sheds) return [operation("removal", kind, address, "unseat"), upsert];
  return isReplace ? [...removal, upsert] : [upsert];
}

function batchPhase(input: OrderInput, kind: AnyKind): Phase {
  const turn = kind.set?.turn?.(setChange(input, kind.name)) ?? "ordinary";
  return turn === "last" ? "loosen" : "restrict";
}

function upsertPhase(kind: AnyKind, { before, after }: Change): Phase {
  const turn = kind.access?.turn?.(before, after) ?? "ordinary";
  if (turn === "first") return "tighten";
  if (turn === "last") return "loosen";
  return kind.access?.exposes ? "publish" : "prepare";
}

type Graph = ReadonlyMap<string, Operation>;

/** Makes one operation wait for another, where both are in the graph. */
function link(operations: Graph, later: string, earlier: string): void {
  if (later !== earlier && operations.has(earlier)) operations.get(later)?.after.add(earlier);
}

function connect(input: OrderInput, operations: Graph): void {
  const restrictions = [...operations.values()].filter(({ restricts }) => restricts);
  const updates = input.changes.filter(({ action }) => action === "update");
  const inPlace = addressesOf(updates);
  const lost = byAddress<Live>(input.losses.map(({ live }) => live));
  const gone = addressMap(
    input.changes.flatMap(({ address, goesWith }) =>
      goesWith === undefined ? [] : [[address, goesWith] as const],
    ),
  );
  for (const operation of operations.values()) {
    const { address, role } = operation;
    if (address === undefined) continue;
    if (role === "upsert" || role === "restore") {
      const about = { restrictions, inPlace, lost };
      connectComing(input, operations, { ...operation, address }, about);
    }
    const known = [lost.get(address), input.live.get(address)];
    const goesWith = gone.get(address);
    const isReleased = operation.role === "upsert" && sheds(input, operation);
    connectUsed(operations, operation, { known, goesWith, isReleased });
    // What went along with another object is made anew after that one is gone.
    if (goesWith !== undefined) link(operations, operation.id, idOf("removal", goesWith));
  }
  connectLosses(input, operations);
  for (const { giver, taker } of input.handovers)
    for (const role of ["removal", "upsert"] as const)
      link(operations, idOf("upsert", taker), idOf(role, giver));
  for (const { address, by } of goneWith(input)) {
    const removal = operations.get(idOf("removal", by));
    if (removal !== undefined)
      connectUsed(operations, removal, { known: [input.live.get(address)] });
  }
}

/** What a deletion takes along is restored after it, and after what is made in its place. */
function connectLosses({ losses }: OrderInput, operations: Graph): void {
  for (const { live, by } of losses) {
    link(operations, idOfBatch(live.address.kind), idOf("removal", by));
    const restore = idOf("restore", live.address);
    for (const role of ["removal", "upsert"] as const) link(operations, restore, idOf(role, by));
  }
}

/** Whether an update gives up what it does not use any more before it changes the rest. */
function sheds({ kinds, changes }: OrderInput, { kind, address }: Operation): boolean {
  if (kinds.get(kind)?.inside?.detach === undefined || address === undefined) return false;
  return changes.some((one) => one.action === "update" && isSameAddress(one.address, address));
}

/** What goes with the removal of something else. */
function goneWith({ changes, swallowed, taken }: OrderInput): readonly Swallowed[] {
  const along = changes.flatMap(({ address, goesWith, takesAlong }) =>
    takesAlong.map((one) => ({ address: one, by: goesWith ?? address })),
  );
  return [...taken, ...swallowed, ...along];
}

/**
 * What an object lives in or refers to is removed only after the object was taken care of; but what
 * is made anew is removed before anything comes back to it.
 */
function connectUsed(
  operations: Graph,
  { id, role }: Operation,
  {
    known,
    goesWith,
    isReleased = false,
  }: {
    readonly known: readonly (Live | undefined)[];
    readonly goesWith?: Address | undefined;
    /** Whether another operation of the object gives up what it uses. */
    readonly isReleased?: boolean;
  },
): void {
  if (role === "batch" || isReleased) return;
  const used = known.flatMap((live) => live?.requires ?? []);
  const unseen = new Set(known.flatMap((live) => live?.mayRequire ?? []));
  const maybe = [...operations.values()].filter((one) => unseen.has(one.kind));
  for (const one of [...used, ...maybe.flatMap(({ address }) => address ?? [])]) {
    if (goesWith !== undefined && isSameAddress(one, goesWith)) continue;
    if (role === "restore" && operations.has(idOf("upsert", one))) continue;
    link(operations, idOf("removal", one), id);
  }
}

/** What is made, changed or comes back waits for all that it needs. */
function connectComing(
  input: OrderInput,
  operations: Graph,
  { id, kind, address, ...operation }: Operation & { readonly address: Address },
  about: {
    readonly restrictions: readonly Operation[];
    /** Objects that are updated and not made anew. */
    readonly inPlace: AddressSet;
    readonly lost: AddressMap<Live>;
  },
): void {
  const resource = input.resources.get(address);
  for (const own of [address, ...partsOf(resource)]) link(operations, id, idOf("removal", own));
  const lost = operation.role === "restore" ? about.lost.get(address) : undefined;
  const required = [resource, lost].flatMap((one) => one?.requires ?? []);
  for (const wanted of [address, ...required]) {
    // What is there already is enough for a restriction, and may wait for it.
    if (!(operation.restricts && about.inPlace.has(wanted)))
      link(operations, id, idOf("upsert", wanted));
    link(operations, id, idOf("restore", wanted));
    // What is a part of another object, or comes with it, is there once that one is.
    const holder = input.holders.get(wanted);
    if (holder !== undefined) link(operations, id, idOf("upsert", holder.address));
  }
  // What restricts access itself waits for no other restriction.
  if (operation.restricts || input.kinds.get(kind)?.access?.exposes !== true) return;
  for (const restriction of about.restrictions) link(operations, id, restriction.id);
}

/** What becomes a part of an object was one of its own before, or somebody else's. */
function partsOf({ parts = [], brings = [] }: Partial<Resource> = {}): readonly Address[] {
  return [...parts, ...brings];
}

/** Takes, again and again, the first operation by priority that waits for nothing any more. */
function walk(operations: Graph): Order {
  const waiting = new Map([...operations.values()].map(({ id, after }) => [id, new Set(after)]));
  const followers = new Map<string, string[]>();
  for (const { id, after } of operations.values()) {
    for (const earlier of after) followers.set(earlier, [...(followers.get(earlier) ?? []), id]);
  }
  const ready = [...operations.values()]
    .filter(({ after }) => after.size === 0)
    .toSorted(byPriority);
  const ordered: Operation[] = [];
  for (let next = ready.shift(); next !== undefined; next = ready.shift()) {
    const done = next.id;
    ordered.push(next);
    waiting.delete(done);
    for (const freed of release(waiting, followers.get(done) ?? [], done)) {
      const operation = operations.get(freed);
      if (operation !== undefined) insert(ready, operation);
    }
  }
  return waiting.size === 0 ? { operations: ordered } : { cycle: cycleIn(waiting) };
}

/** Followers of a finished operation that now wait for nothing. */
function release(
  waiting: ReadonlyMap<string, Set<string>>,
  followers: readonly string[],
  done: string,
): readonly string[] {
  for (const id of followers) waiting.get(id)?.delete(done);
  return followers.filter((id) => waiting.get(id)?.size === 0);
}

function byPriority(a: Operation, b: Operation): number {
  return compareText(a.priority, b.priority);
}

/** Keeps the list sorted by priority. */
function insert(ready: Operation[], freed: Operation): void {
  let low = 0;
  let high = ready.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = ready[middle];
    if (other !== undefined && byPriority(other, freed) < 0) low = middle + 1;
    else high = middle;
  }
  ready.splice(low, 0, freed);
}

function cycleIn(waiting: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const waitsFor = (id: string) => [...(waiting.get(id) ?? [])].filter((one) => waiting.has(one));
  const [cycle = []] = findCycles(waiting.keys(), waitsFor);
  return cycle.map((id) => id.slice(id.indexOf(" ") + 1));
}
