/** Input, progress and result of a catalog copy. */
import type { CatalogAddress } from "../storage/postgres-url.ts";

export interface CopyStep {
  readonly phase: "files" | "rows" | "comparing";
  /** Files or rows of this phase so far. */
  readonly count: number;
}

export interface CopyJob {
  readonly folder: string;
  readonly address: CatalogAddress;
  /** The folder for the mosaic files that belong to the database. */
  readonly files: string;
  /** Returns ISO 8601 times. */
  readonly now: () => string;
  readonly onStep: (step: CopyStep) => void;
}

export interface CopiedCatalog {
  /** The id is the same on both sides, and so are all digests. */
  readonly catalog: string;
  readonly revision: number;
  readonly rows: { readonly count: number; readonly digest: string };
  readonly files: { readonly count: number; readonly bytes: number; readonly digest: string };
  readonly notes: readonly string[];
}

export function counter(
  { onStep }: Pick<CopyJob, "onStep">,
  phase: CopyStep["phase"],
): (more?: number) => void {
  let count = 0;
  onStep({ phase, count });
  return (more = 1) => onStep({ phase, count: (count += more) });
}
