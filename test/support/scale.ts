/** How much a test does: a seeded slice under `npm test`, the full count under `npm run proof`. */

/** Whether the full counts run. */
export const isProof = process.env["PLUMBLINE_PROOF"] === "1";

/** The count for this run. */
export function scale(counts: { test: number; proof: number }): number {
  return isProof ? counts.proof : counts.test;
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
