/** What watch mode reports about itself: how each pass ended, and how things stand between passes. */
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Plan } from "../engine/plan/plan.ts";
import type { Lease } from "../lock/lease.ts";
import type { Drifted } from "../drift.ts";
import type { WholePlan } from "../report/document-schema.ts";

/** Reasons to run a pass. */
export type Trigger =
  | "start"
  | "files"
  | "git"
  | "poll"
  | "resync"
  | "approval"
  | "request"
  | "retry";

/**
 * How a pass ended: nothing to do; changes made; a guard waits for an approval; manifests are
 * broken and the last good ones stand; server or requests failed; live state differs and is only
 * reported; an object is skipped because it failed too often.
 */
export type PassResult =
  | "converged"
  | "applied"
  | "waiting"
  | "degraded"
  | "failed"
  | "drifted"
  | "suspended";

/** One object as a pass found it. */
export interface ObjectStatus {
  /** Text of the address. */
  readonly address: string;
  readonly sync: "in-step" | "differs" | "missing" | "drifted" | "suspended";
  readonly owned: boolean;
}

/** The end of one pass. */
export interface PassEnd {
  /** Unique among the passes of an estate. */
  readonly id: string;
  readonly estate: string;
  /** Address of the server without credentials. */
  readonly url: string;
  readonly trigger: Trigger;
  readonly result: PassResult;
  /** Begin, in milliseconds since 1970, and how long it took. */
  readonly startedAt: number;
  readonly tookMs: number;
  /** Commit of the folder, where it comes from git. */
  readonly commit: string | undefined;
  /** The plan of the pass; undefined when none could be made. */
  readonly plan: Plan | undefined;
  /** Requests that wrote to the catalog, and those that failed. */
  readonly writes: number;
  readonly failures: number;
  readonly drifted: readonly Drifted[];
  readonly objects: readonly ObjectStatus[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A plan that waits for somebody's approval. */
export interface WaitingPlan {
  readonly digest: string;
  readonly created: string;
  readonly blocks: readonly string[];
  /** The document of the plan, and the same as text. */
  readonly plan: WholePlan;
  readonly text: string;
}

/** How things stand now. */
export interface WatchState {
  readonly state:
    | "starting"
    | "applying"
    | "converged"
    | "drifted"
    | "waiting"
    | "degraded"
    | "failing"
    | "suspended"
    | "locked";
  readonly serverReachable: boolean;
  /** What somebody else holds, while the watch waits for it. */
  readonly lockedBy: Lease | undefined;
  readonly lastPass: PassEnd | undefined;
  /** End of the last pass that left everything as declared, in milliseconds since 1970. */
  readonly lastSuccessAt: number | undefined;
  readonly waiting: readonly WaitingPlan[];
}
