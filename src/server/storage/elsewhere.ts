/**
 * A note in a data folder that its catalog is in a database. It holds neither password nor user.
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CatalogAddress } from "./postgres-url.ts";

const NAME = "catalog.elsewhere.json";

/** Writes the note. */
export function noteElsewhere(folder: string, address: CatalogAddress): void {
  const { host, port, database, schema } = address;
  const path = join(folder, NAME);
  writeFileSync(`${path}.next`, `${JSON.stringify({ host, port, database, schema })}\n`, {
    mode: 0o600,
  });
  renameSync(`${path}.next`, path);
}

/** Where the catalog is, in words; undefined without a note. */
export function readElsewhere(folder: string): string | undefined {
  try {
    const found = JSON.parse(readFileSync(join(folder, NAME), "utf8")) as Partial<CatalogAddress>;
    const { host, port, database, schema } = found;
    return `the database ${database} at ${host}:${port}, schema ${schema}`;
  } catch {
    return undefined;
  }
}
