/** Checks mosaics, their indexes, and unknown folders. */
import { relative } from "node:path";
import type { CheckFinding } from "../catalog/check-finding.ts";
import { homesOf, type MosaicPlace } from "../catalog/mosaic.ts";
import type { Stored } from "../catalog/records.ts";
import type { CatalogReader } from "../catalog/unit-of-work.ts";
import { findUnknown, inspectFolder, inspectLocations } from "../mosaics/inspect.ts";
import { openChanges } from "../mosaics/journal.ts";
import { placeFolder, stagingFolderIn } from "../mosaics/places.ts";
import { findIndexes, type KeptIndex } from "../storage/inspect-indexes.ts";
import type { Connection } from "../storage/sqlite-connection.ts";

export interface InspectedStores {
  readonly files: number;
  readonly findings: readonly CheckFinding[];
  readonly notes: readonly string[];
  /** Skipped folders, relative to the data folder. */
  readonly unlooked: readonly string[];
}

export async function inspectStores(
  folder: string,
  reader: CatalogReader,
  database: Connection,
): Promise<InspectedStores> {
  const { indexes, findings: indexFindings } = findIndexes(database);
  const mosaics = await reader.list("mosaic");
  // A mosaic can have more findings than a call takes arguments, so arrays are collected.
  const findings: (readonly CheckFinding[])[] = [indexFindings, unfit(mosaics, indexes)];
  const notes: string[] = [];
  const busy = await changingHomes(folder);
  const changing = new Set(busy.map(keyOf));
  const unlooked = new Set<string>();
  let files = 0;
  for (const mosaic of mosaics) {
    const { definition, folder: kept } = mosaic.value;
    const locations = locationsOf(indexes.filter((index) => isOf(index, mosaic)));
    if (definition.index.type === "postgis")
      notes.push(`The index of ${nameOf(mosaic)} is in a database of its own; it was not asked`);
    if (kept.type === "outside") {
      findings.push(await inspectLocations(kept.path, locations));
    } else if (changing.has(keyOf(kept.home))) {
      unlooked.add(relative(folder, placeFolder(folder, kept.home)));
    } else {
      const found = await inspectFolder(folder, { ...kept, locations });
      files += found.count;
      findings.push(found.findings);
    }
  }
  findings.push(await findUnknown(folder, [...(await homesOf(reader)), ...busy]));
  return { files, findings: findings.flat(), notes, unlooked: [...unlooked] };
}

/** Folders with a change in progress, or interrupted by a crash. */
async function changingHomes(folder: string): Promise<readonly MosaicPlace[]> {
  try {
    return (await openChanges(stagingFolderIn(folder))).map(({ change: { place } }) => place);
  } catch {
    // An unreadable change is reported separately.
    return [];
  }
}

function keyOf({ workspace, store }: MosaicPlace): string {
  return `${workspace}/${store}`;
}

function unfit(
  mosaics: readonly Stored<"mosaic">[],
  indexes: readonly KeptIndex[],
): readonly CheckFinding[] {
  const findings: CheckFinding[] = [];
  for (const index of indexes) {
    const mosaic = mosaics.find((one) => isOf(index, one));
    if (mosaic?.value.coverages.some(({ name }) => name === index.coverage) === true) continue;
    const where = `index of ${index.workspace}:${index.store}, ${index.coverage}`;
    findings.push({ code: "index-unknown", where, message: "No mosaic has this index" });
  }
  for (const mosaic of mosaics) {
    if (mosaic.value.definition.index.type === "postgis") continue;
    const own = indexes.filter((index) => isOf(index, mosaic));
    for (const { name } of mosaic.value.coverages)
      if (!own.some(({ coverage }) => coverage === name))
        findings.push({
          code: "index-missing",
          where: `mosaic ${nameOf(mosaic)}`,
          message: `Its coverage ${name} has no index`,
        });
  }
  return findings;
}

function isOf(index: KeptIndex, { workspace, name }: Stored<"mosaic">): boolean {
  return index.workspace === workspace && index.store === name;
}

function nameOf({ workspace, name }: Stored<"mosaic">): string {
  return `${workspace}:${name}`;
}

function* locationsOf(indexes: readonly KeptIndex[]): Generator<string> {
  for (const index of indexes) yield* index.locations();
}
