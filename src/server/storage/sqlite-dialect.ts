/** Kysely on one connection of SQLite. */
import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
} from "kysely";
import type { Tables } from "./schema.ts";
import type { RunStatement } from "./sqlite-connection.ts";

type Rows = readonly unknown[];

/** `run` may be of another thread. One transaction after the other has the connection. */
export function kyselyOver(run: RunStatement<Rows | Promise<Rows>>): Kysely<Tables> {
  const connection: DatabaseConnection = {
    executeQuery: async ({ sql, parameters }) => ({ rows: (await run(sql, parameters)) as never }),
    streamQuery: () => {
      throw new Error("rows come together");
    },
  };
  const running = (sql: string) => async () => void (await run(sql));
  const driver = Object.assign(new DummyDriver(), {
    acquireConnection: async () => connection,
    beginTransaction: running("begin"),
    commitTransaction: running("commit"),
    rollbackTransaction: running("rollback"),
  });
  return new Kysely({
    dialect: {
      createDriver: () => driver,
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (database) => new SqliteIntrospector(database),
    },
  });
}
