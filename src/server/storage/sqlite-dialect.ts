/**
 * Kysely on the writing connection. Each of its transactions is a unit of work: a savepoint, inside
 * the transaction of its group where there is one.
 */
import {
  DeleteQueryNode,
  InsertQueryNode,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  UpdateQueryNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from "kysely";
import { storage as limits } from "../../model/limits.ts";
import type { Tables } from "./schema.ts";
import { control } from "./sqlite-session.ts";
import type { Statements } from "./sqlite-statements.ts";

type Runner = Pick<Statements, "ask" | "send">;

/**
 * Kysely on statements. Inside a transaction nobody waits for changes that return no rows, nor hears
 * how many rows they changed: what one fails with, the next query rejects with, or the end.
 */
export function kyselyWriting(statements: Runner): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => driverOn(statements),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (database) => new SqliteIntrospector(database),
    },
  });
}

function driverOn({ ask, send }: Runner): Driver {
  let isInUnit = false;
  let unanswered = 0;
  const asking = async (sql: string, parameters: readonly unknown[] = []) => {
    unanswered = 0;
    return ask({ sql, parameters });
  };
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      const { sql, parameters } = query;
      if (isInUnit && isSilent(query) && unanswered < limits.unanswered) {
        unanswered++;
        send({ sql, parameters });
        return { rows: [] };
      }
      return { rows: (await asking(sql, parameters)) as Row[] };
    },
    // oxlint-disable-next-line require-yield
    streamQuery: async function* () {
      throw new Error("the writing connection gives rows together");
    },
  };
  return {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: async () => {
      isInUnit = true;
      send({ sql: control.beginUnit, parameters: [] });
    },
    commitTransaction: async () => {
      await asking(control.endUnit);
      isInUnit = false;
    },
    rollbackTransaction: async () => {
      isInUnit = false;
      await asking(control.rollbackUnit);
      // What SQLite says of it would hide why the unit was rolled back.
      send({ sql: control.endUnit, parameters: [] });
    },
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  };
}

/** Whether a query changes something and returns no rows. */
function isSilent({ query }: CompiledQuery): boolean {
  const changes =
    InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query);
  return changes && query.returning === undefined;
}
