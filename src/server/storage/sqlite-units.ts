/** Units of work on the statements of their group. Prebuilt statements bypass the query builder. */
import type { Kysely, Transaction } from "kysely";
import type { RunFrequent } from "./frequent-statement.ts";
import type { Tables } from "./schema.ts";
import type { GroupStatements } from "./sqlite-group.ts";

/** One unit runs at a time. */
export interface Units {
  readonly run: RunFrequent;
  /** Runs a unit; its transaction is invalid afterwards. */
  readonly within: <Result>(
    transaction: Transaction<Tables>,
    work: (transaction: Transaction<Tables>) => Promise<Result>,
  ) => Promise<Result>;
}

export function openUnits({ read, change }: GroupStatements): Units {
  const ended = new WeakSet<Kysely<Tables>>();
  return {
    run: async (on, { compiled: { sql }, footprint, isRead }, parameters) => {
      // Statements that a unit left running must not run in the next one.
      if (ended.has(on)) throw new Error("the unit of work is over");
      const statement = { sql, parameters };
      if (isRead) return read(statement, footprint);
      await change(statement, footprint);
      return [];
    },
    within: async (transaction, work) => {
      try {
        return await work(transaction);
      } finally {
        ended.add(transaction);
      }
    },
  };
}
