/** Walks the graph of operations in a stable order. Pure. */
import { compareText } from "../../../model/address.ts";
import { findCycles } from "../../../model/cycle.ts";
import type { Operation, Precedence } from "./operation.ts";

export type Walked =
  | {
      readonly operations: readonly Operation[];
      readonly gaveWay: readonly Precedence[];
      /** Operations on the cycles that were broken. */
      readonly involved: readonly Operation[];
      readonly cycle?: undefined;
    }
  | { readonly cycle: readonly string[] };

/**
 * Takes the ready operation with the best priority. In a cycle, an order that exists only for
 * visibility gives way.
 */
export function walk(operations: ReadonlyMap<string, Operation>): Walked {
  const waiting = new Map([...operations.values()].map(({ id, after }) => [id, new Set(after)]));
  const dependents = dependentsOf(operations);
  const ready = [...operations.values()]
    .filter(({ after }) => after.size === 0)
    .toSorted((a, b) => byPriority(b, a));
  const free = (ids: readonly string[], done: string) => {
    for (const id of release(waiting, ids, done)) {
      const operation = operations.get(id);
      if (operation !== undefined) insert(ready, operation);
    }
  };
  const ordered: Operation[] = [];
  const gaveWay: Precedence[] = [];
  const involved = new Set<Operation>();
  while (waiting.size > 0) {
    for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
      ordered.push(next);
      waiting.delete(next.id);
      free(dependents.get(next.id) ?? [], next.id);
    }
    if (waiting.size === 0) break;
    const cycle = cycleIn(waiting).flatMap((id) => operations.get(id) ?? []);
    const weak = weakestOf(cycle);
    if (weak === undefined) return { cycle: cycle.map(({ id }) => id.slice(id.indexOf(" ") + 1)) };
    for (const one of cycle) involved.add(one);
    gaveWay.push(weak);
    weak.later.after.delete(weak.earlier.id);
    free([weak.later.id], weak.earlier.id);
  }
  return { operations: ordered, gaveWay, involved: [...involved] };
}

function dependentsOf(
  operations: ReadonlyMap<string, Operation>,
): ReadonlyMap<string, readonly string[]> {
  const dependents = new Map<string, string[]>();
  for (const { id, after } of operations.values()) {
    for (const earlier of after) {
      const known = dependents.get(earlier);
      if (known === undefined) dependents.set(earlier, [id]);
      else known.push(id);
    }
  }
  return dependents;
}

/** An edge of the cycle that exists only for visibility. */
function weakestOf(cycle: readonly Operation[]): Precedence | undefined {
  for (const [index, later] of cycle.entries()) {
    const earlier = cycle[(index + 1) % cycle.length];
    if (earlier !== undefined && later.precededFor.has(earlier.id)) return { earlier, later };
  }
  return undefined;
}

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
  return cycle;
}
