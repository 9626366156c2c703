/** Filters rows of a SQL condition in batches, and yields to other work between them. */
import type { Granule } from "../../model/granule.ts";
import { granuleIndex as limits } from "../../model/limits.ts";
import { CatalogError } from "../catalog/errors.ts";
import { threadMs } from "../workers/thread-time.ts";

/** Rows with ids above `after`, in order of id, at most `limit`. */
export type FetchAfter<Row> = (after: number, limit: number) => Promise<readonly Row[]>;

/** `computed` is the thread's CPU time, which costs much more to read than `now`. */
export interface Clocks {
  readonly now: () => number;
  readonly computed: () => number;
}

/**
 * Bounds the evaluation time of a filter, for one request; throws CatalogError (too-large) beyond
 * it. CPU time is only measured once the clock exceeds the bound, and counts from then on.
 */
export function withinTime<Row>(
  matches: (row: Row) => boolean,
  { now, computed }: Clocks = { now: () => performance.now(), computed: threadMs },
): (row: Row) => boolean {
  let clock = now;
  let spentMs = 0;
  return (row) => {
    const start = clock();
    const isMatch = matches(row);
    spentMs += clock() - start;
    if (spentMs <= limits.evaluateMs) return isMatch;
    if (clock === computed) {
      const advice = "narrow it by a box, a time or an attribute";
      const message = `The filter takes more than ${limits.evaluateMs} ms of computing, row by row; ${advice}`;
      throw new CatalogError("too-large", message);
    }
    clock = computed;
    spentMs = 0;
    return isMatch;
  };
}

/** Batches of matching rows, in order of id; a batch may be empty. */
export async function* matchingBatches<Row extends Pick<Granule, "id">>(
  fetch: FetchAfter<Row>,
  matches: (row: Row) => boolean,
): AsyncGenerator<readonly Row[]> {
  let after = 0;
  for (;;) {
    const rows = await fetch(after, limits.batchRows);
    yield rows.filter(matches);
    const last = rows.at(-1);
    if (last === undefined || rows.length < limits.batchRows) return;
    after = last.id;
    await otherTurns();
  }
}

export function otherTurns(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

export async function takePage(
  batches: AsyncIterable<readonly Granule[]>,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly Granule[]> {
  const page: Granule[] = [];
  let skipped = 0;
  for await (const batch of batches) {
    const rest = batch.slice(Math.max(0, offset - skipped));
    skipped += batch.length - rest.length;
    page.push(...rest.slice(0, limit - page.length));
    if (page.length >= limit) break;
  }
  return page;
}

export async function countAll(batches: AsyncIterable<readonly Granule[]>): Promise<number> {
  let count = 0;
  for await (const batch of batches) count += batch.length;
  return count;
}

export function parts<Element>(
  elements: readonly Element[],
  size: number,
): readonly (readonly Element[])[] {
  return Array.from({ length: Math.ceil(elements.length / size) }, (_unused, index) =>
    elements.slice(index * size, (index + 1) * size),
  );
}
