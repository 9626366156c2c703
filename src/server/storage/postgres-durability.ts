/** Checks that commits survive a crash. The settings may change while servers run. */
import { sql } from "kysely";

export interface Durability {
  readonly fsync: string;
  readonly commits: string;
}

/** Query them on the changing connection: roles and databases override settings. */
export const durability = sql`current_setting('fsync') as fsync,
  current_setting('synchronous_commit') as commits`;

/** The problem, for the operator; undefined where commits are durable. */
export function durabilityProblem({ fsync, commits }: Durability): string | undefined {
  const off = commits === "off" ? "synchronous_commit" : fsync === "off" ? "fsync" : undefined;
  return (
    off && `The database has ${off} off, so that acknowledged changes could be lost; set it to on`
  );
}
