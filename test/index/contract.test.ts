/** Every implementation of the index of granules, held against one suite. */
import { describe } from "vitest";
import { describePostgis } from "../support/postgis.ts";
import { contract } from "./contract.ts";
import { embedded, postgis } from "./implementations.ts";

describe("the index inside the catalog", () => contract(embedded()));
describePostgis("the index in PostGIS", () => contract(postgis('contract of "granules"')));
