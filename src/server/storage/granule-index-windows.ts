/**
 * Splits an index into windows of equal row counts, despite gaps between ids, so that a full scan
 * never blocks for long.
 */
import { sql } from "kysely";
import { granuleIndex as limits } from "../../model/limits.ts";
import { otherTurns } from "./granule-index-paging.ts";
import type { IndexTable } from "./granule-index-table.ts";

/** Rows with ids above `after`, up to `last`. */
export interface Window {
  readonly after: number;
  readonly last: number;
}

/** The windows are in order of id. Other work runs between them. */
export async function* windowsOf({ database, rows }: IndexTable): AsyncGenerator<Window> {
  let after = 0;
  for (;;) {
    const found = await sql<{ id: number }>`select id from ${rows} where id > ${after}
      order by id limit 1 offset ${limits.windowRows - 1}`.execute(database);
    const last = found.rows[0]?.id;
    yield { after, last: last ?? Number.MAX_SAFE_INTEGER };
    if (last === undefined) return;
    after = last;
    await otherTurns();
  }
}
