/** Text tables. */
import { stripVTControlCharacters } from "node:util";
import { visibleLines } from "../../reconciler/report/visible.ts";

/** Aligns columns with two spaces between them, without trailing spaces. */
export function tableOf(given: readonly (readonly string[])[]): string {
  const rows = given.map((row) => row.map(visibleLines));
  const widths = (rows[0] ?? []).map((_first, column) =>
    Math.max(...rows.map((row) => lengthOf(row[column] ?? ""))),
  );
  return rows
    .map((row) => row.map((cell, column) => padded(cell, widths[column] ?? 0)).join("  "))
    .map((line) => line.trimEnd())
    .join("\n");
}

function padded(cell: string, width: number): string {
  return cell + " ".repeat(Math.max(0, width - lengthOf(cell)));
}

function lengthOf(cell: string): number {
  return stripVTControlCharacters(cell).length;
}

/** Moves lines that are not empty to the right. */
export function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "  ");
}
