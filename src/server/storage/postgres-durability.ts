/** Whether commits of a session survive a crash. The settings may change while servers run. */
import { sql } from "kysely";

/** What a session says of itself. */
export interface SessionFacts {
  readonly fsync: string;
  readonly commits: string;
  readonly isStandby: boolean;
}

/** Query them on the changing connection: roles and databases override settings. */
export const sessionFacts = sql`current_setting('fsync') as fsync,
  current_setting('synchronous_commit') as commits, pg_is_in_recovery() as "isStandby"`;

/** The problem, for the operator; undefined where commits are durable. */
export function durabilityProblem({ fsync, commits }: SessionFacts): string | undefined {
  const off = commits === "off" ? "synchronous_commit" : fsync === "off" ? "fsync" : undefined;
  return (
    off && `The database has ${off} off, so that acknowledged changes could be lost; set it to on`
  );
}
