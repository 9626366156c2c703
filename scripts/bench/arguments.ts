/** What benches are told on the command line. */
import { parseArgs } from "node:util";

/** Arguments that most benches understand. */
export interface BenchArguments {
  /** How much is measured, in what the bench counts. */
  readonly sizes: readonly number[];
  /** Whether it is to be small: figures then mean nothing, but show that the bench works. */
  readonly isTiny: boolean;
  /** Whether the catalog is in PostgreSQL. */
  readonly isOnPostgres: boolean;
}

/** Reads them. Throws TypeError on what no bench knows. */
export function benchArguments(args: readonly string[]): BenchArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      tiny: { type: "boolean", default: false },
      postgres: { type: "boolean", default: false },
    },
  });
  const sizes = positionals.map(Number);
  const wrong = positionals.find((_text, index) => !((sizes[index] ?? 0) > 0));
  if (wrong !== undefined) throw new TypeError(`${wrong} is no bench and no size`);
  return { sizes, isTiny: values.tiny, isOnPostgres: values.postgres };
}
