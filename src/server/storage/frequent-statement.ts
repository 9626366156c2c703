/** Statements that are built once, and run again and again with other values. */
import { SelectQueryNode, type Compilable, type CompiledQuery, type Kysely } from "kysely";
import type { Tables } from "./schema.ts";

/**
 * What a statement reads or changes: rows of a table, by the values of so many of its first places. What changes a row
 * by its whole key also concerns whoever reads all rows of a part of it.
 */
export interface Footprint {
  readonly table: keyof Tables;
  readonly keys: number;
}

/** A statement that was built, without the values of its places. */
export interface FrequentStatement {
  readonly compiled: CompiledQuery;
  readonly footprint: Footprint;
  readonly isRead: boolean;
}

/** Runs one on a database with these values, and gives its rows. */
export type RunFrequent = (
  database: Kysely<Tables>,
  statement: FrequentStatement,
  parameters: readonly unknown[],
) => Promise<readonly unknown[]>;

/** Builds a statement. */
export function builtBy(query: Compilable, table: keyof Tables, keys: number): FrequentStatement {
  const compiled = query.compile();
  return { compiled, footprint: { table, keys }, isRead: SelectQueryNode.is(compiled.query) };
}
