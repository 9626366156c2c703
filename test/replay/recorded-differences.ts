/** Recorded rows that a target answers otherwise, each with the reason why it may. */

/** Reasons by the name of a row. */
export type KnownDifferences = ReadonlyMap<string, string>;

/** The name of a row without the number that distinguishes it from others like it. */
export function nameOfRow(id: string): string {
  return id.replace(/ \(\d+\)$/, "");
}

/** Makes a table of reasons with the rows that each is the reason for. No row has two. */
export function knownDifferences(
  reasons: Readonly<Record<string, readonly string[]>>,
): KnownDifferences {
  const table = new Map<string, string>();
  for (const [reason, rows] of Object.entries(reasons)) {
    for (const row of rows) {
      if (table.has(row)) throw new Error(`${row} is listed twice`);
      table.set(row, reason);
    }
  }
  return table;
}
