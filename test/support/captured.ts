/** Commands in this process, with what they write. */
import { vi } from "vitest";
import type { ExitCode } from "../../src/cli/exit-codes.ts";

/** Runs a command and keeps what it writes from the terminal. */
export async function captured(
  run: () => ExitCode | Promise<ExitCode>,
): Promise<{ readonly code: ExitCode; readonly stdout: string; readonly stderr: string }> {
  const written = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      written[name] += String(text);
      return true;
    }),
  );
  try {
    return { code: await run(), ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
