/** Reads long lists in pages, and yields to the event loop between them. */
import { setImmediate as turn } from "node:timers/promises";
import { storage as limits } from "../../model/limits.ts";

/** Reads up to `most` rows after `last`, or from the start. */
export type ReadPage<Row> = (last: Row | undefined, most: number) => Promise<readonly Row[]>;

/** Passes all rows; they are of one state if all pages are read in one transaction. */
export async function inPages<Row>(read: ReadPage<Row>, take: (row: Row) => void): Promise<void> {
  let page: readonly Row[] = [];
  do {
    if (page.length > 0) await turn();
    page = await read(page.at(-1), limits.pageRows);
    page.forEach(take);
  } while (page.length === limits.pageRows);
}
