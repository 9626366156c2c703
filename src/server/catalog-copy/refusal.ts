/** Why a catalog is not copied, and what the operator can do. */
import { CatalogError } from "../catalog/errors.ts";
import { DataFolderError } from "../data-folder/folder-error.ts";
import { asPostgresRefusal } from "../storage/postgres-error.ts";
import { sqlState, brokenWay } from "../storage/postgres-driver.ts";
import type { CatalogAddress } from "../storage/postgres-url.ts";
import { SCHEMA_VERSION } from "../storage/schema.ts";

/** Said where a start and an end of a server put things right. */
export const START_ONCE = "Start plumbline serve on it once, stop it, and copy again.";

/** A refusal. */
export function refusal(message: string, hint?: string): DataFolderError {
  return new DataFolderError("copy", message, hint);
}

/** Where a database is, in words. */
export function nameOf({ host, port, database, schema }: CatalogAddress): string {
  return `the database ${database} at ${host}:${port}, schema ${schema}`;
}

/** Words as the beginning of a sentence. */
export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Refuses a catalog whose tables are those of another version, or whose audit lacks what later servers add to it. */
export function checkVersion(where: string, version: number | undefined, hasAbout: boolean): void {
  if (version === SCHEMA_VERSION && hasAbout) return;
  if (version === SCHEMA_VERSION)
    throw refusal(`The catalog in ${where} is as an earlier Plumbline left it`, START_ONCE);
  if (version === undefined) throw refusal(`${where} holds no catalog`, "Name where it is.");
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

/** Does work with a database; what it says is a refusal that names it, and never a password. */
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

/** States in which somebody may do less than was tried. */
const RIGHTS = "42501";
const HELD = "55P03";

function asRefusal(address: CatalogAddress, error: unknown): unknown {
  // Files may be refused with the same codes as ways to a database.
  if (error instanceof DataFolderError || (error instanceof Error && "path" in error)) return error;
  const known = asPostgresRefusal(error);
  const state = sqlState(error);
  if (state === undefined && brokenWay(error) === undefined && !(known instanceof CatalogError))
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
    `${sentence(where)}: ${brokenWay(error) ?? (known as Error).message}`,
    "Nothing was copied; copy again when that is put right.",
  );
}
