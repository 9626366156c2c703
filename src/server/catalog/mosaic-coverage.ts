/** Coverages described by a mosaic's index and the client (docs/interface.md, 4.3, rule 2). */
import type { Details } from "../../model/details.ts";
import type { Filter } from "../../model/filter.ts";
import type { Box } from "../../model/geometry.ts";
import type { RasterGrid } from "../../model/raster.ts";
import { mergeDetails } from "./patch.ts";
import { CatalogError } from "./errors.ts";
import { placeOfMosaic, type Indexes } from "./indexes.ts";
import { indexedCoverage, type FoundIndex } from "./mosaic.ts";
import { createPublished, publishedOf } from "./published.ts";
import type { PublishedPatch } from "../../model/published.ts";
import type { IndexedCoverage, Stored } from "./records.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** What the index and a granule tell about a coverage. */
export interface CoverageFacts {
  readonly name: string;
  readonly nativeName: string;
  readonly store: string;
  /** CRS of the bounds, for example EPSG:4326. */
  readonly crs: string;
  readonly bounds: Box;
  readonly grid: RasterGrid;
}

/** The ports for configuring a coverage. */
export interface CoveragePorts {
  readonly indexes: Indexes;
  readonly describeCoverage: (facts: CoverageFacts) => Promise<Details>;
}

/** Throws if the index does not have the coverage. */
export async function configureCoverage(
  writer: CatalogWriter,
  ports: CoveragePorts,
  job: {
    readonly mosaic: Stored<"mosaic">;
    readonly name: string;
    readonly change: PublishedPatch;
  },
): Promise<void> {
  const { mosaic, name, change } = job;
  const { workspace, store } = placeOfMosaic(mosaic);
  const indexed = requireIndexed(mosaic, change.nativeName ?? name);
  const automatic = await describe(writer, ports, { found: { mosaic, indexed }, name });
  const value = {
    store,
    nativeName: indexed.name,
    title: change.title ?? name,
    enabled: true,
    details: mergeDetails(automatic, change.details),
  };
  await createPublished(writer, "coverage", { workspace, name, value });
}

function requireIndexed(mosaic: Stored<"mosaic">, name: string): IndexedCoverage {
  const found = indexedCoverage(mosaic, name);
  if (found !== undefined) return found;
  const known = mosaic.value.coverages.map((coverage) => coverage.name).join(", ");
  const holds = known === "" ? "nothing yet; harvest granules first" : known;
  throw new CatalogError(
    "coverage-unknown",
    `The mosaic ${mosaic.workspace}:${mosaic.name} has no coverage '${name}'; it holds ${holds}`,
  );
}

/** Throws if the index has no granules. */
async function describe(
  reader: CatalogReader,
  ports: CoveragePorts,
  { found, name }: { readonly found: FoundIndex; readonly name: string },
): Promise<Details> {
  const { indexed, mosaic } = found;
  const bounds = await (await ports.indexes.read(reader, found)).bounds();
  if (bounds === undefined || indexed.grid === null) {
    throw new CatalogError(
      "mosaic-empty",
      `The mosaic ${mosaic.workspace}:${mosaic.name} holds no granules of '${indexed.name}' yet; harvest some first`,
    );
  }
  return ports.describeCoverage({
    name,
    nativeName: indexed.name,
    store: mosaic.name,
    crs: indexed.schema.crs,
    bounds,
    grid: indexed.grid,
  });
}

const boundsFields = ["nativeBoundingBox", "latLonBoundingBox", "grid"] as const;

/** Updates the bounds of published coverages; an empty index changes nothing. */
export async function updateCoverageBounds(
  writer: CatalogWriter,
  ports: CoveragePorts,
  found: FoundIndex,
): Promise<void> {
  if ((await (await ports.indexes.read(writer, found)).bounds()) === undefined) return;
  const place = placeOfMosaic(found.mosaic);
  for (const { name, value } of await publishedOf(writer, "coverage", place)) {
    if (value.nativeName !== found.indexed.name) continue;
    const automatic = await describe(writer, ports, { found, name });
    const bounds = Object.entries(automatic).filter(([field]) =>
      boundsFields.some((known) => known === field),
    );
    const details = { ...value.details, ...Object.fromEntries(bounds) };
    await writer.put({ kind: "coverage", workspace: place.workspace, name }, { ...value, details });
  }
}

/** Removes matching granules; returns the locations that no remaining granule has. */
export async function removeGranules(
  writer: CatalogWriter,
  ports: CoveragePorts,
  job: { readonly found: FoundIndex; readonly filter: Filter; readonly updateBounds: boolean },
): Promise<readonly string[]> {
  const index = await ports.indexes.write(writer, job.found);
  const { orphaned } = await index.remove(job.filter);
  if (job.updateBounds) await updateCoverageBounds(writer, ports, job.found);
  return orphaned;
}
