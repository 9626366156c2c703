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
import { idOf, idOfBatch, operation, type Operation, type Phase, type Role } from "./operation.ts";
import type { Change } from "./plan.ts";
import { setChange } from "./set-change.ts";
import type { Ordered, ImplicitDeletion } from "./stages.ts";

/** What the order depends on. */
type OrderInput = Pick<
  Ordered,
  | "kinds"
  | "changes"
  | "effects"
  | "alsoDeleted"
  | "implicitDeletions"
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
  connect(input, { operations, roles: new Set([...operations.values()].map(({ role }) => role)) });
  return walk(operations);
}

function collect(input: OrderInput): readonly Operation[] {
  const kindOf = (address: Address) => input.kinds.get(address.kind);
  const reapplied = addressesOf(input.effects.map(({ live }) => live));
  // What comes back comes as it is declared: that is its update.
  const changing = input.changes.filter(
    ({ action, address }) =>
      action !== "none" &&
      action !== "forget" &&
      !(kindOf(address)?.recovery?.reapply !== undefined && reapplied.has(address)),
  );
  const concerned = [...changing, ...input.effects.map(({ live }) => live)];
  const batches = new Set(concerned.map(({ address }) => kindOf(address)));
  return [
    ...[...batches].flatMap((kind) =>
      kind?.set ? [operation("batch", kind, undefined, batchPhase(input, kind))] : [],
    ),
    ...changing.flatMap((change) => {
      const kind = kindOf(change.address);
      return kind === undefined || kind.set !== undefined ? [] : operationsOf(kind, change);
    }),
    ...input.effects.flatMap(({ live: { address } }) => {
      const kind = kindOf(address);
      const comesBack = kind?.set === undefined && kind?.recovery?.reapply !== undefined;
      return comesBack ? [operation("reapply", kind, address, "reapply")] : [];
    }),
  ];
}

function operationsOf(kind: AnyKind, change: Change): readonly Operation[] {
  const { address, action, deletedWith } = change;
  const isReplace = action === "replace";
  const removal =
    deletedWith === undefined
      ? [operation("removal", kind, address, isReplace ? "deleteForReplace" : "delete")]
      : [];
  if (action === "delete") return removal;
  const upsert = operation("upsert", kind, address, upsertPhase(kind, change));
  const detaches = action === "update" && kind.inside?.detach !== undefined;
  if (detaches) return [operation("removal", kind, address, "deleteForReplace"), upsert];
  return isReplace ? [...removal, upsert] : [upsert];
}

function batchPhase(input: OrderInput, kind: AnyKind): Phase {
  const turn = kind.set?.turn?.(setChange(input, kind.name)) ?? "ordinary";
  return turn === "last" ? "relax" : "secure";
}

function upsertPhase(kind: AnyKind, { before, after }: Change): Phase {
  const turn = kind.access?.turn?.(before, after) ?? "ordinary";
  if (turn === "first") return "restrict";
  if (turn === "last") return "relax";
  return kind.access?.exposes ? "publish" : "prepare";
}

/** Operations by their ids. */
interface Graph {
  readonly operations: ReadonlyMap<string, Operation>;
  /** What any of them does: hardly a plan does everything. */
  readonly roles: ReadonlySet<Role>;
}

/** Makes one operation wait for another, where both are in the graph. */
function link({ operations }: Graph, later: string, earlier: string): void {
  if (later !== earlier && operations.has(earlier)) operations.get(later)?.after.add(earlier);
}

/** The same for what is done to an object. */
function linkTo(graph: Graph, later: string, role: Exclude<Role, "batch">, address: Address): void {
  if (graph.roles.has(role)) link(graph, later, idOf(role, address));
}

function connect(input: OrderInput, graph: Graph): void {
  const { operations } = graph;
  const restrictions = [...operations.values()].filter(({ restricts }) => restricts);
  const updates = input.changes.filter(({ action }) => action === "update");
  const inPlace = addressesOf(updates);
  const affected = byAddress<Live>(input.effects.map(({ live }) => live));
  const gone = addressMap(
    input.changes.flatMap(({ address, deletedWith }) =>
      deletedWith === undefined ? [] : [[address, deletedWith] as const],
    ),
  );
  for (const operation of operations.values()) {
    const { address, role } = operation;
    if (address === undefined) continue;
    if (role === "upsert" || role === "reapply") {
      const about = { restrictions, inPlace, affected };
      connectComing(input, graph, { ...operation, address }, about);
    }
    const known = [affected.get(address), input.live.get(address)];
    const deletedWith = gone.get(address);
    const isReleased = operation.role === "upsert" && detaches(input, operation, inPlace);
    connectUsed(graph, operation, { known, deletedWith, isReleased });
    // What was deleted with another object is recreated after that one is gone.
    if (deletedWith !== undefined) linkTo(graph, operation.id, "removal", deletedWith);
  }
  connectEffects(input, graph);
  for (const { giver, taker } of input.handovers)
    for (const role of ["removal", "upsert"] as const)
      linkTo(graph, idOf("upsert", taker), role, giver);
  for (const { address, by } of goneWith(input)) {
    const removal = operations.get(idOf("removal", by));
    if (removal !== undefined) connectUsed(graph, removal, { known: [input.live.get(address)] });
  }
}

/** What a deletion cascades to is restored after it, and after what is made in its place. */
function connectEffects({ effects }: OrderInput, graph: Graph): void {
  for (const { live, by } of effects) {
    linkTo(graph, idOfBatch(live.address.kind), "removal", by);
    const reapply = idOf("reapply", live.address);
    for (const role of ["removal", "upsert"] as const) linkTo(graph, reapply, role, by);
  }
}

