/**
 * Orders operations by a graph (`walk.ts`). A cycle is reported, never broken. Phases decide where
 * the graph leaves a choice: recreated objects are missing as briefly as possible, and what only
 * shows comes last. Edges for visibility give way to others and are then reported (`exposure.ts`).
 */
import { isSameAddress, type Address } from "../../../model/address.ts";
import {
  addressMap,
  addressesOf,
  addressSet,
  byAddress,
  type AddressMap,
  type AddressSet,
} from "../../../model/address-map.ts";
import type { AnyKind, Live } from "../../kind.ts";
import { exposures, precedences } from "./exposure.ts";
import { contentsOf } from "./holders.ts";
import {
  idOf,
  idOfBatch,
  isRestriction,
  operation,
  type BatchPart,
  type OperationAction,
  type Operation,
  type Precedence,
  type Role,
} from "./operation.ts";
import { isTouched, type Change } from "./plan.ts";
import type { BatchInput } from "./set-change.ts";
import type { Cascaded, Ordered, ImplicitDeletion } from "./stages.ts";
import { walk } from "./walk.ts";

type OrderInput = Cascaded & Pick<Ordered, "handovers">;

/** The ordered operations, or the addresses of a cycle. */
type Order = Partial<Pick<Ordered, "operations" | "exposed">> & {
  readonly cycle?: readonly string[];
};

/** A set is changed in two parts, hiding then showing, only where one change would be visible. */
export function order(input: OrderInput, inParts: ReadonlySet<string> = new Set()): Order {
  const operations = new Map(operationsOf(input, inParts).map((one) => [one.id, one]));
  const found = precedences(operations.values());
  connect(input, {
    operations,
    roles: new Set([...operations.values()].map(({ role }) => role)),
    precedes: precedesIn(found.precedences),
    inPlace: addressesOf(input.changes.filter(({ action }) => action === "update")),
    affected: byAddress<Live>(input.effects.map(({ live }) => live)),
    leaving: leavingIn(input),
  });
  for (const { earlier, later } of found.precedences) {
    if (later.after.has(earlier.id)) continue;
    later.after.add(earlier.id);
    later.precededFor.add(earlier.id);
  }
  const walked = walk(operations);
  if (walked.cycle !== undefined) return walked;
  const { gaveWay, involved } = walked;
  const meeting = [...involved, ...found.clashes.flatMap(({ one, other }) => [one, other])];
  const whole = meeting.find(
    ({ role, kind, part }) =>
      role === "batch" && part === undefined && input.kinds.get(kind)?.set?.between !== undefined,
  );
  if (whole !== undefined) return order(input, new Set([...inParts, whole.kind]));
  return { operations: walked.operations, exposed: { gaveWay, clashes: found.clashes } };
}

function precedesIn(all: readonly Precedence[]): Graph["precedes"] {
  const later = new Map<string, Set<string>>();
  for (const one of all) {
    const known = later.get(one.earlier.id) ?? new Set();
    later.set(one.earlier.id, known.add(one.later.id));
  }
  return (earlier, id) => later.get(earlier)?.has(id) === true;
}

export function operationsOf(
  input: BatchInput,
  inParts: ReadonlySet<string> = new Set(),
): readonly Operation[] {
  const kindOf = (address: Address) => input.kinds.get(address.kind);
  const reapplied = addressesOf(input.effects.map(({ live }) => live));
  // Restoring an object as declared includes its update.
  const changing = input.changes.filter(
    (one) =>
      isTouched(one) &&
      !(kindOf(one.address)?.recovery?.reapply !== undefined && reapplied.has(one.address)),
  );
  const concerned = [...changing, ...input.effects.map(({ live }) => live)];
  const { made: meanwhile, left } = input.temporaries;
  const batches = new Set([...concerned, ...meanwhile].map(({ address }) => kindOf(address)));
  const clearing = new Set([...meanwhile, ...left].map(({ address }) => kindOf(address)));
  const effectsOf = exposures(input);
  const made = (kind: AnyKind, deed: Omit<OperationAction, "kind">, change?: Change) => {
    const whole = { ...deed, kind: kind.name };
    return operation(whole, kind, effectsOf(whole), change);
  };
  return [
    ...[...batches].flatMap((kind) => {
      if (kind?.set === undefined) return [];
      const parts: readonly (BatchPart | undefined)[] = inParts.has(kind.name)
        ? ["narrowing", "widening"]
        : [undefined];
      return parts.map((part) => made(kind, { role: "batch", address: undefined, part }));
    }),
    ...[...clearing].flatMap((kind) =>
      kind?.set === undefined
        ? []
        : [made(kind, { role: "batch", address: undefined, part: "clearing" })],
    ),
    ...changing.flatMap((change) => {
      const kind = kindOf(change.address);
      if (kind === undefined || kind.set !== undefined) return [];
      const { address } = change;
      return rolesOf(kind, change).map((role) => made(kind, { role, address }, change));
    }),
    ...input.effects.flatMap(({ live: { address } }) => {
      const kind = kindOf(address);
      const comesBack = kind?.set === undefined && kind?.recovery?.reapply !== undefined;
      return comesBack ? [made(kind, { role: "reapply", address })] : [];
    }),
  ];
}

