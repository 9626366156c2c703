/** Reads long lists in pages, and yields to the event loop between them. */
import { setImmediate as turn } from "node:timers/promises";
import { storage as limits } from "../../model/limits.ts";

/** Reads up to `most` rows after `last`, or from the start. */
export type ReadPage<Row> = (last: Row | undefined, most: number) => Promise<readonly Row[]>;

/** The result is consistent if all pages are read in one transaction. */
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
