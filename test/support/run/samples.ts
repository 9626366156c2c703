/**
 * Real data beside the project. Tests that need it run when it is there and say loudly when it
 * is not; nothing of it is ever copied into the project.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, test } from "vitest";

const folder = fileURLToPath(new URL("../../../../shared/samples", import.meta.url));
const recordings = fileURLToPath(new URL("../../../../shared/reference/live", import.meta.url));

/** A path inside the samples. */
export function sample(path: string): string {
  return `${folder}/${path}`;
}

/** Whether the samples are there. */
const hasSamples = existsSync(folder);

/** A suite that needs the samples; without them it is skipped, with a message that names it. */
export function describeSamples(name: string, suite: () => void): void {
  if (!hasSamples) process.stderr.write(`SKIPPED, no samples at ../shared/samples: ${name}\n`);
  describe.skipIf(!hasSamples)(name, hasSamples ? suite : () => test("skipped", () => undefined));
}

/** A path inside what was recorded of a running server. */
export function recording(path: string): string {
  return `${recordings}/${path}`;
}

/** A suite that needs a folder of recordings; without it it is skipped, with a message that names it. */
export function describeRecordings(name: string, path: string, suite: () => void): void {
  const isThere = existsSync(recording(path));
  if (!isThere)
    process.stderr.write(`SKIPPED, no recordings at ../shared/reference/live/${path}: ${name}\n`);
  describe.skipIf(!isThere)(name, isThere ? suite : () => test("skipped", () => undefined));
}
