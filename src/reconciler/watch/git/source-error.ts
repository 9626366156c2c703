/** The error of a followed branch. */
import { Failure } from "../../../model/failure.ts";

export type GitErrorCode =
  | "refused"
  | "no-git"
  | "unreachable"
  | "denied"
  | "branch-missing"
  | "path-missing"
  | "submodule"
  | "link-outside"
  | "timeout"
  | "closed"
  | "failed";

/** The message holds no credentials; `hint` says what to do. */
export class GitSourceError extends Failure {
  readonly code: GitErrorCode;
  readonly hint: string;

  constructor(code: GitErrorCode, message: string, hint: string) {
    super(message);
    this.name = "GitSourceError";
    this.code = code;
    this.hint = hint;
  }
}
