/** Inserts many rows. */
import { sql, type CompiledQuery, type Kysely, type RawBuilder } from "kysely";
import { catalogCopy as limits } from "../../model/limits.ts";

/** Runs statements, in a transaction if it is one. */
export type Queries = Pick<Kysely<unknown>, "executeQuery" | "getExecutor">;

/** How rows are inserted. */
export interface Insertion {
  readonly into: RawBuilder<unknown>;
  readonly columns: readonly RawBuilder<unknown>[];
  /** What stands for the parameter of a column; a plain parameter by default. */
  readonly places?: readonly RawBuilder<unknown>[];
  /** Rows per statement. Without it, only the number of parameters is bounded. */
  readonly most?: number;
}

/** The statement for a number of rows is compiled once. */
export async function insertRows(
  queries: Queries,
  { into, columns, places = columns.map(() => sql`${0}`), most = Infinity }: Insertion,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const one = sql`(${sql.join(places)})`;
  const size = Math.max(1, Math.min(most, Math.floor(limits.values / columns.length)));
  const statements = new Map<number, CompiledQuery>();
  for (const part of parts(rows, size)) {
    const all = sql.join(part.map(() => one));
    const statement =
      statements.get(part.length) ??
      sql`insert into ${into} (${sql.join(columns)}) values ${all}`.compile(queries);
    statements.set(part.length, statement);
    await queries.executeQuery({ ...statement, parameters: part.flat() });
  }
}

/** Parts of a list, each of at most `size`. */
export function parts<Element>(
  elements: readonly Element[],
  size: number,
): readonly (readonly Element[])[] {
  return Array.from({ length: Math.ceil(elements.length / size) }, (_unused, index) =>
    elements.slice(index * size, (index + 1) * size),
  );
}
