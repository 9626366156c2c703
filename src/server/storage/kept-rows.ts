/**
 * Rows of records and files that units of work have read or written, which saves ways to the
 * database. They may be stale: all that a unit read is compared under the lock.
 */
import { recent } from "../../model/recent.ts";
import { storage as limits } from "../../model/limits.ts";
import { touchedRows } from "./dependencies.ts";
import type { Row } from "./noted-reads.ts";
import type { Ask, ChangeName, ListedChange, Parameter } from "./statements.ts";
import type { UnitList } from "./unit.ts";

/** `ask` gives kept rows; `applying` follows a list that is applied. */
export function keepingRows(asking: Ask): {
  readonly ask: Ask;
  readonly applying: (list: UnitList, apply: () => Promise<boolean>) => Promise<boolean>;
} {
  const kept = recent<readonly Row[]>(limits.keptRows);
  const keep = (key: string, rows: readonly Row[]) => {
    const isSmall = rows.every(({ value }) => String(value).length <= limits.keptRowCharacters);
    if (isSmall) kept.keep(key, rows);
    else kept.forget(key);
  };
  /** The rows that a change leaves for a query; undefined if they are not known. */
  const rowsAfter = (name: ChangeName, parameters: readonly Parameter[]) => {
    const [one, two, three, four, five] = parameters;
    if (name === "putFile") return [{ path: one, digest: two, bytes: three, modified: four }];
    if (name !== "putRecord") return [];
    const before = kept.get(keyOf("record", parameters.slice(0, 3)));
    const [{ created = five } = {}] = before ?? [];
    const modified = before?.length === 0 ? null : five;
    return before && [{ kind: one, workspace: two, name: three, value: four, created, modified }];
  };
  const follow = (change: ListedChange) => {
    const rows = rowsAfter(...change) as readonly Row[] | undefined;
    for (const touched of touchedRows([change])) {
      const key = keyOf(touched.length === 1 ? "file" : "record", touched);
      if (change[0].startsWith("move")) kept.forget(key);
      else if (rows !== undefined) keep(key, rows);
    }
  };
  return {
    ask: async (query, ...parameters) => {
      if (query !== "record" && query !== "file") return asking(query, ...parameters);
      const key = keyOf(query, parameters);
      const rows = kept.get(key) ?? ((await asking(query, ...parameters)) as never);
      keep(key, rows);
      return rows as never;
    },
    applying: async (list, apply) => {
      let isApplied = false;
      try {
        isApplied = await apply();
      } finally {
        if (isApplied) list.changes.forEach(follow);
        else for (const { query, parameters } of list.reads) kept.forget(keyOf(query, parameters));
      }
      return isApplied;
    },
  };
}

function keyOf(query: string, parameters: readonly Parameter[]): string {
  return [query, ...parameters].join("\0");
}
