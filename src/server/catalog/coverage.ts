/** Commands on coverages. Rasters are read for mosaics only. */
import { saysCoverageView } from "../../model/coverage-view.ts";
import { coverageStore } from "./coverage-store.ts";
import type { PublishedPatch } from "../../model/published.ts";
import type { Dialect } from "./dialect.ts";
import { CatalogError } from "./errors.ts";
import { findMosaic } from "./mosaic.ts";
import { configureCoverage, type CoveragePorts } from "./mosaic-coverage.ts";
import { mergeDetails } from "./patch.ts";
import { checkPlace, createPublished } from "./published.ts";
import { describedAsSingle, singleRaster } from "./single-raster.ts";
import { requireStore } from "./store.ts";
import type { CatalogWriter } from "./unit-of-work.ts";

export interface NewCoverage {
  readonly workspace: string;
  readonly store: string;
  readonly change: PublishedPatch;
  /** True if the document contains only names. */
  readonly isBare: boolean;
  readonly dialect: Dialect;
}

function describedBy(
  store: Parameters<typeof singleRaster>[0],
  { change: said, isBare, dialect }: NewCoverage,
) {
  // No file or index describes a view of other coverages' bands.
  const isView = saysCoverageView(said.details ?? {});
  const raster = dialect.describesSingleRasters && !isView ? singleRaster(store) : undefined;
  const change = raster === undefined ? said : describedAsSingle(raster, said, isBare);
  const given = change.details?.["nativeCoverageName"];
  const native = change.nativeName ?? (typeof given === "string" ? given : undefined);
  return { change, native, isView };
}

/** Creates an enabled coverage and its layer. Only mosaics supply missing values. */
export async function createCoverage(
  writer: CatalogWriter,
  ports: CoveragePorts,
  job: NewCoverage,
): Promise<string> {
  const { workspace, store } = job;
  const found = await requireStore(writer, coverageStore, { workspace, store }, "store-missing");
  checkPlace("coverage", { workspace, store }, job.change);
  const { change, native, isView } = describedBy(found, job);
  const name = change.name ?? native;
  if (name === undefined) {
    throw new CatalogError("field-missing", "The coverage has no name; send <name>");
  }
  const mosaic = await findMosaic(writer, { workspace, store });
  if (mosaic !== undefined && !isView) {
    const named = { ...change, nativeName: native ?? name };
    await configureCoverage(writer, ports, { mosaic, name, change: named });
    return name;
  }
  const value = {
    store,
    nativeName: native ?? name,
    title: change.title ?? name,
    enabled: true,
    details: mergeDetails({}, change.details),
  };
  await createPublished(writer, "coverage", { workspace, name, value });
  return name;
}
