/** The error for a plan whose manifests changed. */
import { Failure } from "../model/failure.ts";

/** The manifests or their files changed since the plan was made. */
export class ManifestsChangedError extends Failure {
  constructor() {
    super("The manifests, or files they name, have changed since the plan was made");
    this.name = "ManifestsChangedError";
  }
}
