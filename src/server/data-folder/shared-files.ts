/**
 * Whether the files in a folder that servers share go with their catalog: a note in it says of which catalog they
 * are, and the files of each store which of its states knows of them (docs/decisions/0081-several-servers.md).
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

/** What files are compared with. */
export interface SharedFilesJob {
  /** The folder that servers share. */
  readonly files: string;
  /** The catalog as it is now. */
  readonly state: () => Promise<CatalogState>;
  /** Where files may wait that no store has yet. */
  readonly stagingFolders: () => Promise<readonly string[]>;
}

/**
 * Compares them. Other servers may be at work: what one of them is just bringing looks as if it were of a later
 * catalog for a moment, so it is looked at again.
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

/** The id of the catalog that the files are of, as a note says; undefined where nothing says it. */
export function notedCatalog(files: string): string | undefined {
  try {
    const found = JSON.parse(readFileSync(join(files, NOTE), "utf8")) as { catalog?: unknown };
    return typeof found.catalog === "string" ? found.catalog : undefined;
  } catch {
    return undefined;
  }
}

/** Says of which catalog the files are from now on. */
export function noteSharedFiles(files: string, catalog: string, writer: string): void {
  if (notedCatalog(files) === catalog) return;
  const path = join(files, NOTE);
  writeFileSync(`${path}.${writer}`, `${JSON.stringify({ catalog })}\n`, { mode: 0o600 });
  renameSync(`${path}.${writer}`, path);
}

/** What a refused start says of it. */
export function otherFilesError(files: string, { reasons }: CatalogAge): Error {
  return refusedStart(`The files in ${files} do not go with the catalog in the database`, reasons, [
    "Name the folder of this catalog by --files, or the database of these files. To go on with both, start " +
      "with --accept-older-catalog: files that the catalog does not know are set aside in .orphans, none is deleted",
  ]);
}
