/**
 * The order of operations: what must precede what, as a graph that is walked through (`walk.ts`).
 * A cycle is reported, never broken. Where the graph leaves a choice, phases decide: what is
 * recreated is gone for as short a time as possible, and what only shows something comes last. What operations
 * show and hide is a part of the graph that gives way to the rest: what gave way is reported (`exposure.ts`).
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
import type { AnyKind, Live, Resource } from "../../kind.ts";
import { exposures, precedences, type ExposureInput } from "./exposure.ts";
import { contentsOf } from "./holders.ts";
import {
  idOf,
  idOfBatch,
  isRestriction,
  operation,
  type BatchPart,
  type Deed,
  type Operation,
  type Precedence,
  type Role,
} from "./operation.ts";
import type { Change } from "./plan.ts";
import type { Ordered, ImplicitDeletion } from "./stages.ts";
import { walk } from "./walk.ts";

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
  | "temporaries"
>;

/** Operations in order, with what is seen between them; when they form a circle, the addresses on it. */
type Order =
  | (Pick<Ordered, "operations" | "exposed"> & { readonly cycle?: undefined })
  | {
      readonly operations?: undefined;
      readonly exposed?: undefined;
      readonly cycle: readonly string[];
    };

/**
 * Builds the graph and walks it. A set is changed in two parts, first what hides and then what shows, only where one
 * change of all of it would be seen.
 */
