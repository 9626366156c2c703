/** Files of granules on their way into an index, and the port that reads them. */
import type { GranuleRow, IndexSchema } from "../../model/granule.ts";
import type { MosaicDefinition, MosaicDomain } from "../../model/mosaic.ts";
import type { RasterGrid } from "../../model/raster.ts";

/** A file: where it is on the disk, and what an index calls it. */
export interface GranuleFile {
  /** Absolute. */
  readonly path: string;
  /** Relative to the mosaic, with `/`; absolute for files outside of it. */
  readonly location: string;
  /** Where its content is to be read, as long as it is not at its path yet. */
  readonly source?: string;
}

/** What a file brings to one coverage. */
export interface FoundGrid {
  readonly coverage: string;
  /** Of an index that would start with this file; its system is that of the grid. */
  readonly schema: IndexSchema;
  readonly domains: readonly MosaicDomain[];
  /** Without its slices. */
  readonly grid: RasterGrid;
  /** Footprints are in the system of the grid. */
  readonly rows: readonly GranuleRow[];
}

/** A file that was read, or why it was not. */
export type ReadFile = { readonly file: GranuleFile } & (
  | { readonly grids: readonly FoundGrid[]; readonly reason?: undefined }
  | { readonly grids?: undefined; readonly reason: string }
);

/** What reading files needs beside them. */
export interface ReadJob {
  readonly definition: MosaicDefinition;
  readonly files: readonly GranuleFile[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Reads headers of files and collects the values of their granules. A bad file is a reason. */
export type ReadGranules = (job: ReadJob) => Promise<readonly ReadFile[]>;
