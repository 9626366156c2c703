/** What became of each case, as tables. */

/** A case and what became of it. */
export interface Verdict {
  /** What the table is called in which the line stands. */
  readonly table: string;
  readonly case: string;
  /** Under the names of columns; the same ones for all cases of a table. */
  readonly cells: Readonly<Record<string, string>>;
  readonly outcome: "held" | "failed" | "skipped";
  /** Why it failed or was skipped, in a line. */
  readonly because?: string;
  readonly requests: number;
}

/** Tables of cases and verdicts, each with its totals, and the totals of all. */
export function renderVerdicts(verdicts: readonly Verdict[]): string {
  const tables = [...Map.groupBy(verdicts, ({ table }) => table)].map(([name, own]) =>
    renderTable(name, own),
  );
  return `${[...tables, `All: ${totals(verdicts)}`].join("\n\n")}\n`;
}

function renderTable(name: string, verdicts: readonly Verdict[]): string {
  const columns = Object.keys(verdicts.find(({ outcome }) => outcome !== "skipped")?.cells ?? {});
  const rows = verdicts.map(({ case: called, cells, outcome, requests, because }) => [
    called,
    ...columns.map((column) => cells[column] ?? "-"),
    String(requests),
    because === undefined ? outcome : `${outcome}: ${because}`,
  ]);
  const all = [["case", ...columns, "requests", "verdict"], ...rows];
  const widths = all[0]?.map((_cell, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const lines = all.map((row) =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths?.[at] ?? 0)))
      .join("  "),
  );
  return [`== ${name}`, ...lines, `${name}: ${totals(verdicts)}`].join("\n");
}

function totals(verdicts: readonly Verdict[]): string {
  const count = (wanted: Verdict["outcome"]) =>
    verdicts.filter(({ outcome }) => outcome === wanted).length;
  const requests = verdicts.reduce((sum, one) => sum + one.requests, 0);
  return `${verdicts.length} cases, ${count("held")} held, ${count("failed")} failed, ${count("skipped")} skipped, ${requests} requests`;
}
