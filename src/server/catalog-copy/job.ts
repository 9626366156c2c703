/** What a copy of a catalog is given, and what it gives. */
import type { CatalogAddress } from "../storage/postgres-url.ts";

/** How far a copy is. */
export interface CopyStep {
  readonly phase: "files" | "rows" | "comparing";
  /** Files or rows of this phase so far. */
  readonly count: number;
}

/** Both places of a copy. */
export interface CopyJob {
  /** The data folder. */
  readonly folder: string;
  readonly address: CatalogAddress;
  /** The folder for the files of mosaics that goes with the database. */
  readonly files: string;
  /** Gives ISO 8601 times. */
  readonly now: () => string;
  readonly onStep: (step: CopyStep) => void;
}

/** What was copied; both sides have these digests. */
export interface CopiedCatalog {
  /** The id of the catalog, the same on both sides. */
  readonly catalog: string;
  readonly revision: number;
  readonly rows: { readonly count: number; readonly digest: string };
  readonly files: { readonly count: number; readonly bytes: number; readonly digest: string };
  /** What was not copied, in sentences. */
  readonly notes: readonly string[];
}

/** Counts within a phase. */
export function counter(
  { onStep }: Pick<CopyJob, "onStep">,
  phase: CopyStep["phase"],
): (more?: number) => void {
  let count = 0;
  onStep({ phase, count });
  return (more = 1) => onStep({ phase, count: (count += more) });
}
