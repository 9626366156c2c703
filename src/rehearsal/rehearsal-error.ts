/** Errors that end a rehearsal. */
import { Failure } from "../model/failure.ts";
import { rehearsal as limits } from "../model/limits.ts";

/** The plan reaches more of the catalog than a rehearsal copies. */
export class RehearsalTooLargeError extends Failure {
  constructor() {
    super(
      `The plan reaches more of the catalog than a rehearsal copies (${limits.requests} requests)`,
    );
    this.name = "RehearsalTooLargeError";
  }
}

/** The copy failed; the plan and the server are not the cause. */
export class CopyFailedError extends Failure {
  constructor(cause: Error) {
    super(`The copy that the plan is rehearsed on failed, not the server: ${cause.message}`, {
      cause,
    });
    this.name = "CopyFailedError";
  }
}

/** The user ended the rehearsal before the plan ran. */
export class RehearsalInterruptedError extends Failure {
  constructor() {
    super("The rehearsal was ended");
    this.name = "RehearsalInterruptedError";
  }
}
