/** Whether what a target answers otherwise than the recorded server is what its table lists. */
import { expect } from "vitest";
import type { Outcome } from "./recorded-compare.ts";
import { nameOfRow, type KnownDifferences } from "./recorded-differences.ts";
import { tell } from "./support.ts";

/** Sees that what differs is what is listed, of the rows that were compared. `about` begins the line that tells of it. */
export function expectListed(
  about: string,
  table: KnownDifferences,
  outcomes: readonly Outcome[],
): void {
  const differing = outcomes.filter(({ difference }) => difference !== "");
  const unlisted = differing.filter(({ id }) => !table.has(nameOfRow(id)));
  expect(unlisted.map(({ id, difference }) => `${id}\n    ${difference}`)).toEqual([]);
  const names = new Set(differing.map(({ id }) => nameOfRow(id)));
  const compared = new Set(outcomes.map(({ id }) => nameOfRow(id)));
  const idle = [...table.keys()].filter((name) => compared.has(name) && !names.has(name));
  expect(idle, "listed, and the same by now").toEqual([]);
  tell(
    `${about}: ${outcomes.length} compared, ${outcomes.length - differing.length} the same, ${differing.length} listed`,
  );
}
