/** Exit codes of all commands (docs/reference.md, "Exit codes"). */
export const exitCodes = {
  success: 0,
  error: 1,
  changes: 2,
  blocked: 3,
  stale: 4,
  locked: 5,
  partial: 6,
  unhealthy: 7,
  usage: 64,
  interrupted: 130,
} as const;

/** Exit code of a command. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/**
 * Priority for a run over several targets: interrupted by the user, catalog in an intermediate
 * state, errors, a user's decision needed, retry may help, maps that are not as declared, success.
 */
export const worstFirst: readonly (keyof typeof exitCodes)[] = [
  "interrupted",
  "partial",
  "error",
  "usage",
  "blocked",
  "stale",
  "locked",
  "unhealthy",
  "changes",
  "success",
];

/** The worst code; success for none. */
export function worst(codes: readonly ExitCode[]): ExitCode {
  return (
    worstFirst.map((name) => exitCodes[name]).find((code) => codes.includes(code)) ??
    exitCodes.success
  );
}

/** Meaning of each code; the documentation is generated from it. */
export const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  success: "Success. `plan`: nothing to do, or changes without `--detailed-exitcode`.",
  error:
    "Error: invalid manifests, unreadable files, server not reachable or not readable; `rehearse`: something that the plan changes could not be copied; `doctor`: something failed; `check`: something in the data folder is wrong.",
  changes:
    "Success with changes: `plan`, `apply` or `destroy` with `--detailed-exitcode`; `drift` that found drift, `doctor --for` that found something, `diff` of what differs, `fmt --check` or `--diff` of what is not in form.",
  blocked:
    "Blocked: the plan holds a danger that was not accepted, or `destroy` was not confirmed. Nothing was changed. `rehearse`: an apply would be. `plan` with `--detailed-exitcode`: an apply would be, whatever it changes.",
  stale:
    "Stale: a plan file has expired or is for something else, or manifests or catalog are not what the plan was made for; `approve`: no plan of that digest waits. Nothing was changed.",
  locked:
    "Locked by another run, or the lock is out of reach. Nothing was changed. `check`: nothing wrong was found, and files that a server was changing were not looked at.",
  partial:
    "Partial: some requests failed, or the server does not hold what it was sent. Run again. `rehearse`: an apply would end like that.",
  unhealthy:
    "Unhealthy: `verify` or `apply --verify` found something degraded or exposed. What an apply changed is kept.",
  usage: "Usage: wrong flags or arguments, or a question that nobody was there to answer.",
  interrupted: "Interrupted: the request in flight was finished, the rest was not tried.",
};
