/**
 * Validates repository addresses, branches and paths. Refuses git options, programs to run, and
 * paths out of the tree.
 */
import { isAbsolute, posix, resolve } from "node:path";
import { withoutEnd } from "../../../model/trim.ts";
import { Failure } from "../../../model/failure.ts";

/** Transports that git may use, also after a redirect. */
export const TRANSPORTS = ["file", "http", "https", "ssh"] as const;

const ADDRESS_HINT =
  "Give https://HOST/PATH, ssh://USER@HOST/PATH, USER@HOST:PATH, file:///PATH or a path on this machine.";

/** The address for git; paths become absolute. Throws GitSourceError. */
export function repositoryAddress(given: string): string {
  const refuse = (reason: string) =>
    new GitSourceError("refused", `${withoutUserinfo(given)} ${reason}`, ADDRESS_HINT);
  if (given === "" || /[\0-\x1f\x7f]/.test(given))
    throw new GitSourceError("refused", "The address of the repository is not one", ADDRESS_HINT);
  if (given.startsWith("-")) throw refuse("would be an option of git, not an address");
  if (/^[\w+.-]+::/.test(given)) throw refuse("would start a program instead of fetching");
  if (isAbsolute(given) || /^\.\.?(?:\/|$)/.test(given)) return resolve(given);
  if (/^[\w+.-]+:\/\//.test(given)) return urlAddress(given, refuse);
  const host = /^(?:[\w.+-]+@)?([\w.-]+):[^:]/.exec(given)?.[1];
  if (host === undefined || host.startsWith("-")) throw refuse("is not an address of a repository");
  return given;
}

function urlAddress(given: string, refuse: (reason: string) => GitSourceError): string {
  const url = URL.parse(given);
  const scheme = url?.protocol.slice(0, -1) ?? "";
  if (!TRANSPORTS.some((known) => known === scheme))
    throw refuse(`uses a transport that is not followed (${TRANSPORTS.join(", ")})`);
  if (url === null || url.hostname.startsWith("-") || (scheme !== "file" && url.hostname === ""))
    throw refuse("names no usable host");
  return given;
}

/** Removes user names and passwords from addresses in a text. */
export function withoutUserinfo(text: string): string {
  return text.replaceAll(/(?<=\w:\/\/)[^/\s'"]*@/g, "");
}

/** Validates a branch name. Throws GitSourceError. */
export function branchName(given: string): string {
  // The rules of git-check-ref-format, as far as a name can break them.
  const isBad =
    given === "" ||
    /^[-/.]|[/.]$|\/\/|\.\.|\/\.|\.lock(?:\/|$)|@\{|[\0-\x20\x7f~^:?*[\\]/.test(given) ||
    given === "@";
  if (!isBad) return given;
  const hint = "Give the name of a branch without refs/heads/, for example main.";
  throw new GitSourceError("refused", `${JSON.stringify(given)} is not a name of a branch`, hint);
}

/** A folder in the repository, "." for all of it. Throws GitSourceError. */
export function pathInside(given: string): string {
  const normal = posix.normalize(given === "" ? "." : given);
  const path = withoutEnd(normal, "/") || normal.slice(0, 1);
  const isOutside = path === ".." || path.startsWith("../") || posix.isAbsolute(path);
  const isGits = path.split("/").some((part) => part.toLowerCase() === ".git");
  if (!isOutside && !isGits && !/[\0-\x1f]/.test(path)) return path;
  const hint = "Give the folder of the manifests as it is called in the repository.";
  throw new GitSourceError(
    "refused",
    `${JSON.stringify(given)} is no folder of a repository`,
    hint,
  );
}

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
