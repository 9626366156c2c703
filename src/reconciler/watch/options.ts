/** Options and events of a watch. */
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
  /** How long the folder must be unchanged before a load. */
  readonly quietMs: number;
  /** The same before a deletion or recreation. */
  readonly deleteQuietMs: number;
  readonly pollMs: number;
  readonly resyncMs: number;
  /** Between two fetches of the branch. */
  readonly gitMs: number;
  /** The first and the longest wait after failures. */
  readonly retryBaseMs: number;
  readonly retryCapMs: number;
}

/** The default times. */
export const usualTimes: WatchTimes = limits;

export interface FolderSource {
  /** Rejects on failure; the folder then stays as it was. */
  readonly fetch: () => Promise<{
    readonly commit: string;
    readonly changed: boolean;
    /** The commit before is not in the history of this one. */
    readonly rewritten?: boolean;
  }>;
}

/** Events of a watch. */
export type WatchEvent =
  | PassEvent
  /** Another process holds the lock. Sent once for each lease. */
  | { readonly type: "locked"; readonly lease: Lease }
  /** A failure outside of a pass: of the source, of file watching, or of a check of the server. */
  | { readonly type: "trouble"; readonly diagnostic: Diagnostic };

export interface WatchOptions {
  readonly situate: () => Promise<FoundContext>;
  readonly policy: DriftPolicy;
  readonly times: WatchTimes;
  readonly holder: Holder & Here;
  readonly explain: (error: unknown, url: string) => Diagnostic;
  readonly source?: FolderSource | undefined;
  /** For the estate's history; the commit is that of the source. */
  readonly by?: ((commit: string | undefined) => Promise<RunBy>) | undefined;
  readonly onPass: (end: PassEnd) => void;
  readonly onEvent: (event: WatchEvent) => void;
  /** For documents of plans. */
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  /** From 0 to 1, for jitter. */
  readonly random?: () => number;
}
