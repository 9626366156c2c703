/** Every store of a catalog, held against one suite. */
import { describe } from "vitest";
import { describePostgres } from "../support/databases/postgres.ts";
import { postgresCatalogs, sqliteCatalogs } from "./catalogs.ts";
import { contract } from "./contract.ts";

describe("a catalog in a folder", () => contract(sqliteCatalogs));
describePostgres("a catalog in PostgreSQL", (database) => contract(postgresCatalogs(database)));
