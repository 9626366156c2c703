/** The stores that a catalog can be in, each behind one door for the tests. */
import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import type { Catalog } from "../../src/server/catalog/unit-of-work.ts";
import { openPostgresCatalog } from "../../src/server/storage/postgres.ts";
import { openSqliteCatalog } from "../../src/server/storage/sqlite.ts";
import { temporaryFolder } from "../support/run/folders.ts";
import type { TestDatabase } from "../support/databases/postgres.ts";

/** A store. */
export interface Catalogs {
  /** A place without a catalog, which is closed when the test ends. */
  readonly fresh: () => CatalogPlace;
}

/** Where a catalog is. */
export interface CatalogPlace {
  /** Opens it, made at the first time; `now` gives its times. */
  readonly open: (now?: () => string) => Promise<Catalog>;
}

const NOW = () => "2024-01-01T00:00:00Z";

/** In a folder. */
export const sqliteCatalogs: Catalogs = {
  fresh: () => {
    const folder = temporaryFolder();
    return placeOf((now) => openSqliteCatalog(folder, now));
  },
};

/** In a database. */
export function postgresCatalogs(database: TestDatabase): Catalogs {
  return {
    fresh: () => {
      const address = database.fresh();
      return placeOf((now) =>
        openPostgresCatalog(address, { now, server: { id: randomUUID(), name: "tests" } }),
      );
    },
  };
}

function placeOf(open: (now: () => string) => Promise<Catalog>): CatalogPlace {
  return {
    open: async (now = NOW) => {
      const catalog = await open(now);
      let isOpen = true;
      const close = async () => {
        if (isOpen) await catalog.close();
        isOpen = false;
      };
      onTestFinished(close);
      return { ...catalog, close };
    },
  };
}
