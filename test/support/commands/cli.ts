/** The executable as users run it: spawned, with its own environment. */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { dialects } from "../../../src/model/dialect.ts";
import { openTestServer, PASSWORD, USER } from "../servers/catalog.ts";
import { root } from "../project/sources.ts";

/** The executable. */
export const EXECUTABLE = join(root, "bin", "plumbline.js");

/** What a command did. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a command is run. */
export interface RunOptions {
  readonly url?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Called with the running child, for signals. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** The variables of the tests, without what would speak for a command. */
export function cleanEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("PLUMBLINE_") && name !== "FORCE_COLOR",
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, value ?? ""]));
}

/** Runs the executable to its end. */
export function runCli(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const target: Record<string, string> =
    options.url === undefined
      ? {}
      : { PLUMBLINE_URL: options.url, PLUMBLINE_USER: USER, PLUMBLINE_PASSWORD: PASSWORD };
  const env = { ...cleanEnvironment(), NO_COLOR: "1", ...target, ...options.env };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [EXECUTABLE, ...args], {
      cwd: options.cwd ?? root,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk: Buffer) => (output.stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output.stderr += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, ...output }));
    options.onStart?.(child);
  });
}

/** A server process. */
export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Ends it with a signal and waits for its end. */
  readonly end: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** How a server process is started. */
export interface ServerOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What is started instead of the executable, by the Node that runs the tests. */
  readonly command?: readonly [string, ...string[]];
  /** Whether the process itself makes the first contents of its folder. */
  readonly isFirst?: boolean;
}

/**
 * Starts `plumbline serve` on a free port and waits until it listens. A new folder is filled before, unless
 * the first start is the subject or the environment gives passwords.
 */
export async function startServer(
  data: string,
  options: ServerOptions = {},
): Promise<ServerProcess> {
  const { args = [], isFirst = options.env !== undefined } = options;
  const isNew = !existsSync(data) || readdirSync(data).length === 0;
  if (isNew && !isFirst) await fillFolder(data, args);
  return startProcess(["--data", data], options);
}

/** Starts `plumbline serve` on what lies at a path of a data directory. */
export function startDirectory(path: string, options: ServerOptions = {}): Promise<ServerProcess> {
  return startProcess(["--from", path], options);
}

/**
 * As a first start leaves a folder, with its own catalog in every lane: the process is told of no other. But hashes and
 * keys cost little to derive at each start.
 */
async function fillFolder(data: string, args: readonly string[]): Promise<void> {
  const dialect = dialects.find((name) => name === args[args.indexOf("--dialect") + 1]);
  const keystore = { password: undefined };
  const options = { keystore, shared: undefined, ...(dialect === undefined ? {} : { dialect }) };
  await (await openTestServer(data, options)).close();
}

function startProcess(place: readonly string[], options: ServerOptions): Promise<ServerProcess> {
  const env = {
    ...cleanEnvironment(),
    PLUMBLINE_ADMIN_USER: USER,
    PLUMBLINE_ADMIN_PASSWORD: PASSWORD,
    ...options.env,
  };
  const [program, ...before] = options.command ?? [process.execPath, EXECUTABLE];
  const args = [
    ...before,
    "serve",
    "--port",
    "0",
    ...place,
    "--log-level",
    "warn",
    ...(options.args ?? []),
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    const ended = new Promise<number | null>(
      (done) => void child.on("close", (code) => done(code)),
    );
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
      const url = /Listening on (https?:\/\/[^\s"]+)\/rest\b/.exec(stdout)?.[1];
      if (url === undefined) return;
      const end = async (signal: NodeJS.Signals = "SIGTERM") => {
        child.kill(signal);
        return ended;
      };
      resolve({ url, child, stdout: () => stdout, stderr: () => stderr, end });
    });
    void ended.then((code) => reject(new Error(`the server ended with ${code}: ${stderr}`)));
  });
}