/** Whether an update gives up what it does not use any more before it changes the rest. */
function detaches(
  { kinds }: OrderInput,
  { kind, address }: Operation,
  inPlace: AddressSet,
): boolean {
  if (kinds.get(kind)?.inside?.detach === undefined || address === undefined) return false;
  return inPlace.has(address);
}

/** What is deleted with something else. */
function goneWith({
  changes,
  implicitDeletions,
  alsoDeleted,
}: OrderInput): readonly ImplicitDeletion[] {
  const deleting = changes.filter(({ alsoDeletes }) => alsoDeletes.length > 0);
  const along = deleting.flatMap(({ address, deletedWith, alsoDeletes }) =>
    alsoDeletes.map((one) => ({ address: one, by: deletedWith ?? address })),
  );
  return [...alsoDeleted, ...implicitDeletions, ...along];
}

/**
 * What an object lives in or refers to is removed only after the object was dealt with; but what
 * is recreated is removed before anything comes back to it.
 */
function connectUsed(
  graph: Graph,
  { id, role }: Operation,
  {
    known,
    deletedWith,
    isReleased = false,
  }: {
    readonly known: readonly (Live | undefined)[];
    readonly deletedWith?: Address | undefined;
    /** Whether another operation of the object gives up what it uses. */
    readonly isReleased?: boolean;
  },
): void {
  if (role === "batch" || isReleased || !graph.roles.has("removal")) return;
  const { operations } = graph;
  const used = known.flatMap((live) => live?.requires ?? []);
  const unseen = new Set(known.flatMap((live) => live?.mayRequire ?? []));
  // A plan may have tens of thousands of operations, and hardly anything is broken.
  const maybe =
    unseen.size === 0 ? [] : [...operations.values()].filter((one) => unseen.has(one.kind));
  for (const one of [...used, ...maybe.flatMap(({ address }) => address ?? [])]) {
    if (deletedWith !== undefined && isSameAddress(one, deletedWith)) continue;
    if (role === "reapply" && operations.has(idOf("upsert", one))) continue;
    link(graph, idOf("removal", one), id);
  }
}

/** What is made, changed or comes back waits for all that it needs. */
function connectComing(
  input: OrderInput,
  graph: Graph,
  { id, kind, address, ...operation }: Operation & { readonly address: Address },
  about: {
    readonly restrictions: readonly Operation[];
    /** Objects that are updated and not recreated. */
    readonly inPlace: AddressSet;
    readonly affected: AddressMap<Live>;
  },
): void {
  const resource = input.resources.get(address);
  for (const own of [address, ...partsOf(resource)]) linkTo(graph, id, "removal", own);
  const affected = operation.role === "reapply" ? about.affected.get(address) : undefined;
  const required = [resource, affected].flatMap((one) => one?.requires ?? []);
  for (const wanted of [address, ...required]) {
    // What is there already is enough for a restriction, and may wait for it.
    if (!(operation.restricts && about.inPlace.has(wanted))) linkTo(graph, id, "upsert", wanted);
    linkTo(graph, id, "reapply", wanted);
    // What is a part of another object, or comes with it, is there once that one is.
    const holder = input.holders.get(wanted);
    if (holder !== undefined) linkTo(graph, id, "upsert", holder.address);
  }
  // What restricts access itself waits for no other restriction.
  if (operation.restricts || input.kinds.get(kind)?.access?.exposes !== true) return;
  for (const restriction of about.restrictions) link(graph, id, restriction.id);
}

/** What becomes a part of an object was one of its own before, or somebody else's. */
function partsOf({ parts = [], brings = [] }: Partial<Resource> = {}): readonly Address[] {
  return [...parts, ...brings];
}

/** Takes, again and again, the first operation by priority that waits for nothing any more. */
function walk(operations: Graph["operations"]): Order {
  const waiting = new Map([...operations.values()].map(({ id, after }) => [id, new Set(after)]));
  const dependents = new Map<string, string[]>();
  for (const { id, after } of operations.values()) {
    for (const earlier of after) {
      const known = dependents.get(earlier);
      if (known === undefined) dependents.set(earlier, [id]);
      else known.push(id);
    }
  }
  const ready = [...operations.values()]
    .filter(({ after }) => after.size === 0)
    .toSorted((a, b) => byPriority(b, a));
  const ordered: Operation[] = [];
  for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
    const done = next.id;
    ordered.push(next);
    waiting.delete(done);
    for (const freed of release(waiting, dependents.get(done) ?? [], done)) {
      const operation = operations.get(freed);
      if (operation !== undefined) insert(ready, operation);
    }
  }
  return waiting.size === 0 ? { operations: ordered } : { cycle: cycleIn(waiting) };
}

/** Dependents of a finished operation that now wait for nothing. */
function release(
  waiting: ReadonlyMap<string, Set<string>>,
  dependents: readonly string[],
  done: string,
): readonly string[] {
  for (const id of dependents) waiting.get(id)?.delete(done);
  return dependents.filter((id) => waiting.get(id)?.size === 0);
}

function byPriority(a: Operation, b: Operation): number {
  return compareText(a.priority, b.priority);
}

/** Keeps the list sorted by priority, the next one last. */
function insert(ready: Operation[], freed: Operation): void {
  let low = 0;
  let high = ready.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = ready[middle];
    if (other !== undefined && byPriority(other, freed) > 0) low = middle + 1;
    else high = middle;
  }
  ready.splice(low, 0, freed);
}

function cycleIn(waiting: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const waitsFor = (id: string) => [...(waiting.get(id) ?? [])].filter((one) => waiting.has(one));
  const [cycle = []] = findCycles(waiting.keys(), waitsFor);
  return cycle.map((id) => id.slice(id.indexOf(" ") + 1));
}
