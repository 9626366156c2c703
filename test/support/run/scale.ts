/** How much a test does: a seeded slice under `npm test`, the full count under `npm run proof`. */
import { basename } from "node:path";
import { test } from "vitest";

/** Whether the full counts run. */
export const isProof = process.env["PLUMBLINE_PROOF"] === "1";

/** The count for this run. */
export function scale(counts: { test: number; proof: number }): number {
  return isProof ? counts.proof : counts.test;
}

/** A test that has no slice: it runs in a proof, and otherwise says that it did not. */
export function testInProof(name: string, work: () => Promise<void>, timeout: number): void {
  if (!isProof) process.stderr.write(`SKIPPED, runs in a proof only: ${name}\n`);
  test.runIf(isProof)(name, work, timeout);
}

/** Every element in a proof; a stable spread of at most `test` elements otherwise. */
export function slice<Element>(
  elements: readonly Element[],
  { test }: { test: number },
): readonly Element[] {
  if (isProof || elements.length <= test) return elements;
  const step = elements.length / test;
  return Array.from(
    { length: test },
    (_unused, index) => elements[Math.floor(index * step)],
  ).filter((element) => element !== undefined);
}

/**
 * All of them in a proof; otherwise one, by the name of the file that asks (`import.meta.url`), so that the
 * files of a folder meet each of them: what a test shows in one dialect it mostly shows in the other.
 */
export function oneByFile<Element>(file: string, all: readonly Element[]): readonly Element[] {
  if (isProof) return all;
  const number = Array.from(basename(file)).reduce(
    (so, one) => (31 * so + one.charCodeAt(0)) % 997,
    0,
  );
  const at = number % all.length;
  return all.slice(at, at + 1);
}
