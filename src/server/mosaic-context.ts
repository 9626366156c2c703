/** What routes need for mosaics: files, indexes, readers of rasters, and what they found. */
import { randomUUID } from "node:crypto";
import { coverageFields } from "../wire/coverage-fields.ts";
import { harvestLog, type HarvestReports } from "./catalog/harvest-log.ts";
import type { CoverageFacts } from "./catalog/mosaic-coverage.ts";
import type { MosaicFiles } from "./catalog/mosaic-files.ts";
import type { MosaicContext } from "./context.ts";
import type { Systems } from "./filters/row.ts";
import { openRasterPool } from "./rasters/pool.ts";
import { crsWkt, knownCrs, toBox, toGeometry } from "./rasters/projection.ts";
import { openIndexes } from "./storage/indexes.ts";
import type { OpenWorkers } from "./workers/pool.ts";

/** What filters may ask about coordinate systems. */
export const systems: Systems = {
  reproject: (geometry, srid, to) => toGeometry(geometry, `EPSG:${srid}`, to),
};

/** Opens it; workers and connections start when they are needed. */
export function openMosaics(options: {
  readonly mosaicFiles: MosaicFiles;
  /** Where it is kept what harvests do. */
  readonly harvests: HarvestReports;
  /** Marks tables that the server makes in databases of users as its own. */
  readonly mark: string;
  /** Opens sealed passwords; undefined for what was not sealed here. */
  readonly unseal: (sealed: string) => string | undefined;
  /** Whether databases of users stay unconnected. */
  readonly isClosed?: boolean | undefined;
  /** Opens workers for rasters; of its own by default. */
  readonly openWorkers?: OpenWorkers | undefined;
}): MosaicContext & { readonly close: () => Promise<void> } {
  const pool = openRasterPool(options.openWorkers);
  const indexes = openIndexes({ ...options, systems });
  const now = () => new Date().toISOString();
  return {
    mosaicFiles: options.mosaicFiles,
    indexes,
    readGranules: pool.read,
    reproject: (geometry, from, to) => attempt(() => toGeometry(geometry, from, to)),
    describeCoverage,
    systems,
    harvests: harvestLog(options.harvests, now, randomUUID),
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

/** Transformations that are not possible throw; what cannot be known is left out. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
