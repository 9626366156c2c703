/** A plan is not of the manifests as they are any more. */
import { Failure } from "../model/failure.ts";

/** The manifests are not what they were when the plan was made. */
export class ManifestsChangedError extends Failure {
  constructor() {
    super("The manifests, or files they name, have changed since the plan was made");
    this.name = "ManifestsChangedError";
  }
}
