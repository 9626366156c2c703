/**
 * Kysely on the writing connection. A transaction is a unit of work: a savepoint in the transaction
 * of its group, if any.
 */
import {
  DeleteQueryNode,
  InsertQueryNode,
  Kysely,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  UpdateQueryNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from "kysely";
import type { Tables } from "./schema.ts";
import type { GroupStatements } from "./sqlite-group.ts";

/**
 * In a group, a change without rows is not awaited, and its row count is unknown. Its error rejects
 * the next query, or the unit.
 */
export function kyselyWriting(statements: GroupStatements): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => driverOn(statements),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (database) => new SqliteIntrospector(database),
    },
  });
}

function driverOn(statements: GroupStatements): Driver {
  const rowsOf = async (query: CompiledQuery): Promise<readonly unknown[]> => {
    const { sql, parameters } = query;
    if (SelectQueryNode.is(query.query)) return statements.read({ sql, parameters });
    if (!isSilent(query)) return statements.ask({ sql, parameters });
    await statements.change({ sql, parameters });
    return [];
  };
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => ({
      rows: (await rowsOf(query)) as Row[],
    }),
    // oxlint-disable-next-line require-yield
    streamQuery: async function* () {
      throw new Error("the writing connection gives rows together");
    },
  };
  return {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: async () => statements.beginUnit(),
    commitTransaction: statements.endUnit,
    rollbackTransaction: statements.rollbackUnit,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  };
}

function isSilent({ query }: CompiledQuery): boolean {
  const changes =
    InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query);
  return changes && query.returning === undefined;
}
