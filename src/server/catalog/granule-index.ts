/** The port to granule indexes in any database. One test suite runs against all implementations. */
import type { Filter } from "../../model/filter.ts";
import type { Box } from "../../model/geometry.ts";
import type { Granule, GranuleRow, IndexSchema } from "../../model/granule.ts";

/** The coverage whose granules the index holds. */
export interface IndexKey {
  readonly workspace: string;
  readonly store: string;
  /** Native name of the coverage. */
  readonly coverage: string;
}

/** A workspace or store whose indexes move together. */
export interface IndexPlace {
  readonly workspace: string;
  /** Absent for every store of the workspace. */
  readonly store?: string;
}

/** A page of the granules that match; `offset` and `limit` count granules. */
export interface GranuleQuery {
  readonly filter: Filter;
  readonly offset: number;
  readonly limit: number;
}

/** Rejects with IndexError if the index cannot be read. */
export interface GranuleIndexReader {
  readonly schema: IndexSchema;
  get(id: number): Promise<Granule | undefined>;
  /** Ordered by id. */
  list(query: GranuleQuery): Promise<readonly Granule[]>;
  count(filter: Filter): Promise<number>;
  /** Undefined if there are no granules. */
  bounds(): Promise<Box | undefined>;
}

/** Each call is atomic. */
export interface GranuleIndex extends GranuleIndexReader {
  /** Replaces rows of the same locations; ids are new. Rejects with IndexError (`unfit`). */
  refresh(rows: readonly GranuleRow[]): Promise<{ added: number; replaced: number }>;
  /** `orphaned` lists locations that no remaining row has. */
  remove(filter: Filter): Promise<{ removed: number; orphaned: readonly string[] }>;
}

/** `unusable` is an unsuitable database; `unfit` is a value that does not fit the schema. */
export type IndexErrorCode = "unreachable" | "refused" | "unusable" | "unfit";

/** Contains no password. */
export class IndexError extends Error {
  readonly code: IndexErrorCode;

  constructor(code: IndexErrorCode, message: string) {
    super(message);
    this.name = "IndexError";
    this.code = code;
  }
}
