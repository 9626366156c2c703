/**
 * A PostgreSQL catalog that several servers share. A lock serialises changes; readers see one state
 * and never wait (docs/decisions/0076-postgresql-catalog.md).
 */
import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import { postgres as limits } from "../../model/limits.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { Catalog, CatalogReader } from "../catalog/unit-of-work.ts";
import type { Systems } from "../filters/row.ts";
import { soundContents } from "./contents.ts";
import { postgresIndexes } from "./granule-index-postgres.ts";
import { indexPart } from "./granule-indexes.ts";
import { kyselyReader, type ReaderOptions } from "./kysely-reader.ts";
import { applyTogether, changesOn, type Change } from "./postgres-changes.ts";
import { connectionsTo, withRetries } from "./postgres-connections.ts";
import { keepingRows } from "./kept-rows.ts";
import { sharedHarvests, type SharedHarvests } from "./postgres-harvests.ts";
import { seenRevisions, type SeenRevisions } from "./postgres-revision.ts";
import { serverTable, sessionName, type ServerTable } from "./postgres-servers.ts";
import { preparePostgres } from "./postgres-tables.ts";
import { applyLists, areSameNow, askOn } from "./postgres-units.ts";
import type { CatalogAddress } from "./postgres-url.ts";
import type { Tables } from "./schema.ts";
import type { Ask } from "./statements.ts";
import { inGroups } from "./unit-groups.ts";
import { writingTo, type UnitDatabase } from "./write-path.ts";

export interface PostgresOptions {
  /** Returns ISO 8601 times. */
  readonly now: () => string;
  /** Coordinate systems for granule filters. */
  readonly systems?: Systems | undefined;
  /** `id` is unique; `name` is for operators. */
  readonly server: { readonly id: string; readonly name: string };
}

/** A shared catalog, as one server uses it. */
export interface SharedCatalog extends Catalog, SharedHarvests {
  readonly servers: ServerTable;
  readonly raiseRevision: (least: number) => Promise<void>;
  /** Reads between changes: an earlier change is committed by then, or never. */
  readonly readSettled: <Result>(
    work: (reader: CatalogReader) => Promise<Result>,
  ) => Promise<Result>;
}

/**
 * Also registers the server, which closing deregisters. Rejects with Error, with a text for the
 * operator, for an unsuitable database.
 */
export async function openPostgresCatalog(
  address: CatalogAddress,
  { now, systems = {}, server }: PostgresOptions,
): Promise<SharedCatalog> {
  await prepare(address);
  const connect = (max: number, connectTimeoutMs: number = limits.readerWaitMs) =>
    connectionsTo(address, { name: sessionName(server.id), max, connectTimeoutMs });
  const [readers, writer] = [connect(limits.readers), connect(1, limits.writerWaitMs)];
  const own = connect(limits.ownConnections);
  let isClosed = false;
  const close = async () => {
    isClosed = true;
    for (const database of [own, readers, writer]) await database.destroy();
  };
  /** Work that fails after the catalog is closed is refused with `ending`. */
  const refusing: Refusing = async (work) => {
    try {
      return await work;
    } catch (error) {
      if (isClosed) throw new CatalogError("ending", "This server ends; ask another one");
      throw error;
    }
  };
  const changing = changesOn(writer);
  const change: Change = (...asked) => refusing(changing(...asked));
  const servers = serverTable(own, change, server);
  try {
    await servers.join();
  } catch (error) {
    await close();
    throw error;
  }
  const seen = seenRevisions();
  const sound = soundContents();
  const options = { indexes: { systems, dialect: postgresIndexes }, sound };
  const units = unitsOn({ readers, writer }, { ...options, server: server.id, refusing, change });
  return {
    read: (work) => refusing(readOne(readers, seen, { options, work })),
    readSettled: (work) =>
      change((database) => work(kyselyReader(database, { ...options, ask: askOn(database) }))),
    revision: oneForAll(() => refusing(withRetries(() => seen.ask()(readers)))),
    isUnchanged: seen.isUnchanged,
    ...writingTo(units, { now, sound }),
    servers: {
      ...servers,
      renew: async () => (seen.isSetBack() ? "set-back" : servers.renew()),
    },
    ...sharedHarvests(own, servers.id, now),
    raiseRevision: (least) =>
      change(async (transaction) => {
        await sql`update counters set value = ${least}::bigint, token = ${randomUUID()}
          where name = 'revision' and value < ${least}::bigint`.execute(transaction);
      }),
    close: async () => {
      // Otherwise the server counts as dead after some seconds.
      await servers.leave().catch(() => undefined);
      await close();
    },
  };
}

