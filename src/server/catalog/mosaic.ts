/**
 * Mosaics as the catalog knows them: the definition of a coverage store's mosaic and the coverages
 * that its index holds (docs/interface.md, 4.3). Granules are in the index, files on the disk.
 */
import { CatalogError } from "./errors.ts";
import type { IndexedCoverage, Stored } from "./records.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** A coverage store of a workspace. */
export interface MosaicPlace {
  readonly workspace: string;
  readonly store: string;
}

/** What becomes of files whose granules go: they stay, lose what lies beside them, or go too. */
export type Purge = "none" | "metadata" | "all";

/** Type of a coverage store that holds a mosaic. */
export const MOSAIC_TYPE = "ImageMosaic";

/** A mosaic, and one coverage of its index. */
export interface FoundIndex {
  readonly mosaic: Stored<"mosaic">;
  readonly indexed: IndexedCoverage;
}

/** The mosaic of a store; undefined for stores that hold none. */
export function findMosaic(
  reader: CatalogReader,
  { workspace, store }: MosaicPlace,
): Promise<Stored<"mosaic"> | undefined> {
  return reader.get("mosaic", workspace, store);
}

/** The mosaic of a store that is there. Refuses stores that hold none. */
export async function requireMosaic(
  reader: CatalogReader,
  place: MosaicPlace,
): Promise<Stored<"mosaic">> {
  const store = await reader.get("coverage-store", place.workspace, place.store);
  if (store === undefined) {
    throw new CatalogError(
      "not-found",
      `No such coverage store: ${place.workspace},${place.store}`,
    );
  }
  const mosaic = await findMosaic(reader, place);
  if (mosaic !== undefined) return mosaic;
  throw new CatalogError(
    "not-harvestable",
    "Coverage store found, but it does not support resource harvesting",
  );
}

/** The index behind a published coverage. Refuses with not-found, saying what is not there. */
export async function requireIndex(
  reader: CatalogReader,
  place: MosaicPlace & { readonly coverage: string },
): Promise<FoundIndex> {
  const { workspace, store, coverage } = place;
  if ((await reader.get("workspace", null, workspace)) === undefined)
    throw new CatalogError("not-found", `No such workspace : ${workspace}`);
  if ((await reader.get("coverage-store", workspace, store)) === undefined)
    throw new CatalogError("not-found", `No such coverage store: ${store}`);
  const published = await reader.get("coverage", workspace, coverage);
  const mosaic = await findMosaic(reader, place);
  if (published === undefined || published.value.store !== store || mosaic === undefined)
    throw new CatalogError("not-found", `No such coverage in store: ${coverage}`);
  const indexed = indexedCoverage(mosaic, published.value.nativeName);
  if (indexed !== undefined) return { mosaic, indexed };
  throw new CatalogError("not-found", `No such coverage in store: ${coverage}`);
}

/** Names of all coverages: those that the index holds, and those that the definition names. */
export function coverageNames({ value }: Stored<"mosaic">): readonly string[] {
  const named = value.definition.coverages.flatMap(({ name }) => name ?? []);
  return [...new Set([...value.coverages.map(({ name }) => name), ...named])];
}

/** A coverage of an index by its own name. */
export function indexedCoverage(
  { value }: Stored<"mosaic">,
  name: string,
): IndexedCoverage | undefined {
  return value.coverages.find((coverage) => coverage.name === name);
}

/** The folders that the server keeps for mosaics; of all workspaces when none is given. */
export async function homesOf(
  reader: CatalogReader,
  workspace?: string,
): Promise<readonly MosaicPlace[]> {
  const all = await reader.list("mosaic", workspace);
  return all.flatMap(({ value: { folder } }) => (folder.type === "own" ? [folder.home] : []));
}

/** The folder for the files of a new store: one of its name, unless a renamed store has that. */
export async function freeHome(reader: CatalogReader, place: MosaicPlace): Promise<MosaicPlace> {
  const taken = new Set((await homesOf(reader)).map(keyOf));
  let store = place.store;
  for (let number = 2; taken.has(keyOf({ workspace: place.workspace, store })); number++) {
    store = `${place.store}~${number}`;
  }
  return { workspace: place.workspace, store };
}

/** Ids of the changes of files that mosaics have recorded. */
export async function recordedChanges(reader: CatalogReader): Promise<ReadonlySet<string>> {
  return new Set((await reader.list("mosaic")).flatMap(({ value }) => value.change ?? []));
}

/** Records a change of the files of a mosaic: it is done, or will be, whatever happens now. */
export async function recordChange(
  writer: CatalogWriter,
  { workspace, name }: Stored<"mosaic">,
  change: string,
): Promise<void> {
  const mosaic = await writer.get("mosaic", workspace, name);
  if (mosaic === undefined) return;
  await writer.put({ kind: "mosaic", workspace, name }, { ...mosaic.value, change });
}

/** Whether no mosaic has its files in a folder. */
export async function isFreeHome(reader: CatalogReader, home: MosaicPlace): Promise<boolean> {
  return !(await homesOf(reader)).some((taken) => isSamePlace(taken, home));
}

/** Whether two places are the same. */
export function isSamePlace(one: MosaicPlace, other: MosaicPlace): boolean {
  return one.workspace === other.workspace && one.store === other.store;
}

function keyOf({ workspace, store }: MosaicPlace): string {
  return `${workspace}/${store}`;
}

/** Folder of a store's definition files in the data directory. */
export function definitionFolder({ workspace, store }: MosaicPlace): string {
  return `data/${workspace}/${store}`;
}

/** Forgets a mosaic with its index; what defines it stays unless it is purged. */
export async function removeMosaic(
  writer: CatalogWriter,
  place: MosaicPlace,
  purge: Purge,
): Promise<void> {
  const mosaic = await findMosaic(writer, place);
  if (mosaic === undefined) return;
  for (const key of await writer.granuleIndexes(place)) await (await writer.granules(key))?.drop();
  await writer.remove({ kind: "mosaic", workspace: place.workspace, name: place.store });
  if (purge !== "none" && mosaic.value.folder.type === "own")
    await writer.removeFolder(definitionFolder(place));
}

/** Gives a mosaic and its index the store's new name. */
export async function renameMosaic(
  writer: CatalogWriter,
  from: MosaicPlace,
  to: MosaicPlace,
): Promise<void> {
  if ((await findMosaic(writer, from)) === undefined) return;
  await writer.rename(
    { kind: "mosaic", workspace: from.workspace, name: from.store },
    { workspace: to.workspace, name: to.store },
  );
  await writer.moveGranules(from, to);
}

/** Remembers what an index holds: new coverages are added, known ones keep their schema. */
export async function putIndexed(
  writer: CatalogWriter,
  mosaic: Stored<"mosaic">,
  found: readonly IndexedCoverage[],
): Promise<void> {
  const coverages = new Map(mosaic.value.coverages.map((coverage) => [coverage.name, coverage]));
  for (const coverage of found) {
    const known = coverages.get(coverage.name);
    coverages.set(
      coverage.name,
      known === undefined ? coverage : { ...known, grid: coverage.grid },
    );
  }
  const { workspace, name } = mosaic;
  await writer.put(
    { kind: "mosaic", workspace, name },
    { ...mosaic.value, coverages: [...coverages.values()] },
  );
}
