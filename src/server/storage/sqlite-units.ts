/** Units of work on the statements of their group: what was built before is run without the query builder. */
import type { Kysely, Transaction } from "kysely";
import type { RunFrequent } from "./frequent-statement.ts";
import type { Tables } from "./schema.ts";
import type { GroupStatements } from "./sqlite-group.ts";

/** Units, of which one runs at a time. */
export interface Units {
  readonly run: RunFrequent;
  /** Does the work of a unit, whose transaction is over when it ends. */
  readonly within: <Result>(
    transaction: Transaction<Tables>,
    work: (transaction: Transaction<Tables>) => Promise<Result>,
  ) => Promise<Result>;
}

/** Opens units on the statements of groups. */
export function openUnits({ read, change }: GroupStatements): Units {
  const ended = new WeakSet<Kysely<Tables>>();
  return {
    run: async (on, { compiled: { sql }, footprint, isRead }, parameters) => {
      // What a unit has left running must not come into the one after it.
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
