/** Why a rehearsal ends without a result. */
import { Failure } from "../model/failure.ts";
import { rehearsal as limits } from "../model/limits.ts";

/** The part of the catalog that a rehearsal needs is larger than one may be. */
export class RehearsalTooLargeError extends Failure {
  constructor() {
    super(
      `The plan reaches more of the catalog than a rehearsal copies (${limits.requests} requests)`,
    );
    this.name = "RehearsalTooLargeError";
  }
}

/** The copy itself failed: neither the plan nor the server at the other end is to blame. */
export class CopyFailedError extends Failure {
  constructor(cause: Error) {
    super(`The copy that the plan is rehearsed on failed, not the server: ${cause.message}`, {
      cause,
    });
    this.name = "CopyFailedError";
  }
}

/** Somebody ended the rehearsal before the plan ran. */
export class RehearsalInterruptedError extends Failure {
  constructor() {
    super("The rehearsal was ended");
    this.name = "RehearsalInterruptedError";
  }
}
