/** How commands reach the index of a coverage, wherever it lies. */
import type { IndexSchema } from "../../model/granule.ts";
import type { GranuleIndex, GranuleIndexReader, IndexKey } from "./granule-index.ts";
import type { FoundIndex, MosaicPlace } from "./mosaic.ts";
import type { RecordValues, Stored } from "./records.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** Opens indexes. Everything rejects with IndexError when the database of an index is out of reach. */
export interface Indexes {
  /** The index of a coverage, for reading. */
  readonly read: (reader: PlacedReader, found: FoundIndex) => Promise<GranuleIndexReader>;
  /**
   * Opens an index in another database, which may let everybody wait and is to be asked while
   * nothing of the catalog is held; undefined for those that the catalog keeps.
   */
  readonly outside: (found: FoundIndex) => (() => Promise<GranuleIndexReader>) | undefined;
  /** The index of a coverage, for changing. */
  readonly write: (writer: CatalogWriter, found: FoundIndex) => Promise<GranuleIndex>;
  /** Makes the index of a new coverage, or takes the one that is there and fits. */
  readonly create: (writer: CatalogWriter, job: NewIndex) => Promise<GranuleIndex>;
  /** Refuses connection parameters with which no index can be kept. */
  readonly check: (mosaic: RecordValues["mosaic"]) => Promise<void>;
  /**
   * Removes tables of a mosaic in other databases: those that this catalog made, and that no other
   * mosaic uses.
   */
  readonly drop: (mosaic: Stored<"mosaic">, others: readonly Stored<"mosaic">[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A reader, which is told before it waits for another database where it is that of a unit of work. */
export type PlacedReader = CatalogReader & Partial<Pick<CatalogWriter, "stayAlone">>;

/** An index that is to be made. */
export interface NewIndex {
  readonly mosaic: Stored<"mosaic">;
  readonly coverage: string;
  readonly schema: IndexSchema;
}

/** The key of a coverage's index. */
export function indexKey(mosaic: Stored<"mosaic">, coverage: string): IndexKey {
  return { ...placeOfMosaic(mosaic), coverage };
}

/** The store of a mosaic. */
export function placeOfMosaic({ workspace, name }: Stored<"mosaic">): MosaicPlace {
  return { workspace: workspace ?? "", store: name };
}
