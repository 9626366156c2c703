/**
 * Rows of the contract tables that a released server answers otherwise, by line, table and row, each with why.
 * A row that is not listed has to hold; one that is listed has to differ.
 */
import type { DialectLine } from "../../src/model/dialect.ts";

const differing: Readonly<
  Partial<Record<DialectLine, Readonly<Record<string, Readonly<Record<string, string>>>>>>
> = {};

/** Why a server of a line answers a row otherwise; undefined where it must not. */
export function differsBecause(
  line: DialectLine | undefined,
  table: string,
  row: string,
): string | undefined {
  return line === undefined ? undefined : differing[line]?.[table]?.[row];
}