function rolesOf(kind: AnyKind, { action, deletedWith }: Change): readonly Role[] {
  const detaches = action === "update" && kind.inside?.detach !== undefined;
  const removes = action === "delete" || action === "replace";
  const removal = detaches || (removes && deletedWith === undefined);
  return [
    ...(removal ? (["removal"] as const) : []),
    ...(action === "delete" ? [] : (["upsert"] as const)),
  ];
}

interface Graph {
  readonly operations: ReadonlyMap<string, Operation>;
  readonly roles: ReadonlySet<Role>;
  /** Whether one must precede another because of visibility. */
  readonly precedes: (earlier: string, later: string) => boolean;
  /** Objects that are updated and not recreated. */
  readonly inPlace: AddressSet;
  readonly affected: AddressMap<Live>;
  readonly leaving: AddressMap<Address>;
}

/** Makes one operation wait for another, where both exist. */
function link({ operations }: Graph, later: string, earlier: string): void {
  if (later !== earlier && operations.has(earlier)) operations.get(later)?.after.add(earlier);
}

function linkTo(graph: Graph, later: string, role: Exclude<Role, "batch">, address: Address): void {
  if (graph.roles.has(role)) link(graph, later, idOf(role, address));
}

function connect(input: OrderInput, graph: Graph): void {
  for (const operation of graph.operations.values()) {
    const { address, role } = operation;
    if (address !== undefined && role !== "removal")
      connectComing(input, graph, { ...operation, address });
  }
  if (input.effects.length > 0) connectEffects(input, graph);
  if (input.handovers.length > 0) connectHandovers(input, graph);
  if (graph.roles.has("batch")) connectParts(input, graph);
  if (graph.roles.has("removal")) connectLeaving(input, graph);
}

/** What goes waits for what uses it, and what it makes way for waits for it. */
function connectLeaving(input: OrderInput, graph: Graph): void {
  const { operations, inPlace, affected } = graph;
  /** Whether the removal of an update gives up what the object no longer uses. */
  const detaches = (one: Address) =>
    inPlace.has(one) && input.kinds.get(one.kind)?.inside?.detach !== undefined;
  const gone = addressMap(
    input.changes.flatMap(({ address, deletedWith }) =>
      deletedWith === undefined ? [] : [[address, deletedWith] as const],
    ),
  );
  for (const operation of operations.values()) {
    const { address, role } = operation;
    if (address === undefined) continue;
    const known = [affected.get(address), input.live.get(address)];
    const deletedWith = gone.get(address);
    if (role !== "upsert" || !detaches(address)) connectUsed(graph, operation, known, deletedWith);
    // An object deleted with another one is recreated after that deletion.
    if (deletedWith !== undefined) linkTo(graph, operation.id, "removal", deletedWith);
  }
  connectNew(input, graph);
  for (const { address, by } of goneWith(input)) {
    const removal = operations.get(idOf("removal", by));
    if (removal !== undefined) connectUsed(graph, removal, [input.live.get(address)]);
  }
}

/**
 * A unique value is given up before another object takes it; a recreated object gives it up with
 * its deletion.
 */
function connectHandovers({ changes, handovers }: OrderInput, graph: Graph): void {
  const recreated = addressSet(addressesOf(changes.filter(({ action }) => action === "replace")));
  for (const { giver, taker } of handovers)
    for (const role of ["removal", "upsert"] as const)
      if (role === "removal" || !recreated.has(giver))
        linkTo(graph, idOf("upsert", taker), role, giver);
}

/** Losses are restored after the deletion, and after the recreation of the deleted object. */
function connectEffects({ effects }: OrderInput, graph: Graph): void {
  for (const { live, by } of effects) {
    for (const id of idsOfBatch(graph, live.address.kind)) linkTo(graph, id, "removal", by);
    const reapply = idOf("reapply", live.address);
    for (const role of ["removal", "upsert"] as const) linkTo(graph, reapply, role, by);
  }
}

/**
 * New set members that a later deletion would also delete are added after it, and before the deleted
 * object is recreated.
 */
