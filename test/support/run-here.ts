/** The command line in the process of the test: many cases cost less than a start of the executable each. */
import { CommanderError } from "commander";
import { vi } from "vitest";
import { exitCodes } from "../../src/cli/process/exit-codes.ts";
import { buildProgram } from "../../src/cli/program.ts";
import { PASSWORD, USER } from "./catalog.ts";
import type { Ran } from "./cli.ts";

/** Runs one command; not for several at once, as the streams of the process are watched. */
export async function runHere(
  args: readonly string[],
  options: { readonly url?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Ran> {
  const ran = { code: null as number | null, stdout: "", stderr: "" };
  const streams = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((chunk) => {
      ran[name] += String(chunk);
      return true;
    }),
  );
  const account = { PLUMBLINE_USER: USER, PLUMBLINE_PASSWORD: PASSWORD };
  const target = options.url === undefined ? {} : { PLUMBLINE_URL: options.url, ...account };
  for (const [name, value] of Object.entries({ NO_COLOR: "1", ...target, ...options.env }))
    vi.stubEnv(name, value);
  try {
    await buildProgram((code) => (ran.code = code)).parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    ran.code = error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
  } finally {
    vi.unstubAllEnvs();
    for (const stream of streams) stream.mockRestore();
  }
  return ran;
}
