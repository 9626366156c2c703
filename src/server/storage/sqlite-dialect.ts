/** Kysely on the writing connection while it is held: for indexes of granules. */
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
  type QueryResult,
} from "kysely";
import { storage as limits } from "../../model/limits.ts";
import type { Tables } from "./schema.ts";
import type { Statement } from "./sqlite-units.ts";
import type { RunStatements } from "./sqlite-writer.ts";

export interface HeldDatabase {
  readonly database: Kysely<Tables>;
  /** Sends what is not sent yet. */
  readonly flush: () => Promise<unknown>;
}

/** Changes without rows are sent together; the error of one fails what is asked after it. */
export function kyselyHolding(run: RunStatements): HeldDatabase {
  let unsent: Statement[] = [];
  const send = (...last: readonly Statement[]) => {
    const statements = [...unsent, ...last];
    unsent = [];
    return run(statements);
  };
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
      const { sql, parameters } = query;
      if (!isSilent(query)) return { rows: (await send({ sql, parameters })) as Row[] };
      unsent.push({ sql, parameters });
      if (unsent.length >= limits.sentTogether) await send();
      return { rows: [] };
    },
    // oxlint-disable-next-line require-yield
    streamQuery: async function* () {
      throw new Error("the writing connection gives rows together");
    },
  };
  const nothing = async () => undefined;
  const database = new Kysely<Tables>({
    dialect: {
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (held) => new SqliteIntrospector(held),
      createDriver: () => ({
        init: nothing,
        acquireConnection: async () => connection,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        releaseConnection: nothing,
        destroy: nothing,
      }),
    },
  });
  return { database, flush: send };
}

function isSilent({ query }: CompiledQuery): boolean {
  const changes =
    InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query);
  return changes && query.returning === undefined;
}
