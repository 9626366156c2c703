/**
 * Real data beside the project. Tests that need it run when it is there and say loudly when it
 * is not; nothing of it is ever copied into the project.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe } from "vitest";

const folder = fileURLToPath(new URL("../../../shared/samples", import.meta.url));

/** A path inside the samples. */
export function sample(path: string): string {
  return `${folder}/${path}`;
}

/** Whether the samples are there. */
const hasSamples = existsSync(folder);

/** A suite that needs the samples; without them it is skipped, with a message that names it. */
export function describeSamples(name: string, suite: () => void): void {
  if (!hasSamples) process.stderr.write(`SKIPPED, no samples at ../shared/samples: ${name}\n`);
  describe.skipIf(!hasSamples)(name, suite);
}
