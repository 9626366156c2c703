/** Walks the graph of operations in a stable order. Pure. */
import { compareText } from "../../../model/address.ts";
import { findCycles } from "../../../model/cycle.ts";
import type { Operation, Precedence } from "./operation.ts";

interface Walked {
  readonly operations: readonly Operation[];
  readonly gaveWay: readonly Precedence[];
  /** Operations on the cycles that were broken. */
  readonly involved: readonly Operation[];
  readonly cycle?: undefined;
}

/**
 * Takes the ready operation with the best priority. In a cycle, an order that exists only for
 * visibility gives way.
 */
export function walk(
  operations: ReadonlyMap<string, Operation>,
): Walked | { readonly cycle: readonly string[] } {
  const waiting = new Map([...operations.values()].map(({ id, after }) => [id, new Set(after)]));
  const edges = [...operations.values()].flatMap(({ id, after }) =>
    [...after].map((earlier) => ({ earlier, id })),
  );
  const dependents = Map.groupBy(edges, ({ earlier }) => earlier);
  const ready = [...operations.values()]
    .filter(({ after }) => after.size === 0)
    .toSorted((a, b) => byPriority(b, a));
  const free = (id: string, done: string) => {
    const before = waiting.get(id);
    before?.delete(done);
    const operation = before?.size === 0 ? operations.get(id) : undefined;
    if (operation !== undefined) insert(ready, operation);
  };
  const ordered: Operation[] = [];
  const gaveWay: Precedence[] = [];
  const involved = new Set<Operation>();
  while (waiting.size > 0) {
    for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
      ordered.push(next);
      waiting.delete(next.id);
      for (const { id } of dependents.get(next.id) ?? []) free(id, next.id);
    }
    if (waiting.size === 0) break;
    const waitsFor = (id: string) => [...(waiting.get(id) ?? [])].filter((one) => waiting.has(one));
    const [found = []] = findCycles(waiting.keys(), waitsFor);
    const cycle = found.flatMap((id) => operations.get(id) ?? []);
    const weak = weakestOf(cycle);
    if (weak === undefined) return { cycle: cycle.map(({ id }) => id.slice(id.indexOf(" ") + 1)) };
    for (const one of cycle) involved.add(one);
    gaveWay.push(weak);
    weak.later.after.delete(weak.earlier.id);
    free(weak.later.id, weak.earlier.id);
  }
  return { operations: ordered, gaveWay, involved: [...involved] };
}

/** An edge of the cycle that exists only for visibility. */
function weakestOf(cycle: readonly Operation[]): Precedence | undefined {
  for (const [index, later] of cycle.entries()) {
    const earlier = cycle[(index + 1) % cycle.length];
    if (earlier !== undefined && later.precededFor.has(earlier.id)) return { earlier, later };
  }
  return undefined;
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
