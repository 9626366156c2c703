/** Reads long lists in pages, and yields to the event loop between them. */
import { setImmediate as turn } from "node:timers/promises";
import { storage as limits } from "../../model/limits.ts";

/**
 * Returns what `itemOf` makes of all rows; they are of one state if all pages are read in one
 * transaction. `read` reads up to `most` rows after `last`, or from the start.
 */
export async function inPages<Row, Item>(
  read: (last: Row | undefined, most: number) => Promise<readonly Row[]>,
  itemOf: (row: Row) => Item,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let page: readonly Row[] = [];
  do {
    if (page.length > 0) await turn();
    page = await read(page.at(-1), limits.pageRows);
    for (const row of page) items.push(itemOf(row));
  } while (page.length === limits.pageRows);
  return items;
}
