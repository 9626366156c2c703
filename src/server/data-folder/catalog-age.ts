/**
 * Detects an old or replaced catalog, which would reuse names and numbers of newer files
 * (docs/decisions/0032-data-folder.md).
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { catalogAge as limits } from "../../model/limits.ts";
import type { CatalogState } from "../catalog/unit-of-work.ts";
import { statedFolders, type StatedFolder } from "../mosaics/states.ts";
import { findCatalog, readNote, type FoundCatalog } from "../storage/catalog-state.ts";
import type { LogDamage } from "../storage/log-end.ts";

/** The age of a catalog. */
export interface CatalogAge {
  /** Why the catalog is older than its files, or another one. */
  readonly reasons: readonly string[];
  /** The highest revision seen; an accepted older catalog continues after it. */
  readonly seen: number;
}

/**
 * Compares a catalog, before it is opened, with the files beside it. Throws Error with a text for
 * the operator.
 */
export async function ageOfCatalog(folder: string): Promise<CatalogAge> {
  return ageBeside(folder, await readable(folder));
}

/** As `ageOfCatalog`, for a catalog already read. Throws what `openChanges` throws. */
export async function ageBeside(
  folder: string,
  found: FoundCatalog | "missing" | "empty",
): Promise<CatalogAge> {
  const note = readNote(folder);
  const stated = await statedFolders(folder);
  const states = stated.flatMap(({ state }) => state ?? []);
  const noted = Math.max(0, ...states.map(({ revision }) => revision), note?.revision ?? 0);
  if (typeof found === "string") {
    const beside = leftBeside(folder, note !== undefined);
    const reasons = beside.map((one) => `catalog.db is ${found}, and ${one}`);
    return { reasons, seen: noted };
  }
  const { revision, audited } = found;
  const reasons: string[] = [];
  if (audited > revision)
    reasons.push(`its audit is at revision ${audited}, this is at ${revision}`);
  if (note !== undefined)
    reasons.push(...reasonsOf(found, note, "the server that ended here last was"));
  reasons.push(...reasonsOfFiles(found, stated));
  return { reasons, seen: Math.max(noted, audited) };
}

export function reasonsOfFiles(
  found: Pick<FoundCatalog, "catalog" | "revision">,
  stated: readonly StatedFolder[],
): readonly string[] {
  return stated.flatMap(({ folder, state }) =>
    state === undefined ? [] : reasonsOf(found, state, `the files in ${folder} are`),
  );
}

/** A damaged log may be the cause of an old catalog. */
export function olderCatalogError(
  folder: string,
  { reasons }: CatalogAge,
  damage: LogDamage | undefined,
): Error {
  return refusedStart(
    `The catalog in ${folder} is older than what lies beside it, or another one`,
    reasons,
    [
      ...(damage === undefined ? [] : [`- the log catalog.db-wal ${damage.problem}`]),
      "Put the newer catalog.db back, or restore a backup into an empty folder (plumbline restore). " +
        "To go on with this one, start with --accept-older-catalog: files that it does not know are " +
        "set aside in .orphans, none is deleted",
    ],
  );
}

/** The error of a start that has changed nothing. */
export function refusedStart(
  problem: string,
  reasons: readonly string[],
  advice: readonly string[],
): Error {
  const more = reasons.length - limits.reasons;
  const lines = [
    `${problem}. Nothing was changed.`,
    ...reasons.slice(0, limits.reasons).map((reason) => `- ${reason}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
    ...advice,
  ];
  return new Error(lines.join("\n"));
}

async function readable(folder: string): Promise<FoundCatalog | "missing" | "empty"> {
  try {
    return await findCatalog(folder);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The database ${join(folder, "catalog.db")} cannot be read: ${message}. Restore a backup into an ` +
        "empty folder (plumbline restore); plumbline check shows more",
      { cause: error },
    );
  }
}

function reasonsOf(
  found: Pick<FoundCatalog, "catalog" | "revision">,
  state: CatalogState,
  subject: string,
): readonly string[] {
  if (found.catalog !== state.catalog)
    return [
      `${subject} of the catalog ${state.catalog}, this is ${found.catalog ?? "an older one"}`,
    ];
  if (found.revision >= state.revision) return [];
  return [`${subject} at revision ${state.revision}, this is at ${found.revision}`];
}

function leftBeside(folder: string, hasNote: boolean): readonly string[] {
  const left: string[] = [];
  if (existsSync(join(folder, "keystore-password"))) left.push("keystore-password is there");
  const stores = join(folder, "data");
  if (existsSync(stores) && readdirSync(stores).length > 0) left.push("data/ holds files");
  if (hasNote) left.push("a server was here before");
  return left;
}