function connectNew({ kinds, live, changes, temporaries }: OrderInput, graph: Graph): void {
  const added = [
    ...addressesOf(changes.filter(({ action }) => action === "create")),
    ...addressesOf(temporaries.made),
  ].filter((address) => !live.has(address) && kinds.get(address.kind)?.set?.goesWith !== undefined);
  if (added.length === 0) return;
  for (const { role, address, id } of graph.operations.values()) {
    const found = role === "removal" && address !== undefined ? live.get(address) : undefined;
    if (found === undefined) continue;
    const gone = [found.address, ...contentsOf(kinds, found)];
    for (const { kind, name } of added)
      if (gone.some((one) => kinds.get(kind)?.set?.goesWith?.(name, one) === true))
        for (const batch of idsOfBatch(graph, kind)) link(graph, batch, id);
  }
}

function idsOfBatch({ operations }: Graph, kind: string): readonly string[] {
  return PARTS.map((part) => idOfBatch(kind, part)).filter((id) => operations.has(id));
}

/** In their order. */
const PARTS = [undefined, "narrowing", "widening", "clearing"] as const;

/** Temporary objects are removed after the operations they are for. */
function connectParts({ temporaries: { made, left } }: OrderInput, graph: Graph): void {
  for (const { role, kind, part, id } of graph.operations.values()) {
    if (role !== "batch") continue;
    for (const earlier of PARTS.slice(0, PARTS.indexOf(part)))
      link(graph, id, idOfBatch(kind, earlier));
  }
  for (const { address, for: objects } of [...made, ...left])
    for (const role of ["upsert", "reapply"] as const)
      for (const object of objects)
        linkTo(graph, idOfBatch(address.kind, "clearing"), role, object);
}

function goneWith(input: OrderInput): readonly ImplicitDeletion[] {
  const along = input.changes.flatMap(({ address, deletedWith, alsoDeletes }) =>
    alsoDeletes.map((one) => ({ address: one, by: deletedWith ?? address })),
  );
  return [...input.alsoDeleted, ...input.implicitDeletions, ...along];
}

/**
 * What an object uses is removed after the object; but a recreated object is removed before its
 * dependents are restored.
 */
function connectUsed(
  graph: Graph,
  { id, role }: Operation,
  known: readonly (Live | undefined)[],
  deletedWith?: Address,
): void {
  const { operations } = graph;
  const used = known.flatMap((live) => live?.requires ?? []);
  const unseen = new Set(known.flatMap((live) => live?.mayRequire ?? []));
  // A plan can have tens of thousands of operations.
  const maybe =
    unseen.size === 0 ? [] : [...operations.values()].filter((one) => unseen.has(one.kind));
  for (const one of [...used, ...maybe.flatMap(({ address }) => address ?? [])]) {
    if (deletedWith !== undefined && isSameAddress(one, deletedWith)) continue;
    if (role === "reapply" && operations.has(idOf("upsert", one))) continue;
    link(graph, idOf("removal", one), id);
  }
}

/** Creations, updates and restores wait for their requirements. */
function connectComing(
  input: OrderInput,
  graph: Graph,
  operation: Operation & { readonly address: Address },
): void {
  const { id, address } = operation;
  const resource = input.resources.get(address);
  const { parts = [], brings = [] } = resource ?? {};
  // New parts of an object may have existed alone, or in another object.
  for (const own of [address, ...parts, ...brings]) {
    linkTo(graph, id, "removal", own);
    const former = input.live.has(address) ? undefined : graph.leaving.get(own);
    if (former !== undefined) linkTo(graph, id, "removal", former);
  }
  const affected = operation.role === "reapply" ? graph.affected.get(address) : undefined;
  const required = [resource, affected].flatMap((one) => one?.requires ?? []);
  // An existing requirement suffices for an operation that only hides, or that must precede its
  // update; but nothing has the name that a renamed one gets.
  const isEnough = (wanted: Address) =>
    graph.inPlace.has(wanted) &&
    !input.former.has(wanted) &&
    (isRestriction(operation) || graph.precedes(id, idOf("upsert", wanted)));
  for (const wanted of [address, ...required]) {
    if (!isEnough(wanted)) linkTo(graph, id, "upsert", wanted);
    linkTo(graph, id, "reapply", wanted);
    // Parts and brought objects exist once their holder does.
    const holder = input.holders.get(wanted);
    if (holder !== undefined && !isEnough(holder.address))
      linkTo(graph, id, "upsert", holder.address);
  }
}

/** Contents of deleted objects, with the deletion that frees them. */
function leavingIn({ kinds, changes, live }: OrderInput): AddressMap<Address> {
  const leaving = addressMap<Address>();
  for (const { action, address, deletedWith = address } of changes) {
    const found = action === "delete" ? live.get(address) : undefined;
    for (const one of found === undefined ? [] : contentsOf(kinds, found))
      leaving.set(one, deletedWith);
  }
  return leaving;
}
