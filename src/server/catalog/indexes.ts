/** Access to indexes in any database. */
import type { IndexSchema } from "../../model/granule.ts";
import type { GranuleIndex, GranuleIndexReader, IndexKey } from "./granule-index.ts";
import type { FoundIndex, MosaicPlace } from "./mosaic.ts";
import type { RecordValues, Stored } from "./records.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** Opens indexes. Methods reject with IndexError if the database is unreachable. */
export interface Indexes {
  readonly read: (reader: PlacedReader, found: FoundIndex) => Promise<GranuleIndexReader>;
  /** Undefined for the catalog's own indexes. Opening may wait long, so hold no transaction. */
  readonly outside: (found: FoundIndex) => (() => Promise<GranuleIndexReader>) | undefined;
  readonly write: (writer: CatalogWriter, found: FoundIndex) => Promise<GranuleIndex>;
  /** Creates an index or reuses one that fits. */
  readonly create: (writer: CatalogWriter, job: NewIndex) => Promise<GranuleIndex>;
  /** Throws if no index can be stored with the connection parameters. */
  readonly check: (mosaic: RecordValues["mosaic"]) => Promise<void>;
  /** Drops tables in other databases that this catalog made and no other mosaic uses. */
  readonly drop: (mosaic: Stored<"mosaic">, others: readonly Stored<"mosaic">[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** In a unit of work, `stayAlone` precedes every wait for another database. */
export type PlacedReader = CatalogReader & Partial<Pick<CatalogWriter, "stayAlone">>;

export interface NewIndex {
  readonly mosaic: Stored<"mosaic">;
  readonly coverage: string;
  readonly schema: IndexSchema;
}

/** Returns the key of a coverage's index. */
export function indexKey(mosaic: Stored<"mosaic">, coverage: string): IndexKey {
  return { ...placeOfMosaic(mosaic), coverage };
}

export function placeOfMosaic({ workspace, name }: Stored<"mosaic">): MosaicPlace {
  return { workspace: workspace ?? "", store: name };
}
