/** Errors of a catalog copy. */
import { CatalogError } from "../catalog/errors.ts";
import { DataFolderError } from "../data-folder/folder-error.ts";
import { asPostgresRefusal } from "../storage/postgres-error.ts";
import { sqlState, connectionProblem } from "../storage/postgres-driver.ts";
import type { CatalogAddress } from "../storage/postgres-url.ts";
import type { RowPlace } from "../storage/row-tables.ts";
import { missingColumns, SCHEMA_VERSION, type SchemaDialect } from "../storage/schema.ts";

/** The hint where starting and stopping a server repairs the catalog. */
export const START_ONCE = "Start plumbline serve on it once, stop it, and copy again.";

export function refusal(message: string, hint?: string): DataFolderError {
  return new DataFolderError("copy", message, hint);
}

export function nameOf({ host, port, database, schema }: CatalogAddress): string {
  return `the database ${database} at ${host}:${port}, schema ${schema}`;
}

export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Also refuses tables without the columns that later servers add. */
export async function checkVersion(
  where: string,
  version: number | undefined,
  database: RowPlace["database"],
  dialect: SchemaDialect,
): Promise<void> {
  if (version === SCHEMA_VERSION) {
    if ((await missingColumns(database, dialect)).length === 0) return;
    throw refusal(`The catalog in ${where} is as an earlier Plumbline left it`, START_ONCE);
  }
  if (version === undefined) throw refusal(`${where} contains no catalog`, "Name where it is.");
  if (version > SCHEMA_VERSION)
    throw refusal(
      `The catalog in ${where} has version ${version}; this Plumbline reads version ${SCHEMA_VERSION}`,
      "Use a newer Plumbline.",
    );
  throw refusal(
    `The catalog in ${where} has version ${version}, which is older than ${SCHEMA_VERSION}`,
    START_ONCE,
  );
}

/** Refusals name the database, and never a password. */
export async function inDatabase<Result>(
  address: CatalogAddress,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw asRefusal(address, error);
  }
}

/** SQLSTATEs for insufficient privilege, and for a lock that is not available. */
const RIGHTS = "42501";
const HELD = "55P03";

function asRefusal(address: CatalogAddress, error: unknown): unknown {
  // File errors can have the same codes as connection errors.
  if (error instanceof DataFolderError || (error instanceof Error && "path" in error)) return error;
  const known = asPostgresRefusal(error);
  const state = sqlState(error);
  if (
    state === undefined &&
    connectionProblem(error) === undefined &&
    !(known instanceof CatalogError)
  )
    return error;
  const where = nameOf(address);
  if (state === HELD)
    return refusal(
      `Another copy works on ${where}, or a server starts there`,
      "Wait until it has ended, and copy again.",
    );
  const { message } = error as Error;
  if (state === RIGHTS)
    return refusal(
      `${address.user} may not do that in ${where}: ${message}`,
      "To be copied from it must be readable; into it, tables must be made, in a schema that is there or that the user may create.",
    );
  return refusal(
    `${sentence(where)}: ${connectionProblem(error) ?? (known as Error).message}`,
    "Nothing was copied; copy again when that is put right.",
  );
}
