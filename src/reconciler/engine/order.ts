/**
 * The order of operations: what must precede what, as a graph, and one stable walk through it.
 * Deletions go first and from the inside out, then whatever restricts access, then creations
 * from the outside in, then what comes back. A cycle is reported, never broken.
 */
import { compareText, formatAddress, type Address } from "../../model/address.ts";
import type { AnyKind, Facts, Live, Resource } from "../kind.ts";
import type { Loss } from "./cascades.ts";
import type { Change } from "./plan.ts";

/** What an operation does. */
export type Role = "removal" | "batch" | "upsert" | "restore";

/** One node of the graph: an object (or a whole batch kind) and what is done to it. */
export interface Operation {
  readonly id: string;
  readonly role: Role;
  /** Name of the kind. */
  readonly kind: string;
  readonly address: Address | undefined;
  readonly priority: string;
  readonly after: Set<string>;
}

/** What the order depends on. */
export interface OrderInput {
  readonly kinds: ReadonlyMap<string, AnyKind>;
  readonly changes: readonly Change[];
  readonly losses: readonly Loss[];
  readonly live: ReadonlyMap<string, Live>;
  readonly resources: ReadonlyMap<string, Resource>;
}

/** Operations in order; when they form a circle, the addresses on it. */
export type Ordered =
  | { readonly operations: readonly Operation[]; readonly cycle?: undefined }
  | { readonly operations?: undefined; readonly cycle: readonly string[] };

/** Builds the graph and walks it. */
export function order(input: OrderInput): Ordered {
  const operations = new Map(collect(input).map((operation) => [operation.id, operation]));
  connect(input, operations);
  return walk(operations);
}

function collect(input: OrderInput): readonly Operation[] {
  const operations: Operation[] = [];
  const batches = new Set<string>();
  for (const change of input.changes) {
    const kind = input.kinds.get(change.address.kind);
    if (kind === undefined || change.action === "none" || change.action === "forget") continue;
    if (kind.batch !== undefined) batches.add(kind.name);
    else operations.push(...operationsOf(kind, change));
  }
  for (const { live } of input.losses) {
    const kind = input.kinds.get(live.address.kind);
    if (kind?.batch !== undefined) batches.add(kind.name);
    else if (kind?.restore !== undefined) operations.push(operation("restore", kind, live.address, "4"));
  }
  for (const name of batches) {
    const kind = input.kinds.get(name);
    if (kind !== undefined) operations.push(operation("batch", kind, undefined, "2"));
  }
  return operations;
}

function operationsOf(kind: AnyKind, { address, action, before, after, goesWith }: Change): readonly Operation[] {
  const turn = kind.turn?.(before as Facts | undefined, after as Facts | undefined) ?? "ordinary";
  const phase = { first: "0", ordinary: "3", last: "5" }[turn];
  const removal = goesWith === undefined ? [operation("removal", kind, address, "1")] : [];
  if (action === "delete") return removal;
  const upsert = operation("upsert", kind, address, phase);
  return action === "replace" ? [...removal, upsert] : [upsert];
}

const HEAVIEST = 1_000;

function operation(role: Role, kind: AnyKind, address: Address | undefined, phase: string): Operation {
  const weight = role === "removal" ? HEAVIEST - kind.weight : kind.weight;
  const text = address === undefined ? kind.name : formatAddress(address);
  const priority = `${phase}${String(weight).padStart(4, "0")}${text}`;
  return { id: idOf(role, text), role, kind: kind.name, address, priority, after: new Set() };
}

function idOf(role: Role, text: string): string {
  return `${role} ${text}`;
}

function connect(input: OrderInput, operations: ReadonlyMap<string, Operation>): void {
  const link = (later: string, earlier: string) => {
    if (later !== earlier && operations.has(earlier)) operations.get(later)?.after.add(earlier);
  };
  const restrictions = [...operations.values()].filter(({ role, priority }) => role === "batch" || priority.startsWith("0"));
  for (const { id, role, kind, address } of operations.values()) {
    const key = address === undefined ? "" : formatAddress(address);
    if (role === "upsert") {
      link(id, idOf("removal", key));
      for (const required of input.resources.get(key)?.requires ?? []) link(id, idOf("upsert", formatAddress(required)));
      if (input.kinds.get(kind)?.exposes) for (const restriction of restrictions) link(id, restriction.id);
    }
    for (const used of input.live.get(key)?.requires ?? []) {
      if (role === "removal" || role === "upsert") link(idOf("removal", formatAddress(used)), id);
    }
  }
  for (const { live, by } of input.losses) {
    const kind = live.address.kind;
    link(idOf("batch", kind), idOf("removal", formatAddress(by)));
    link(idOf("restore", formatAddress(live.address)), idOf("upsert", formatAddress(by)));
  }
}

function walk(operations: ReadonlyMap<string, Operation>): Ordered {
  const waiting = new Map([...operations.values()].map(({ id, after }) => [id, new Set(after)]));
  const followers = new Map<string, string[]>();
  for (const { id, after } of operations.values()) {
    for (const earlier of after) followers.set(earlier, [...(followers.get(earlier) ?? []), id]);
  }
  const ready = [...operations.values()].filter(({ after }) => after.size === 0).toSorted(byPriority);
  const ordered: Operation[] = [];
  while (ready.length > 0) {
    const next = ready.shift();
    if (next === undefined) break;
    ordered.push(next);
    waiting.delete(next.id);
    for (const id of followers.get(next.id) ?? []) {
      waiting.get(id)?.delete(next.id);
      const freed = operations.get(id);
      if (waiting.get(id)?.size === 0 && freed !== undefined) insert(ready, freed);
    }
  }
  return waiting.size === 0 ? { operations: ordered } : { cycle: findCycle(waiting) };
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

function findCycle(waiting: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const path: string[] = [];
  let [current] = waiting.keys();
  while (current !== undefined && !path.includes(current)) {
    path.push(current);
    [current] = [...(waiting.get(current) ?? [])].filter((id) => waiting.has(id));
  }
  const from = current === undefined ? 0 : path.indexOf(current);
  return [...path.slice(from), path[from] ?? ""].map((id) => id.slice(id.indexOf(" ") + 1));
}
