/**
 * Runs git without a terminal, with a timeout, shielded from what a repository, an outer git or
 * this process could inject. Credentials are left to git: helpers, agents and account settings
 * stay in force.
 */
import { spawn, type ChildProcess } from "node:child_process";
import type { Environment } from "../../../model/environment.ts";
import { gitSource as limits } from "../../../model/limits.ts";
import { TRANSPORTS, withoutUserinfo, GitSourceError } from "./repository-address.ts";

export interface GitRun {
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Of `GIT_*` only variables for the access to servers are passed, of `PLUMBLINE_*` none. */
  readonly environment: Environment;
  readonly variables?: Readonly<Record<string, string>>;
  /** Passed by environment, not on the command line. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Without account and machine settings: the same files result everywhere. */
  readonly isPlain?: boolean;
}

export interface GitEnd {
  readonly code: number | null;
  readonly stdout: string;
  /** Without credentials, cut to message length. */
  readonly stderr: string;
}

/** Fixed settings: no hooks run, and no background work continues. */
const ALWAYS: Readonly<Record<string, string>> = {
  "core.hooksPath": "/dev/null",
  "core.fsmonitor": "false",
  "gc.autoDetach": "false",
  "maintenance.autoDetach": "false",
  "submodule.recurse": "false",
};

/** Any exit code is a result. Throws GitSourceError without git, on a timeout or an abort. */
export async function runGit(args: readonly string[], run: GitRun): Promise<GitEnd> {
  if (run.signal.aborted) throw closedError();
  const child = spawn("git", args, {
    cwd: run.cwd,
    env: environmentOf(run),
    stdio: ["ignore", "pipe", "pipe"],
    // Its own session has no terminal for ssh prompts, and can be killed as a group.
    detached: true,
  });
  let ending: "timeout" | "closed" | undefined;
  const end = (reason: "timeout" | "closed") => {
    ending ??= reason;
    signalGroup(child, "SIGTERM");
    setTimeout(() => signalGroup(child, "SIGKILL"), limits.killAfterMs).unref();
  };
  const timer = setTimeout(() => end("timeout"), run.timeoutMs);
  const close = () => end("closed");
  run.signal.addEventListener("abort", close, { once: true });
  try {
    const ended = await collect(child);
    if (ending === "timeout") throw timeoutError(run.timeoutMs);
    if (ending === "closed") throw closedError();
    return ended;
  } finally {
    clearTimeout(timer);
    run.signal.removeEventListener("abort", close);
  }
}

function collect(child: ChildProcess): Promise<GitEnd> {
  const output: Buffer[] = [];
  let message = "";
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => {
      if (message.length < limits.messageCharacters) message += chunk.toString();
    });
    child.on("error", (error: NodeJS.ErrnoException) => reject(startError(error)));
    child.on("close", (code) => {
      const stderr = withoutUserinfo(message).slice(0, limits.messageCharacters).trim();
      resolve({ code, stdout: Buffer.concat(output).toString(), stderr });
    });
  });
}

function signalGroup({ pid, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // Just ended.
  }
}

/** Variables that control access to servers; all others of git could redirect a run. */
const KEPT =
  /^GIT_(?:ASKPASS|SSH|SSH_COMMAND|SSH_VARIANT|SSL_\w+|HTTP_\w+|PROXY_\w+|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM))$/;

function environmentOf({
  environment,
  variables,
  settings,
  isPlain = false,
}: GitRun): NodeJS.ProcessEnv {
  const own = Object.entries(environment).filter(([name]) =>
    name.startsWith("GIT_") ? KEPT.test(name) : !name.startsWith("PLUMBLINE_"),
  );
  const given = isPlain ? [] : settingsOfProcess(environment);
  return {
    ...Object.fromEntries(own),
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ALLOW_PROTOCOL: TRANSPORTS.join(":"),
    GIT_OPTIONAL_LOCKS: "0",
    ...(isPlain ? { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" } : {}),
    ...variables,
    ...settingVariables([...given, ...Object.entries({ ...ALWAYS, ...settings })]),
  };
}

/** Settings passed to this process by environment, such as a credential helper. */
function settingsOfProcess(environment: Environment): readonly [string, string][] {
  const count = Number(environment["GIT_CONFIG_COUNT"] ?? 0);
  if (!Number.isInteger(count) || count < 0 || count > limits.settings) return [];
  return Array.from({ length: count }, (_unused, index): [string, string] => [
    environment[`GIT_CONFIG_KEY_${index}`] ?? "",
    environment[`GIT_CONFIG_VALUE_${index}`] ?? "",
  ]).filter(([name]) => name !== "");
}

function settingVariables(settings: readonly [string, string][]): Record<string, string> {
  const pairs = settings.flatMap(([name, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, name],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { ...Object.fromEntries(pairs), GIT_CONFIG_COUNT: String(settings.length) };
}

function startError(error: NodeJS.ErrnoException): GitSourceError {
  const message = error.code === "ENOENT" ? "There is no git here" : `git: ${error.code}`;
  return new GitSourceError("no-git", message, "Install git, 2.31 or later, and put it on PATH.");
}

function timeoutError(ms: number): GitSourceError {
  const hint = "It is tried again. If it always is too slow, fetch less: a smaller repository.";
  return new GitSourceError("timeout", `git took longer than ${ms / 1_000} seconds`, hint);
}

export function closedError(): GitSourceError {
  return new GitSourceError("closed", "The repository is not followed any more", "Open it again.");
}
