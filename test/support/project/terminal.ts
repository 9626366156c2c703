/** A terminal for tests: a window of tmux, of a size of its own, in which a command runs. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, onTestFinished } from "vitest";
import { PASSWORD, USER } from "../servers/catalog.ts";
import { EXECUTABLE } from "../commands/cli.ts";
import { temporaryFolder } from "../run/folders.ts";

/** A terminal. */
export interface Terminal {
  /** What it shows and what has scrolled away, lines that were too long in one piece. */
  readonly shown: () => Promise<string>;
  /** The same with the escape sequences of colours. */
  readonly painted: () => Promise<string>;
  /** Presses keys, by tmux's names of them. */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** Waits until it shows something. */
  readonly until: (wanted: RegExp) => Promise<string>;
  /** Waits for the end of the command: its exit code. */
  readonly ended: () => Promise<number>;
}

const PATIENCE_MS = 30_000;

/** Opens a terminal of so many columns and runs the executable in it. */
export async function openTerminal(
  args: readonly string[],
  options: {
    readonly columns: number;
    readonly url: string;
    readonly env?: Readonly<Record<string, string>>;
  },
): Promise<Terminal> {
  const socket = join(temporaryFolder(), "tmux");
  const tmux = async (...more: readonly string[]) =>
    (await promisify(execFile)("tmux", ["-S", socket, "-f", "/dev/null", ...more], { env: {} }))
      .stdout;
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? "/",
    LANG: "C.UTF-8",
    PLUMBLINE_URL: options.url,
    PLUMBLINE_USER: USER,
    PLUMBLINE_PASSWORD: PASSWORD,
    ...options.env,
  };
  const set = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`);
  const command = [process.execPath, EXECUTABLE, ...args].map(quoted).join(" ");
  const line = `env ${set.join(" ")} ${command}; echo "ended with $?"; sleep 600`;
  const size = ["-x", String(options.columns), "-y", "60"];
  await tmux("-u", "new-session", "-d", ...size, line);
  onTestFinished(async () => void (await tmux("kill-server")));
  const capture = (...more: readonly string[]) => tmux("capture-pane", "-p", "-S", "-", ...more);
  const until = async (wanted: RegExp) => {
    const patience = Date.now() + PATIENCE_MS;
    for (;;) {
      const text = await capture("-J");
      if (wanted.test(text)) return text;
      if (Date.now() > patience) expect(text).toMatch(wanted);
      await pause(40);
    }
  };
  return {
    shown: () => capture("-J"),
    painted: () => capture("-e"),
    press: async (...keys) => void (await tmux("send-keys", ...keys)),
    until,
    ended: async () => Number(/ended with (\d+)/.exec(await until(/ended with \d+/))?.[1]),
  };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
