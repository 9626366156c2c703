/** Events and reports of a run. */
import type { PlannedStep } from "../plan/plan.ts";

/** Done, refused by the server, without a response, or not tried. */
export type Outcome = "done" | "refused" | "unknown" | "skipped";

/** A request and its outcome. */
export interface StepReport {
  readonly step: PlannedStep;
  readonly outcome: Outcome;
  readonly status: number | undefined;
  /** The server's message, or why there is none; for a success, the kind's note. */
  readonly message: string | undefined;
}

/** What happens while a plan runs. */
export type ExecuteEvent = { readonly index: number; readonly total: number } & (
  | { readonly type: "started"; readonly step: PlannedStep }
  | {
      /** A request without a clear response is repeated after a pause. */
      readonly type: "retrying";
      readonly step: PlannedStep;
      /** The next attempt, from 2. */
      readonly attempt: number;
      readonly pauseMs: number;
      readonly message: string | undefined;
    }
  | { readonly type: "ended"; readonly report: StepReport }
);
