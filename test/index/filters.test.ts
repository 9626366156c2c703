/** Random filters mean the same in SQLite, in PostGIS and judged row by row. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FilterError, type Filter } from "../../src/model/filter.ts";
import type { Granule } from "../../src/model/granule.ts";
import { matcher } from "../../src/server/filters/evaluate.ts";
import { postgresCatalogs, sqliteCatalogs } from "../storage/catalogs.ts";
import { describePostgis } from "../support/databases/postgis.ts";
import { describePostgres } from "../support/databases/postgres.ts";
import { scale } from "../support/run/scale.ts";
import { embedded, postgis, type Implementation } from "./implementations.ts";
import { MIXED, mixedRows, randomFilter } from "./random-filters.ts";

/** A filter that makes sense, as a function on rows; undefined for others. */
function sensible(filter: Filter): ((granule: Granule) => boolean) | undefined {
  try {
    return matcher(filter, MIXED);
  } catch (error) {
    if (error instanceof FilterError) return undefined;
    throw error;
  }
}

function agreement({ start, stop, make }: Implementation): void {
  beforeAll(start);
  afterAll(stop);

  test.for([
    ["rectangles only", true],
    ["footprints of any form", false],
  ] as const)(
    "agrees with the plain evaluation over %s",
    { timeout: 1_200_000 },
    async ([, only]) => {
      const index = await make(MIXED);
      await index.refresh(mixedRows(only));
      const rows = await index.list({ filter: { type: "include" }, offset: 0, limit: 100 });
      expect(rows.map(({ footprint, values }) => ({ footprint, values }))).toEqual(mixedRows(only));
      let matched = 0;
      await fc.assert(
        fc.asyncProperty(randomFilter, async (filter) => {
          const matches = sensible(filter);
          fc.pre(matches !== undefined);
          const expected = rows.filter(matches).map(({ id }) => id);
          matched += expected.length > 0 ? 1 : 0;
          const found = await index.list({ filter, offset: 0, limit: 100 });
          expect(found.map(({ id }) => id)).toEqual(expected);
          expect(await index.count(filter)).toBe(expected.length);
          const page = await index.list({ filter, offset: 3, limit: 4 });
          expect(page.map(({ id }) => id)).toEqual(expected.slice(3, 7));
        }),
        { numRuns: scale({ test: 100, proof: 2_500 }), seed: 20_241 },
      );
      // Filters that match nothing would prove little.
      expect(matched).toBeGreaterThan(scale({ test: 50, proof: 1_000 }));
    },
  );
}

describe("the index inside the catalog", () => agreement(embedded(sqliteCatalogs)));
describePostgres("the index inside a catalog in PostgreSQL", (database) =>
  agreement(embedded(postgresCatalogs(database))),
);
describePostgis("the index in PostGIS", () => agreement(postgis("filters")));
