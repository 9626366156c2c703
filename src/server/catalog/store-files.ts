/**
 * Store files follow the names of store and workspace (docs/compatibility.md, "Workspaces and
 * namespaces").
 */
import { definitionFolder, findMosaic, type MosaicPlace } from "./mosaic.ts";
import type { Stored } from "./records.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";
import { withoutEnd } from "../../model/trim.ts";

/**
 * Moves a folder of the data directory over leftovers of removed stores. URLs of all stores that
 * name a moved file are updated. Deviation: files-follow-names.
 */
export async function moveFolder(writer: CatalogWriter, from: string, to: string): Promise<void> {
  const moved = (await writer.filesUnder(from)).map(({ path }) => path);
  for (const path of moved) await writer.moveFile(path, to + path.slice(from.length));
  if (moved.length === 0) return;
  const follow = (url: string) => (namesAny(url, moved) ? followed(url, from, to) : url);
  for (const { workspace, name, value } of await writer.list("data-store")) {
    const url = value.parameters["url"];
    if (url === undefined || follow(url) === url) continue;
    const parameters = { ...value.parameters, url: follow(url) };
    await writer.put({ kind: "data-store", workspace, name }, { ...value, parameters });
  }
  for (const store of await writer.list("coverage-store")) {
    const { url } = store.value;
    if (url !== null && follow(url) !== url) await putUrl(writer, store, follow(url));
  }
}

/** The URL of a mosaic that the server owns contains its name, wherever its granules are. */
export async function updateMosaicUrl(
  writer: CatalogWriter,
  place: MosaicPlace,
  before: MosaicPlace,
): Promise<void> {
  const { workspace, store } = place;
  const found = await writer.get("coverage-store", workspace, store);
  const mosaic = await findMosaic(writer, place);
  if (found?.value.url == null || mosaic?.value.folder.type !== "own") return;
  const url = followed(found.value.url, definitionFolder(before), definitionFolder(place));
  if (url !== found.value.url) await putUrl(writer, found, url);
}

/** A mosaic whose granules are in a folder of its former name. */
export interface NamedHome {
  readonly place: MosaicPlace;
  readonly home: MosaicPlace;
}

/** Lists the mosaics whose folder differs from their name. */
export async function namedHomes(reader: CatalogReader): Promise<readonly NamedHome[]> {
  const all = await reader.list("mosaic");
  return all.flatMap(({ workspace, name, value: { folder } }) => {
    const place = { workspace: workspace ?? "", store: name };
    if (folder.type !== "own") return [];
    const isSame = folder.home.workspace === place.workspace && folder.home.store === name;
    return isSame ? [] : [{ place, home: folder.home }];
  });
}

/** Version 0.1 left definitions under former names; they stay if another store has the name. */
export async function migrateDefinitionFolders(writer: CatalogWriter): Promise<void> {
  for (const { place, home } of await namedHomes(writer)) {
    const { workspace, store } = home;
    const isTaken =
      (await writer.get("data-store", workspace, store)) ??
      (await writer.get("coverage-store", workspace, store));
    if (isTaken !== undefined) continue;
    await moveFolder(writer, definitionFolder(home), definitionFolder(place));
    await updateMosaicUrl(writer, place, home);
  }
}

async function putUrl(
  writer: CatalogWriter,
  { workspace, name, value }: Stored<"coverage-store">,
  url: string,
): Promise<void> {
  await writer.put({ kind: "coverage-store", workspace, name }, { ...value, url });
}

const SCHEME = "file:";

/** Whether a URL names one of the files or a folder above one. */
function namesAny(url: string, paths: readonly string[]): boolean {
  if (!url.startsWith(SCHEME)) return false;
  const named = withoutEnd(url.slice(SCHEME.length), "/");
  return paths.some((path) => path === named || path.startsWith(`${named}/`));
}

function followed(url: string, from: string, to: string): string {
  const start = SCHEME + from;
  const isBelow = url === start || url.startsWith(`${start}/`);
  return isBelow ? SCHEME + to + url.slice(start.length) : url;
}
