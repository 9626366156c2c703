/**
 * Checks whether shared files belong to their catalog. A note names the catalog; each store's files
 * record the revision that knows them (docs/decisions/0081-several-servers.md).
 */
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { catalogAge as limits } from "../../model/limits.ts";
import type { CatalogState } from "../catalog/unit-of-work.ts";
import { storesFolder } from "../mosaics/places.ts";
import { statedFolders } from "../mosaics/states.ts";
import { reasonsOfFiles, refusedStart, type CatalogAge } from "./catalog-age.ts";

const NOTE = "catalog.files.json";

export interface SharedFilesJob {
  readonly files: string;
  readonly state: () => Promise<CatalogState>;
  /** The folders of files that no store has yet. */
  readonly stagingFolders: () => Promise<readonly string[]>;
}

/**
 * Checks a mismatch again, because a change in progress by another server can look like a later
 * catalog.
 */
export async function ageOfSharedFiles(job: SharedFilesJob): Promise<CatalogAge> {
  const { files, state, stagingFolders } = job;
  for (let look = 1; ; look++) {
    const stated = await statedFolders(files, await stagingFolders());
    const now = await state();
    const reasons = [...reasonsOfNote(files, now.catalog), ...reasonsOfFiles(now, stated)];
    if (reasons.length > 0 && look < limits.looks) {
      await pause(limits.lookMs);
      continue;
    }
    const own = stated.flatMap((one) => (one.state?.catalog === now.catalog ? one.state : []));
    return { reasons, seen: Math.max(0, ...own.map(({ revision }) => revision)) };
  }
}

function reasonsOfNote(files: string, catalog: string): readonly string[] {
  const noted = notedCatalog(files);
  if (noted === catalog) return [];
  if (noted !== undefined)
    return [`the files are of the catalog ${noted}, the database holds ${catalog}`];
  const stores = storesFolder(files);
  return existsSync(stores) && readdirSync(stores).length > 0
    ? ["data/ holds files, and nothing says of which catalog"]
    : [];
}

/** The catalog's id; undefined without a note. */
export function notedCatalog(files: string): string | undefined {
  try {
    const found = JSON.parse(readFileSync(join(files, NOTE), "utf8")) as { catalog?: unknown };
    return typeof found.catalog === "string" ? found.catalog : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the note. */
export function noteSharedFiles(files: string, catalog: string, writer: string): void {
  if (notedCatalog(files) === catalog) return;
  const path = join(files, NOTE);
  writeFileSync(`${path}.${writer}`, `${JSON.stringify({ catalog })}\n`, { mode: 0o600 });
  renameSync(`${path}.${writer}`, path);
}

/** The error of a refused start: files and catalog do not match. */
export function otherFilesError(files: string, { reasons }: CatalogAge): Error {
  return refusedStart(`The files in ${files} do not go with the catalog in the database`, reasons, [
    "Name the folder of this catalog by --files, or the database of these files. To go on with both, start " +
      "with --accept-older-catalog: files that the catalog does not know are set aside in .orphans, none is deleted",
  ]);
}