type Refusing = <Result>(work: Promise<Result>) => Promise<Result>;

type CommonOptions = Pick<ReaderOptions, "indexes" | "sound">;

/** Reads one state. */
function readOne<Result>(
  readers: Kysely<Tables>,
  seen: SeenRevisions,
  { options, work }: { options: CommonOptions; work: (reader: CatalogReader) => Promise<Result> },
): Promise<Result> {
  return withRetries((begun) => {
    const readRevision = seen.ask();
    return readers
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute((transaction) => {
        begun();
        const isUnchanged: ReaderOptions["isUnchanged"] = async (basis) => {
          await readRevision(transaction);
          return seen.isUnchanged(basis);
        };
        const ask = askOn(transaction);
        return work(kyselyReader(transaction, { ...options, ask, readRevision, isUnchanged }));
      });
  });
}

interface UnitsOptions extends CommonOptions {
  readonly server: string;
  readonly refusing: Refusing;
  readonly change: Change;
}

function unitsOn(
  { readers, writer }: Readonly<Record<"readers" | "writer", Kysely<Tables>>>,
  { server, refusing, change, ...options }: UnitsOptions,
): UnitDatabase {
  const apply = inGroups(
    (lists) => applyTogether(writer, lists, server),
    (error) => !(error instanceof CatalogError && error.code === "busy"),
  );
  const free = askOn(readers);
  const { ask, applying } = keepingRows((...asked) => refusing(withRetries(() => free(...asked))));
  const sourceOn = (database: Kysely<Tables>) => ({
    ask: askOn(database),
    reader: (asked: Ask) => kyselyReader(database, { ...options, ask: asked }),
  });
  return {
    ...sourceOn(readers),
    ask,
    confirm: async (reads) =>
      applying(
        { reads, changes: [], entry: undefined },
        async () => reads.length === 0 || refusing(withRetries(() => areSameNow(readers, reads))),
      ),
    apply: (list) => applying(list, () => refusing(apply(list))),
    hold: (work) => {
      let token: string | undefined;
      const held = async (transaction: Kysely<Tables>) => {
        const indexes = indexPart(transaction, options.indexes);
        const { result, list } = await work({ ...sourceOn(transaction), indexes });
        token = list.entry?.token;
        await applying(list, async () => {
          await applyLists(transaction, [list], server);
          return true;
        });
        return result;
      };
      return change(held, () => token);
    },
  };
}

/** Calls share the result of a query that is not sent yet; later calls share the next query. */
function oneForAll<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let next: Promise<Result> | undefined;
  return () => {
    next ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        next = undefined;
        ask().then(resolve, reject);
      });
    });
    return next;
  };
}

async function prepare(address: CatalogAddress): Promise<void> {
  await using database = connectionsTo(address, {
    max: 1,
    connectTimeoutMs: limits.readerWaitMs,
    lockMs: 0,
    statementTimeoutMs: limits.migrationMs,
  });
  try {
    await preparePostgres(database, address.schema);
  } catch (error) {
    const { host, port, database: name } = address;
    const { message } = error as Error;
    throw new Error(`The database ${name} at ${host}:${port} cannot hold the catalog: ${message}`, {
      cause: error,
    });
  }
}
