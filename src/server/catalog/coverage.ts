/** Commands on coverages. Of stores other than mosaics no raster is read. */
import { saysCoverageView } from "../../model/coverage-view.ts";
import { requireCoverageStore } from "./coverage-store.ts";
import type { PublishedPatch } from "../../model/published.ts";
import type { Dialect } from "./dialect.ts";
import { CatalogError } from "./errors.ts";
import { findMosaic } from "./mosaic.ts";
import { configureCoverage, type CoveragePorts } from "./mosaic-coverage.ts";
import { mergeDetails } from "./patch.ts";
import { checkPlace, createPublished } from "./published.ts";
import { describedAsSingle, singleRaster } from "./single-raster.ts";
import type { CatalogWriter } from "./unit-of-work.ts";

/** A coverage that a client describes. */
export interface NewCoverage {
  readonly workspace: string;
  readonly store: string;
  readonly change: PublishedPatch;
  /** Whether nothing but names is said of it. */
  readonly isBare: boolean;
  readonly dialect: Dialect;
}

/**
 * Creates a coverage from a document, enabled, with its layer; returns its name. What the document
 * leaves out is known for mosaics only.
 */
export async function createCoverage(
  writer: CatalogWriter,
  ports: CoveragePorts,
  job: NewCoverage,
): Promise<string> {
  const { workspace, store, isBare, dialect } = job;
  const found = await requireCoverageStore(writer, { workspace, store, code: "store-missing" });
  checkPlace("coverage", { workspace, store }, job.change);
  // What is put together from bands of others is in no file and in no index.
  const isView = saysCoverageView(job.change.details ?? {});
  const raster = dialect.describesSingleRasters && !isView ? singleRaster(found) : undefined;
  const change = raster === undefined ? job.change : describedAsSingle(raster, job.change, isBare);
  const native = nativeNameIn(change);
  const name = change.name ?? native;
  if (name === undefined) {
    throw new CatalogError("field-missing", "The coverage has no name; send <name>");
  }
  const mosaic = isView ? undefined : await findMosaic(writer, { workspace, store });
  if (mosaic !== undefined) {
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

/** The name in its store that a client says, in either of two elements. */
function nativeNameIn({ nativeName, details }: PublishedPatch): string | undefined {
  const given = details?.["nativeCoverageName"];
  return nativeName ?? (typeof given === "string" ? given : undefined);
}
