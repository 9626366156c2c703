/** Processes for the bench: started, watched for memory, ended. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { processorTime } from "../processor-time.ts";

const PASSWORD = "a password for the bench";

/** What a process took. */
export interface Measured {
  readonly code: number | null;
  readonly seconds: number;
  /** Seconds that its threads computed; 0 where the system does not show it. */
  readonly cpuSeconds: number;
  readonly peakBytes: number;
  readonly requests: number;
  readonly stderr: string;
}

/** A server process and the environment of its clients. */
export interface BenchServer {
  readonly env: Readonly<Record<string, string>>;
  /** The most memory it had so far. */
  readonly peakBytes: () => number;
  readonly residentBytes: () => number;
  /** Seconds that its threads computed so far; 0 where the system does not show it. */
  readonly cpuSeconds: () => number;
  readonly end: () => Promise<void>;
}

/** How a server is started. */
export interface ServerSettings {
  /** Further flags of `plumbline serve`. */
  readonly flags?: readonly string[] | undefined;
  /** With `ignore` its log goes to /dev/null, and nobody learns from it why a server did not start. */
  readonly log?: "pipe" | "ignore" | undefined;
  /** Whether its catalog is one that servers share, which need the password of the keystore too. */
  readonly isShared?: boolean;
  /** How much longer each sync of a file takes; needs strace. */
  readonly moreSyncMs?: number;
}

/** Starts a catalog server on a folder. */
export function startServer(
  cli: string,
  data: string,
  { flags = [], log, isShared = false, moreSyncMs = 0 }: ServerSettings = {},
): Promise<BenchServer> {
  const args = [cli, "serve", "--port", "0", "--data", data, "--log-level", "error", ...flags];
  const passwords = {
    PLUMBLINE_ADMIN_PASSWORD: PASSWORD,
    ...(isShared && { PLUMBLINE_MASTER_PASSWORD: PASSWORD }),
  };
  return startListening(args, passwords, {
    log,
    under: moreSyncMs === 0 ? [] : slowSyncs(moreSyncMs),
  });
}

/** The program that runs another one with syncs that take longer. It is no parent of that one. */
function slowSyncs(moreMs: number): readonly string[] {
  const calls = "fdatasync,fsync";
  const inject = `inject=${calls}:delay_exit=${moreMs * 1_000}`;
  return [
    "strace",
    "-D",
    "-f",
    "-qq",
    "--seccomp-bpf",
    "-o",
    "/dev/null",
    "-e",
    `trace=${calls}`,
    "-e",
    inject,
  ];
}

/** Starts a Node program that serves and says where it listens; `under` is a program that runs it. */
export function startListening(
  args: readonly string[],
  more: Readonly<Record<string, string>>,
  {
    log = "pipe",
    under = [],
  }: Pick<ServerSettings, "log"> & { readonly under?: readonly string[] } = {},
): Promise<BenchServer> {
  const env = { ...process.env, ...more };
  const [program = "", ...all] = [...under, process.execPath, ...args];
  const child = spawn(program, all, { env, stdio: ["ignore", "pipe", log] });
  child.on("error", () => undefined);
  const ended = new Promise<void>((resolve) => void child.on("close", () => resolve()));
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
    void ended.then(() => reject(new Error(`The server ended: ${said}`)));
    child.stdout?.on("data", (chunk: Buffer) => {
      const url = /Listening on (\S+)\/rest/.exec(chunk.toString())?.[1] ?? "";
      const client = { PLUMBLINE_URL: url, PLUMBLINE_USER: "admin", PLUMBLINE_PASSWORD: PASSWORD };
      const end = async () => {
        child.kill();
        await ended;
      };
      const { pid } = child;
      resolve({
        env: client,
        peakBytes: () => peakOf(pid),
        residentBytes: () => memoryOf(pid, "VmRSS"),
        cpuSeconds: () => cpuOf(pid),
        end,
      });
    });
  });
}

/** Runs a Node program to its end, counting requests by what it or the server says. */
export function measure(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Measured> {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env, PLUMBLINE_STATISTICS: "1", NO_COLOR: "1" },
  });
  let [peakBytes, cpuSeconds] = [0, 0];
  let output = "";
  let stderr = "";
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, peakOf(child.pid));
    cpuSeconds = Math.max(cpuSeconds, cpuOf(child.pid));
  }, 20);
  child.stdout.on("data", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2_000)));
  child.stderr.on("data", (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-2_000)));
  return new Promise((resolve) => {
    child.on("close", (code) => {
      clearInterval(watch);
      const seconds = (performance.now() - started) / 1_000;
      const requests = Number(/(\d+) requests sent/.exec(stderr + output)?.[1] ?? 0);
      resolve({ code, seconds, cpuSeconds, peakBytes, requests, stderr });
    });
  });
}

/** The high-water mark of a process's memory, as the kernel keeps it. */
function peakOf(pid: number | undefined): number {
  return memoryOf(pid, "VmHWM");
}

function memoryOf(pid: number | undefined, what: "VmHWM" | "VmRSS"): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const kibibytes = new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1];
    return Number(kibibytes ?? 0) * 1_024;
  } catch {
    return 0;
  }
}

/** Seconds that its threads computed; 0 where the system does not show it. */
export function cpuOf(pid: number | undefined): number {
  return (pid === undefined ? undefined : processorTime(pid)?.own) ?? 0;
}
