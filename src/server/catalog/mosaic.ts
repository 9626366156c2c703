/** Records of mosaics (docs/interface.md, 4.3). */
import { CatalogError } from "./errors.ts";
import type { IndexedCoverage, Stored } from "./records.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** A coverage store. */
export interface MosaicPlace {
  readonly workspace: string;
  readonly store: string;
}

/** Handling of files of removed granules; "metadata" removes side files. */
export type Purge = "none" | "metadata" | "all";

/** The type of a store with a mosaic. */
export const MOSAIC_TYPE = "ImageMosaic";

/** One coverage of a mosaic. */
export interface FoundIndex {
  readonly mosaic: Stored<"mosaic">;
  readonly indexed: IndexedCoverage;
}

/** Returns undefined if the store has no mosaic. */
export function findMosaic(
  reader: CatalogReader,
  { workspace, store }: MosaicPlace,
): Promise<Stored<"mosaic"> | undefined> {
  return reader.get("mosaic", workspace, store);
}

/** Throws if there is no store or it has no mosaic. */
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

/** Throws not-found, naming what is missing. */
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

/** Lists the coverages of the index and the definition. */
export function coverageNames({ value }: Stored<"mosaic">): readonly string[] {
  const named = value.definition.coverages.flatMap(({ name }) => name ?? []);
  return [...new Set([...value.coverages.map(({ name }) => name), ...named])];
}

/** Takes the native name. */
export function indexedCoverage(
  { value }: Stored<"mosaic">,
  name: string,
): IndexedCoverage | undefined {
  return value.coverages.find((coverage) => coverage.name === name);
}

/** Lists the folders of mosaics that the server owns. */
export async function homesOf(
  reader: CatalogReader,
  workspace?: string,
): Promise<readonly MosaicPlace[]> {
  const all = await reader.list("mosaic", workspace);
  return all.flatMap(({ value: { folder } }) => (folder.type === "own" ? [folder.home] : []));
}

/** Adds a number if a renamed store still uses the folder of the name. */
export async function freeHome(reader: CatalogReader, place: MosaicPlace): Promise<MosaicPlace> {
  const taken = new Set((await homesOf(reader)).map(keyOf));
  let store = place.store;
  for (let number = 2; taken.has(keyOf({ workspace: place.workspace, store })); number++) {
    store = `${place.store}~${number}`;
  }
  return { workspace: place.workspace, store };
}

/** Lists the ids of recorded file changes. */
export async function recordedChanges(reader: CatalogReader): Promise<ReadonlySet<string>> {
  return new Set((await reader.list("mosaic")).flatMap(({ value }) => value.change ?? []));
}

/** Once this is committed, the file change is completed even after a crash. */
export async function recordChange(
  writer: CatalogWriter,
  { workspace, name }: Stored<"mosaic">,
  change: string,
): Promise<void> {
  const mosaic = await writer.get("mosaic", workspace, name);
  if (mosaic === undefined) return;
  await writer.put({ kind: "mosaic", workspace, name }, { ...mosaic.value, change });
}

/** Tells whether no mosaic uses the folder. */
export async function isFreeHome(reader: CatalogReader, home: MosaicPlace): Promise<boolean> {
  return !(await homesOf(reader)).some((taken) => isSamePlace(taken, home));
}

/** Compares places. */
export function isSamePlace(one: MosaicPlace, other: MosaicPlace): boolean {
  return one.workspace === other.workspace && one.store === other.store;
}

function keyOf({ workspace, store }: MosaicPlace): string {
  return `${workspace}/${store}`;
}

/** The folder of a store's definition files in the data directory. */
export function definitionFolder({ workspace, store }: MosaicPlace): string {
  return `data/${workspace}/${store}`;
}

/** Definition files are removed only if `purge` says so. */
export async function removeMosaic(
  writer: CatalogWriter,
  place: MosaicPlace,
  purge: Purge,
): Promise<void> {
  const mosaic = await findMosaic(writer, place);
  if (mosaic === undefined) return;
  await writer.dropGranules(place);
  await writer.remove({ kind: "mosaic", workspace: place.workspace, name: place.store });
  if (purge !== "none" && mosaic.value.folder.type === "own")
    await writer.removeFolder(definitionFolder(place));
}

/** Renames a mosaic and its index. */
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

/** Adds coverages; known ones keep their schema. */
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
