/** Ports of the mosaic routes: files, indexes, raster readers and harvest reports. */
import { randomUUID } from "node:crypto";
import { coverageFields } from "../wire/coverage-fields.ts";
import { harvestLog, harvestsInMemory } from "./catalog/harvest-log.ts";
import type { CoverageFacts } from "./catalog/mosaic-coverage.ts";
import type { MosaicContext } from "./context.ts";
import type { Systems } from "./filters/row.ts";
import type { OpenOptions, ServerParts } from "./options.ts";
import { openRasterPool } from "./rasters/pool.ts";
import { crsWkt, knownCrs, toBox, toGeometry } from "./rasters/projection.ts";
import { openIndexes } from "./storage/indexes.ts";

/** Coordinate transformations for granule filters. */
export const systems: Systems = {
  reproject: (geometry, srid, to) => toGeometry(geometry, `EPSG:${srid}`, to),
};

/** Starts workers and connections on demand. */
export function openMosaics(
  { isClosed, openWorkers }: OpenOptions,
  {
    mosaicFiles,
    catalogId: mark,
    keystore: { unseal },
    harvests = harvestsInMemory(),
  }: ServerParts,
): MosaicContext & { readonly close: () => Promise<void> } {
  const pool = openRasterPool(openWorkers);
  const indexes = openIndexes({ mark, unseal, isClosed, systems });
  const now = () => new Date().toISOString();
  return {
    mosaicFiles,
    indexes,
    readGranules: pool.read,
    reproject: (geometry, from, to) => attempt(() => toGeometry(geometry, from, to)),
    describeCoverage,
    systems,
    harvests: harvestLog(harvests, now, randomUUID),
    wallClock: () => Date.now(),
    close: async () => {
      await pool.close();
      await indexes.close();
    },
  };
}

async function describeCoverage(facts: CoverageFacts) {
  const { name, nativeName, store, bounds, grid } = facts;
  const code = knownCrs(facts.crs)?.code;
  return coverageFields({
    name,
    nativeName,
    store,
    bounds,
    grid,
    crs: code,
    crsText: code === undefined ? undefined : await crsWkt(code),
    geographic: attempt(() => toBox(bounds, facts.crs, "EPSG:4326")),
  });
}

/** Undefined where `work` throws, as for impossible transformations. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
