/** What came of a harvest: the files that were looked at, and what they did to the index. */

/** Whether a harvest is still at work, came to its end, or gave up. */
export type HarvestState = "running" | "done" | "failed";

/** A file that is not in the index, and why. */
export interface SkippedFile {
  /** Path as the harvest met it. */
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
    /** All of them, also those that `skipped` does not name. */
    readonly skipped: number;
  };
  readonly granules: { readonly added: number; readonly replaced: number };
  /** The first of the skipped files, as many as are named (`limits.ts`, `harvest`). */
  readonly skipped: readonly SkippedFile[];
  /** Why the harvest gave up; null unless it failed. */
  readonly message: string | null;
  readonly started: string;
  /** Null while it runs. */
  readonly ended: string | null;
}
