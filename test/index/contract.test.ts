/** Every implementation of the index of granules, held against one suite. */
import { describe } from "vitest";
import { postgresCatalogs, sqliteCatalogs } from "../storage/catalogs.ts";
import { describePostgis } from "../support/databases/postgis.ts";
import { describePostgres } from "../support/databases/postgres.ts";
import { contract } from "./contract.ts";
import { embedded, postgis } from "./implementations.ts";

describe("the index inside the catalog", () => contract(embedded(sqliteCatalogs)));
describePostgres("the index inside a catalog in PostgreSQL", (database) =>
  contract(embedded(postgresCatalogs(database))),
);
describePostgis("the index in PostGIS", () => contract(postgis('contract of "granules"')));
