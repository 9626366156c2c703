/** Prebuilt statements that run with different values. */
import { SelectQueryNode, type Compilable, type CompiledQuery, type Kysely } from "kysely";
import type { Tables } from "./schema.ts";

/**
 * Rows of a table, restricted by the first `keys` parameters. A change by the whole key also
 * affects reads by a prefix of that key.
 */
export interface Footprint {
  readonly table: keyof Tables;
  readonly keys: number;
}

export interface FrequentStatement {
  readonly compiled: CompiledQuery;
  readonly footprint: Footprint;
  readonly isRead: boolean;
}

export type RunFrequent = (
  database: Kysely<Tables>,
  statement: FrequentStatement,
  parameters: readonly unknown[],
) => Promise<readonly unknown[]>;

export function builtBy(query: Compilable, table: keyof Tables, keys: number): FrequentStatement {
  const compiled = query.compile();
  return { compiled, footprint: { table, keys }, isRead: SelectQueryNode.is(compiled.query) };
}
