/** Where the catalog of a bench's server is: in its folder, or in a PostgreSQL that is started for it. */
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { reveal } from "../../src/model/secret.ts";
import type { Catalog } from "../../src/server/catalog/unit-of-work.ts";
import { openPostgresCatalog } from "../../src/server/storage/postgres.ts";
import { openSqliteCatalog } from "../../src/server/storage/sqlite.ts";
import { startPostgres } from "../../test/support/databases/postgres-cluster.ts";
import { startServer, type BenchServer } from "./processes.ts";
import { rawPostgresPuts } from "./raw-postgres.ts";
import { rawWriteMs } from "./raw-writes.ts";

/** A place, empty until a server starts there. */
export interface CatalogPlace {
  /** Starts a server of it, with further flags of `plumbline serve`. */
  readonly start: (flags?: readonly string[], log?: "pipe" | "ignore") => Promise<BenchServer>;
  /** Opens it while no server has it. */
  readonly open: () => Promise<Catalog>;
  /** PUTs of styles a second by bare statements in such a database beside it. */
  readonly rawPuts: (connections: number, seconds: number) => Promise<number>;
  readonly end: () => void;
}

const now = () => new Date().toISOString();

/** A place in a folder: an SQLite file there, and whatever else a server keeps. */
export function placeInFolder(cli: string, folder: string): CatalogPlace {
  return {
    start: (flags, log) => startServer(cli, folder, { flags, log }),
    open: () => openSqliteCatalog(folder, now),
    // One connection writes in SQLite.
    rawPuts: async (_connections, seconds) =>
      1_000 / rawWriteMs(mkdtempSync(`${folder}-raw-`), seconds),
    end: () => undefined,
  };
}

/** A place in a PostgreSQL of its own, whose files are below the folder. Throws Error where it is not installed. */
export async function placeInPostgres(cli: string, folder: string): Promise<CatalogPlace> {
  mkdirSync(folder, { recursive: true });
  // Databases run as another account, and pass through.
  chmodSync(dirname(folder), 0o755);
  const database = await startPostgres({ below: folder });
  const { user, host, port } = database;
  const password = encodeURIComponent(reveal(database.password));
  const catalog = join(folder, "catalog-url");
  writeFileSync(catalog, `postgres://${user}:${password}@${host}:${port}/${database.database}`, {
    mode: 0o600,
  });
  const shared = ["--catalog-file", catalog, "--files", join(folder, "files")];
  const address = { ...database, schema: "public", tls: undefined };
  return {
    start: (flags = [], log) =>
      // Each server has a folder of its own.
      startServer(cli, mkdtempSync(join(folder, "data-")), {
        flags: [...shared, ...flags],
        log,
        isShared: true,
      }),
    open: () => openPostgresCatalog(address, { now, server: { id: "bench", name: "the bench" } }),
    rawPuts: (connections, seconds) =>
      rawPostgresPuts(
        { user, host, port, database: database.database, password: reveal(database.password) },
        connections,
        seconds,
      ),
    end: () => database.stop(),
  };
}
