/** Processes of a soak: a server that is restarted on its data and port, and a watch that shows events. */
import { spawn, type ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const CLI = fileURLToPath(new URL("../../bin/plumbline.js", import.meta.url));
const PASSWORD = "a password for the soak";

/** How clients of the server prove who they are. */
export const AUTHORIZATION = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString("base64")}`;

/** A server that can be stopped and started again. */
export interface SoakServer {
  readonly url: string;
  readonly start: () => Promise<void>;
  readonly stop: (signal: NodeJS.Signals) => Promise<void>;
}

/** A server on a folder and a port that stays the same. */
export async function soakServer(data: string): Promise<SoakServer> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  let ended = Promise.resolve();
  return {
    url: `http://127.0.0.1:${port}`,
    start: () => {
      const env = { ...process.env, PLUMBLINE_ADMIN_PASSWORD: PASSWORD };
      const args = ["serve", "--port", String(port), "--data", data, "--log-level", "error"];
      const started = spawn(process.execPath, [CLI, ...args], { env });
      child = started;
      ended = new Promise((resolve) => void started.on("close", () => resolve()));
      return new Promise((resolve, reject) => {
        let said = "";
        started.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
        void ended.then(() => reject(new Error(`the server ended: ${said}`)));
        started.stdout.on("data", (chunk: Buffer) => {
          if (chunk.toString().includes("Listening on")) resolve();
        });
      });
    },
    stop: async (signal) => {
      child?.kill(signal);
      await ended;
    },
  };
}

/** A port that nobody listens at for the moment. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** An event of a watch: one line of its JSON output. */
export interface SoakEvent {
  readonly type: string;
  readonly result?: string;
  readonly changes?: readonly { readonly action: string; readonly address: string }[];
}

/** A watch under soak. */
export interface SoakWatch {
  /** The last lines on stderr, for reports. */
  readonly stderr: () => string;
  /** Bytes in memory now. */
  readonly memory: () => number;
  /** File handles that are open now. */
  readonly handles: () => number;
  /** Files and folders that the system is asked to report on. */
  readonly listeners: () => number;
  readonly hangUp: () => void;
  /** Ends it in good order and gives its exit code. */
  readonly stop: () => Promise<number | null>;
}

/** Starts a watch of a folder. */
export function soakWatchProcess(
  args: readonly string[],
  url: string,
  onEvent: (event: SoakEvent) => void,
): SoakWatch {
  const client = { PLUMBLINE_URL: url, PLUMBLINE_USER: "admin", PLUMBLINE_PASSWORD: PASSWORD };
  const child = spawn(process.execPath, [CLI, "watch", ...args, "-o", "json"], {
    env: { ...process.env, ...client },
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)));
  createInterface({ input: child.stdout }).on("line", (line) =>
    onEvent(JSON.parse(line) as SoakEvent),
  );
  const ended = new Promise<number | null>((resolve) => void child.on("close", resolve));
  const of = (what: string) => `/proc/${child.pid}/${what}`;
  return {
    stderr: () => said,
    memory: () => {
      const kibibytes = /VmRSS:\s+(\d+)/.exec(readFileSync(of("status"), "utf8"))?.[1];
      return Number(kibibytes ?? 0) * 1_024;
    },
    handles: () => readdirSync(of("fd")).length,
    listeners: () =>
      readdirSync(of("fdinfo"))
        .map((name) => readIfThere(of(`fdinfo/${name}`)).match(/^inotify wd:/gm)?.length ?? 0)
        .reduce((sum, count) => sum + count, 0),
    hangUp: () => void child.kill("SIGHUP"),
    stop: async () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
