/** Programs that a machine may have: tests that meet them run when they are there. */
import { spawnSync } from "node:child_process";
import { describe } from "vitest";

/** What marks tests of the lane that meets other programs (vitest.config.ts). */
export const PROGRAMS = { tags: ["programs"] };

/** A suite that needs a program; without it the suite is skipped, with a message that names it. */
export function describeProgram(program: string, name: string, suite: () => void): void {
  const present = spawnSync(program, ["--version"]).error === undefined;
  if (!present) process.stderr.write(`SKIPPED, no program ${program} on this machine: ${name}\n`);
  describe.skipIf(!present)(name, PROGRAMS, suite);
}
