/** Whether what a database acknowledges outlives its crash. Settings of it may change while servers run. */
import { sql } from "kysely";

/** What a database says of it, by the columns of `durability`. */
export interface Durability {
  readonly fsync: string;
  readonly commits: string;
}

/** Columns to ask for, of the connection that changes something: roles and databases have settings of their own. */
export const durability = sql`current_setting('fsync') as fsync,
  current_setting('synchronous_commit') as commits`;

/** What is wrong with a database, for its operator; undefined where acknowledged changes are kept. */
export function durabilityProblem({ fsync, commits }: Durability): string | undefined {
  const off = commits === "off" ? "synchronous_commit" : fsync === "off" ? "fsync" : undefined;
  return (
    off && `The database has ${off} off, so that acknowledged changes could be lost; set it to on`
  );
}
