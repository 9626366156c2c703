/** What can go wrong with a branch that is followed: one error with a reason and a way out. */
import { Failure } from "../../../model/failure.ts";

/** Why a branch cannot be followed, or could not be fetched this time. */
export type GitErrorCode =
  /** What was asked for is not a repository, branch or path that is followed. */
  | "refused"
  /** There is no git on this machine. */
  | "no-git"
  | "unreachable"
  | "denied"
  | "branch-missing"
  | "path-missing"
  /** The tree needs a submodule, which is not fetched. */
  | "submodule"
  /** A link of the tree leads out of it. */
  | "link-outside"
  | "timeout"
  | "closed"
  | "failed";

/** A branch cannot be followed. The message holds no credentials; `hint` says what to do. */
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
