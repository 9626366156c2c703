/** What is reported of a run, while it is under way and afterwards. */
import type { PlannedStep } from "../plan/plan.ts";

/** What became of a request: done, refused by the server, no answer, or not tried. */
export type Outcome = "done" | "refused" | "unknown" | "skipped";

/** A request with what became of it. */
export interface StepReport {
  readonly step: PlannedStep;
  readonly outcome: Outcome;
  readonly status: number | undefined;
  /**
   * What the server said, or why there was no answer; of a request that worked, what its kind finds
   * worth reporting.
   */
  readonly message: string | undefined;
}

/** What happens while a plan runs. */
export type ExecuteEvent =
  | {
      readonly type: "started";
      readonly index: number;
      readonly total: number;
      readonly step: PlannedStep;
    }
  | {
      /** A request without a clear answer is sent again after a pause. */
      readonly type: "retrying";
      readonly index: number;
      readonly total: number;
      readonly step: PlannedStep;
      /** The attempt to come, from 2. */
      readonly attempt: number;
      readonly pauseMs: number;
      /** What there was of an answer. */
      readonly message: string | undefined;
    }
  | {
      readonly type: "ended";
      readonly index: number;
      readonly total: number;
      readonly report: StepReport;
    };
