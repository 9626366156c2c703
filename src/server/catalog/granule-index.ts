/**
 * The port between the catalog and the indexes of mosaics: rows of granules that can be asked by
 * filter, inside the catalog's own store or in a database of the user. One suite of tests runs
 * against every implementation.
 */
import type { Filter } from "../../model/filter.ts";
import type { Box } from "../../model/geometry.ts";
import type { Granule, GranuleRow, GranuleValue, IndexSchema } from "../../model/granule.ts";

/** The coverage whose granules an index holds. */
export interface IndexKey {
  readonly workspace: string;
  readonly store: string;
  /** Native name of the coverage. */
  readonly coverage: string;
}

/** What indexes are moved together: those of a workspace, or of one store in it. */
export interface IndexPlace {
  readonly workspace: string;
  /** Every store of the workspace when there is none. */
  readonly store?: string;
}

/** Part of what a filter selects; `offset` and `limit` count granules that match. */
export interface GranuleQuery {
  readonly filter: Filter;
  readonly offset: number;
  readonly limit: number;
}

/** Which values an attribute has; null is not among them. */
export interface Domain {
  /** In order, without repetition, the first ones when there are more than were asked for. */
  readonly values: readonly GranuleValue[];
  readonly min: GranuleValue;
  readonly max: GranuleValue;
  /** Number of different values, whatever was asked for. */
  readonly count: number;
}

/** Reads an index. What it rejects with when the index cannot be read is IndexError. */
export interface GranuleIndexReader {
  readonly schema: IndexSchema;
  get(id: number): Promise<Granule | undefined>;
  /** Granules in order of id. */
  list(query: GranuleQuery): Promise<readonly Granule[]>;
  count(filter: Filter): Promise<number>;
  /** The smallest box around all footprints; undefined when there are none. */
  bounds(): Promise<Box | undefined>;
  /** The values of an attribute, which must not be the footprint; at most `limit` of them. */
  domain(attribute: string, limit: number): Promise<Domain>;
}

/** Changes an index; each call takes effect whole or not at all. */
export interface GranuleIndex extends GranuleIndexReader {
  /**
   * Puts rows in. Rows that were there with a location that one of these has go first. Every row
   * gets a new id. Rejects with IndexError (`unfit`) when a value is not of its attribute's type.
   */
  refresh(rows: readonly GranuleRow[]): Promise<{ added: number; replaced: number }>;
  /** Removes what matches; `orphaned` are locations of such rows that no row has any more. */
  remove(filter: Filter): Promise<{ removed: number; orphaned: readonly string[] }>;
  /** Removes the index itself, with all that is in it. */
  drop(): Promise<void>;
}

/**
 * Why an index cannot be used: its database does not answer, turns the account away, or is not
 * fit for it; or a value does not fit the schema.
 */
export type IndexErrorCode = "unreachable" | "refused" | "unusable" | "unfit";

/** An index that cannot be used, or a row that cannot be put into it. Holds no password. */
export class IndexError extends Error {
  readonly code: IndexErrorCode;

  constructor(code: IndexErrorCode, message: string) {
    super(message);
    this.name = "IndexError";
    this.code = code;
  }
}
