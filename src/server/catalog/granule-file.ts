/** Files to add to an index, and the port that reads them. */
import type { GranuleRow, IndexSchema } from "../../model/granule.ts";
import type { MosaicDefinition, MosaicDomain } from "../../model/mosaic.ts";
import type { RasterGrid } from "../../model/raster.ts";

/** A granule file. */
export interface GranuleFile {
  /** Absolute. */
  readonly path: string;
  /** Relative to the mosaic, with `/`; absolute if the file is outside of it. */
  readonly location: string;
  /** The content's path while it is not yet at `path`. */
  readonly source?: string;
}

/** The granules of one coverage in a file. */
export interface FoundGrid {
  readonly coverage: string;
  /** For an index that starts with this file, in the CRS of the grid. */
  readonly schema: IndexSchema;
  readonly domains: readonly MosaicDomain[];
  /** Without slices. */
  readonly grid: RasterGrid;
  /** Footprints are in the CRS of the grid. */
  readonly rows: readonly GranuleRow[];
}

/** A file with its granules or an error. */
export type ReadFile = { readonly file: GranuleFile } & (
  | { readonly grids: readonly FoundGrid[]; readonly reason?: undefined }
  | { readonly grids?: undefined; readonly reason: string }
);

/** The input of `ReadGranules`. */
export interface ReadJob {
  readonly definition: MosaicDefinition;
  readonly files: readonly GranuleFile[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Reads file headers. A bad file does not reject; it yields a reason. */
export type ReadGranules = (job: ReadJob) => Promise<readonly ReadFile[]>;
