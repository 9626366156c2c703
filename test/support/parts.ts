/** Programs that a machine may have: tests that meet them run when they are there. */
import { spawnSync } from "node:child_process";
import { describe } from "vitest";

/** A suite that needs a program; without it the suite is skipped, with a message that names it. */
export function describeProgram(program: string, name: string, suite: () => void): void {
  const present = spawnSync(program, ["--version"]).error === undefined;
  if (!present) process.stderr.write(`SKIPPED, no program ${program} on this machine: ${name}\n`);
  describe.skipIf(!present)(name, suite);
}
