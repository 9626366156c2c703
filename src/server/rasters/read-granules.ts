/**
 * Worker job of a harvest: reads file headers and collects granule rows. A bad file yields a reason
 * and does not affect the others.
 */
import { each } from "../../model/each.ts";
import { footprintOf, type RasterFile, type RasterGrid } from "../../model/raster.ts";
import type { GranuleRow } from "../../model/granule.ts";
import { harvest as limits } from "../../model/limits.ts";
import { collect } from "../../model/mosaic/collect.ts";
import { coverageNameOf, domainsOf, indexSchemaOf } from "../../model/mosaic/coverage.ts";
import type { FoundGrid, GranuleFile, ReadFile, ReadJob } from "../catalog/granule-file.ts";
import { timed } from "../workers/timed.ts";
import { RasterError } from "./raster-error.ts";
import { readRaster } from "./read-raster.ts";

/** Reads several files at once. Rejects only for internal errors. */
export async function readGranules(job: ReadJob): Promise<readonly ReadFile[]> {
  return each(job.files, (file) => readFile(job, file), limits.filesAtOnce);
}

export const readInThread = timed(readGranules);

async function readFile(job: ReadJob, file: GranuleFile): Promise<ReadFile> {
  try {
    return grids(job, file, await readRaster(file.source ?? file.path));
  } catch (error) {
    if (error instanceof RasterError) return { file, reason: error.message };
    throw error;
  }
}

function grids(job: ReadJob, file: GranuleFile, raster: RasterFile): ReadFile {
  const found: FoundGrid[] = [];
  for (const grid of raster.grids) {
    const one = gridOf(job, file, { raster, grid });
    if (typeof one === "string") return { file, reason: one };
    if (one !== undefined) found.push(one);
  }
  if (found.length > 0) return { file, grids: found };
  return { file, reason: "holds no coverage that the mosaic takes" };
}

/** Undefined if the definition excludes the grid; a text for a problem. */
function gridOf(
  { definition, now }: ReadJob,
  { path: fullPath, location: path }: GranuleFile,
  { raster, grid }: { readonly raster: RasterFile; readonly grid: RasterGrid },
): FoundGrid | string | undefined {
  const named = coverageNameOf(definition, { path, fullPath, grid });
  if ("problem" in named) return named.problem;
  if (named.name === undefined) return undefined;
  const footprint = footprintOf(grid);
  const crs = grid.crs === undefined ? {} : { crs: grid.crs };
  const schema = indexSchemaOf(definition, named.name, { grid, ...crs });
  const rows: GranuleRow[] = [];
  for (const slice of grid.slices) {
    const source = { path, fullPath, raster, grid, slice, now, schema };
    const collected = collect(definition, source);
    if (collected.problem !== undefined) return collected.problem;
    rows.push({ footprint, values: collected.values });
  }
  return {
    coverage: named.name,
    schema,
    domains: domainsOf(definition, named.name),
    grid: { ...grid, slices: [] },
    rows,
  };
}
