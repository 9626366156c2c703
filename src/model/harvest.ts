/** Reports of harvests. */

/** State of a harvest. */
export type HarvestState = "running" | "done" | "failed";

/** A file that was not indexed, and why. */
export interface SkippedFile {
  /** Path as the harvest found it. */
  readonly file: string;
  readonly reason: string;
}

/** A harvest; times are ISO 8601. */
export interface HarvestReport {
  readonly id: string;
  readonly workspace: string;
  readonly store: string;
  readonly state: HarvestState;
  readonly files: {
    readonly found: number;
    readonly harvested: number;
    /** All, including those that `skipped` does not list. */
    readonly skipped: number;
  };
  readonly granules: { readonly added: number; readonly replaced: number };
  /** The first skipped files (`limits.ts`, `harvest`). */
  readonly skipped: readonly SkippedFile[];
  /** Reason of a failure; otherwise null. */
  readonly message: string | null;
  readonly started: string;
  /** Null while running. */
  readonly ended: string | null;
}
