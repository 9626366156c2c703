/** Long lists are read in pages, so that nobody waits for all of one: between two pages the loop has its turn. */
import { setImmediate as turn } from "node:timers/promises";
import { storage as limits } from "../../model/limits.ts";

/** Reads rows in order, from behind a row on (from the start without one), and at most so many. */
export type ReadPage<Row> = (last: Row | undefined, most: number) => Promise<readonly Row[]>;

/** All rows, page by page; of one state if they are read in one. */
export async function inPages<Row>(read: ReadPage<Row>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await read(rows.at(-1), limits.pageRows);
    if (rows.length === 0 && page.length < limits.pageRows) return page;
    for (const row of page) rows.push(row);
    if (page.length < limits.pageRows) return rows;
    await turn();
  }
}
