/** What a watch is started with, and what it reports while it runs. */
import type { Diagnostic } from "../../model/diagnostic.ts";
import { watch as limits } from "../../model/limits.ts";
import type { RunBy } from "../inventory/history.ts";
import type { Here, Holder, Lease } from "../lock/lease.ts";
import type { DriftPolicy } from "./drift.ts";
import type { PassEnd } from "./pass-end.ts";
import type { PassEvent } from "./pass.ts";
import type { FoundContext } from "./context.ts";

/** Times of a watch, in milliseconds. */
export interface WatchTimes {
  /** How long nothing may have changed under the folder before it is loaded. */
  readonly quietMs: number;
  /** The same before anything is deleted or recreated. */
  readonly deleteQuietMs: number;
  readonly pollMs: number;
  readonly resyncMs: number;
  /** Between two looks at a git repository. */
  readonly gitMs: number;
  /** Before the first attempt after a failure, and at most before later ones. */
  readonly retryBaseMs: number;
  readonly retryCapMs: number;
}

/** The times when nobody says others. */
export const usualTimes: WatchTimes = {
  quietMs: limits.quietMs,
  deleteQuietMs: limits.deleteQuietMs,
  pollMs: limits.pollMs,
  resyncMs: limits.resyncMs,
  gitMs: limits.gitMs,
  retryBaseMs: limits.retryBaseMs,
  retryCapMs: limits.retryCapMs,
};

/** A place that the folder comes from. */
export interface FolderSource {
  /** Brings the folder up to date. Rejects when that fails; the folder stays as it was. */
  readonly fetch: () => Promise<{
    readonly commit: string;
    readonly changed: boolean;
    /** The commit before is not part of the history of this one. */
    readonly rewritten?: boolean;
  }>;
}

/** What a watch reports while it runs. */
export type WatchEvent =
  | PassEvent
  /** Somebody else holds the lock: the watch waits. Told once for each lease. */
  | { readonly type: "locked"; readonly lease: Lease }
  /** What went wrong beside a pass: the folder's source or the system's ear for changes. */
  | { readonly type: "trouble"; readonly diagnostic: Diagnostic };

/** What a watch needs. */
export interface WatchOptions {
  readonly situate: () => Promise<FoundContext>;
  readonly policy: DriftPolicy;
  readonly times: WatchTimes;
  readonly holder: Holder & Here;
  /** The diagnostic for a failure. */
  readonly explain: (error: unknown, url: string) => Diagnostic;
  readonly source?: FolderSource | undefined;
  /** Who runs plans, for the history of the estate; the commit is that of the source. */
  readonly by?: ((commit: string | undefined) => Promise<RunBy>) | undefined;
  readonly onPass: (end: PassEnd) => void;
  readonly onEvent: (event: WatchEvent) => void;
  /** Version of the program, for documents of plans. */
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  /** Numbers from 0 to 1, for times that are spread. */
  readonly random?: () => number;
}
