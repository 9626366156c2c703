/** Commands in this process, with what they write: what a spawned one would do, in less time. */
import { CommanderError } from "commander";
import { vi } from "vitest";
import { exitCodes, type ExitCode } from "../../src/cli/exit-codes.ts";
import { buildProgram } from "../../src/cli/program.ts";
import { PASSWORD, USER } from "./catalog.ts";

/** What a command did. */
export interface Captured {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line against a server, if there is one, and keeps what it writes from the terminal. */
export async function runHere(args: readonly string[], url?: string): Promise<Captured> {
  vi.stubEnv("NO_COLOR", "1");
  if (url !== undefined) {
    vi.stubEnv("PLUMBLINE_URL", url);
    vi.stubEnv("PLUMBLINE_USER", USER);
    vi.stubEnv("PLUMBLINE_PASSWORD", PASSWORD);
  }
  let code: ExitCode | undefined;
  const written = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      written[name] += String(text);
      return true;
    }),
  );
  try {
    await buildProgram((given) => (code = given)).parseAsync([...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    code = error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
  return { code, ...written };
}