export function order(input: OrderInput, inParts: ReadonlySet<string> = new Set()): Order {
  const operations = new Map(operationsOf(input, inParts).map((one) => [one.id, one]));
  const found = precedences(operations.values());
  const graph = {
    operations,
    roles: new Set([...operations.values()].map(({ role }) => role)),
    precedes: precedesIn(found.precedences),
  };
  connect(input, graph);
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

/** Whether an operation has to precede another one for what is seen in between. */
function precedesIn(all: readonly Precedence[]): Graph["precedes"] {
  const later = new Map<string, Set<string>>();
  for (const one of all) {
    const known = later.get(one.earlier.id) ?? new Set();
    later.set(one.earlier.id, known.add(one.later.id));
  }
  return (earlier, id) => later.get(earlier)?.has(id) === true;
}

/** The operations of a plan, each for itself. */
export function operationsOf(
  input: ExposureInput,
  inParts: ReadonlySet<string> = new Set(),
): readonly Operation[] {
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
  const { made: meanwhile, left } = input.temporaries;
  const batches = new Set([...concerned, ...meanwhile].map(({ address }) => kindOf(address)));
  const clearing = new Set([...meanwhile, ...left].map(({ address }) => kindOf(address)));
  const effectsOf = exposures(input);
  const made = (kind: AnyKind, deed: Omit<Deed, "kind">, change?: Change) => {
    const whole = { ...deed, kind: kind.name };
    return operation(whole, kind, { effects: effectsOf(whole), change });
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

/** What is done to an object, in this order. */
function rolesOf(kind: AnyKind, { action, deletedWith }: Change): readonly Role[] {
  const detaches = action === "update" && kind.inside?.detach !== undefined;
  const removes = action === "delete" || action === "replace";
  const removal = detaches || (removes && deletedWith === undefined);
  return [
    ...(removal ? (["removal"] as const) : []),
    ...(action === "delete" ? [] : (["upsert"] as const)),
  ];
}

/** Operations by their ids. */
interface Graph {
  readonly operations: ReadonlyMap<string, Operation>;
  /** What any of them does: hardly a plan does everything. */
  readonly roles: ReadonlySet<Role>;
  /** Whether one has to precede another for what is seen in between. */
  readonly precedes: (earlier: string, later: string) => boolean;
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
  const updates = input.changes.filter(({ action }) => action === "update");
  const inPlace = addressesOf(updates);
  const affected = byAddress<Live>(input.effects.map(({ live }) => live));
  const gone = addressMap(
    input.changes.flatMap(({ address, deletedWith }) =>
      deletedWith === undefined ? [] : [[address, deletedWith] as const],
    ),
  );
  const leaving = leavingIn(input);
  for (const operation of operations.values()) {
    const { address, role } = operation;
    if (address === undefined) continue;
    if (role === "upsert" || role === "reapply") {
      const about = { inPlace, affected, leaving };
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
  connectNew(input, graph);
  connectParts(input, graph);
  connectHandovers(input, graph);
  for (const { address, by } of goneWith(input)) {
    const removal = operations.get(idOf("removal", by));
    if (removal !== undefined) connectUsed(graph, removal, { known: [input.live.get(address)] });
  }
}

/** What is given up comes before what takes it; who is recreated gives it up with the deletion. */
function connectHandovers({ changes, handovers }: OrderInput, graph: Graph): void {
  const recreated = addressSet(addressesOf(changes.filter(({ action }) => action === "replace")));
  for (const { giver, taker } of handovers)
    for (const role of ["removal", "upsert"] as const)
      if (role === "removal" || !recreated.has(giver))
        linkTo(graph, idOf("upsert", taker), role, giver);
}

/** What a deletion cascades to is restored after it, and after what is made in its place. */
function connectEffects({ effects }: OrderInput, graph: Graph): void {
  for (const { live, by } of effects) {
    for (const id of idsOfBatch(graph, live.address.kind)) linkTo(graph, id, "removal", by);
    const reapply = idOf("reapply", live.address);
    for (const role of ["removal", "upsert"] as const) linkTo(graph, reapply, role, by);
  }
}

/** What a plan adds to a set would be deleted with what a later request deletes, and is to be there when that is made again. */
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

/** The change of a whole kind, in one or in parts. */
function idsOfBatch({ operations }: Graph, kind: string): readonly string[] {
  return PARTS.map((part) => idOfBatch(kind, part)).filter((id) => operations.has(id));
}

/** In their order. */
const PARTS = [undefined, "narrowing", "widening", "clearing"] as const;

/** Parts of a change come one after the other; what is there for the time of a plan goes after what it is there for. */
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
  operation: Operation & { readonly address: Address },
  about: {
    /** Objects that are updated and not recreated. */
    readonly inPlace: AddressSet;
    readonly affected: AddressMap<Live>;
    readonly leaving: AddressMap<Address>;
  },
): void {
  const { id, address } = operation;
  const resource = input.resources.get(address);
  for (const own of [address, ...partsOf(resource)]) {
    linkTo(graph, id, "removal", own);
    const former = input.live.has(address) ? undefined : about.leaving.get(own);
    if (former !== undefined) linkTo(graph, id, "removal", former);
  }
  const affected = operation.role === "reapply" ? about.affected.get(address) : undefined;
  const required = [resource, affected].flatMap((one) => one?.requires ?? []);
  // What is there already is enough for what hides something, or has to precede its change.
  const isEnough = (wanted: Address) =>
    about.inPlace.has(wanted) &&
    (isRestriction(operation) || graph.precedes(id, idOf("upsert", wanted)));
  for (const wanted of [address, ...required]) {
    if (!isEnough(wanted)) linkTo(graph, id, "upsert", wanted);
    linkTo(graph, id, "reapply", wanted);
    // What is a part of another object, or comes with it, is there once that one is.
    const holder = input.holders.get(wanted);
    if (holder !== undefined && !isEnough(holder.address))
      linkTo(graph, id, "upsert", holder.address);
  }
}

/** What objects hold that are deleted, each with the deletion: another object can have it once that is done. */
function leavingIn({ kinds, changes, live }: OrderInput): AddressMap<Address> {
  const deleted = changes.filter(({ action }) => action === "delete");
  return addressMap(
    deleted.flatMap(({ address, deletedWith = address }) => {
      const found = live.get(address);
      const held = found === undefined ? [] : contentsOf(kinds, found);
      return held.map((one) => [one, deletedWith] as const);
    }),
  );
}

/** What becomes a part of an object was one of its own before, or somebody else's. */
function partsOf({ parts = [], brings = [] }: Partial<Resource> = {}): readonly Address[] {
  return [...parts, ...brings];
}
