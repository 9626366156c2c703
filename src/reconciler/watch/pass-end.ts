/** What watch mode reports: the end of each pass, and its state between passes. */
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Plan } from "../engine/plan/plan.ts";
import type { KeptHealth } from "../inventory/kept-health.ts";
import type { Lease } from "../lock/lease.ts";
import type { Drifted } from "../drift.ts";
import type { WholePlan } from "../report/document-schema.ts";

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
 * In order: nothing to do; changes made; a guard waits for an approval; broken manifests, the last
 * good ones stay in force; server or requests failed; drift is only reported; an object failed too
 * often and is skipped.
 */
export const passResults = [
  "converged",
  "applied",
  "waiting",
  "degraded",
  "failed",
  "drifted",
  "suspended",
] as const;

export type PassResult = (typeof passResults)[number];

/** How an object stands. */
export const syncs = ["in-step", "differs", "missing", "drifted", "suspended"] as const;

export interface ObjectStatus {
  readonly address: string;
  readonly sync: (typeof syncs)[number];
  readonly owned: boolean;
}

/** The end of one pass. */
export interface PassEnd {
  /** Unique among the passes of an estate. */
  readonly id: string;
  readonly estate: string;
  /** Without credentials. */
  readonly url: string;
  readonly trigger: Trigger;
  readonly result: PassResult;
  /** Start in milliseconds since 1970, and duration. */
  readonly startedAt: number;
  readonly tookMs: number;
  /** Commit of the folder, if it comes from git. */
  readonly commit: string | undefined;
  readonly plan: Plan | undefined;
  /** Requests that wrote to the catalog, and those that failed. */
  readonly writes: number;
  readonly failures: number;
  readonly drifted: readonly Drifted[];
  readonly objects: readonly ObjectStatus[];
  /** What the maps are like; undefined where the pass did not look. */
  readonly health?: KeptHealth | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export interface WaitingPlan {
  readonly digest: string;
  readonly created: string;
  readonly blocks: readonly string[];
  /** The plan's document, and the same as text. */
  readonly plan: WholePlan;
  readonly text: string;
}

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
  /** The lease that the watch waits for. */
  readonly lockedBy: Lease | undefined;
  readonly lastPass: PassEnd | undefined;
  /** End of the last pass that left everything in sync, in milliseconds since 1970. */
  readonly lastSuccessAt: number | undefined;
  readonly waiting: readonly WaitingPlan[];
}
