/**
 * App-schema mappings and mosaic definitions. A server keeps uploaded ones in
 * `data/WORKSPACE/STORE`, hand-made directories anywhere. They are shown at the server's place.
 */
import { posix } from "node:path";
import { APP_SCHEMA_TYPE } from "../model/app-schema.ts";
import type { Loading } from "./load/document.ts";
import type { DirectoryCatalog, DirectoryObject, Store } from "./load/objects.ts";
import { folderOf, joined, nameOf, type FileTree } from "./tree/file-tree.ts";
import { withoutEnd } from "../model/trim.ts";

/** A folder that is shown at another path. */
export interface StoreFolder {
  readonly shown: string;
  /** Paths in the directory by paths below `shown`. */
  readonly files: ReadonlyMap<string, string>;
}

/** Adjusts the URLs of stores and gives their folders. */
export async function placeStores(
  loading: Loading,
  catalog: DirectoryCatalog,
): Promise<{ readonly catalog: DirectoryCatalog; readonly folders: readonly StoreFolder[] }> {
  const folders: StoreFolder[] = [];
  const stores: Store[] = [];
  for (const store of catalog.stores) {
    const place = await placeOf(loading, store);
    if (place !== undefined) folders.push(place.folder);
    stores.push(place?.store ?? store);
  }
  return { catalog: { ...catalog, stores }, folders };
}

interface Place {
  readonly folder: StoreFolder;
  readonly store: Store;
}

async function placeOf(loading: Loading, store: Store): Promise<Place | undefined> {
  if (store.kind === "data-store" && store.value.storeType === APP_SCHEMA_TYPE)
    return mappingPlace(loading, store);
  if (store.kind === "coverage-store" && store.value.storeType === "ImageMosaic")
    return mosaicPlace(loading, store);
  return undefined;
}

async function mappingPlace(
  loading: Loading,
  store: DirectoryObject<"data-store">,
): Promise<Place | undefined> {
  const { workspace, name, file, value } = store;
  const address = { kind: "AppSchemaStore", workspace, name };
  const url = value.parameters["url"] ?? "";
  const main = await located(url, async (path) => (await loading.tree.read(path)) !== undefined);
  if (main === undefined) {
    const message = `The mapping of store ${name} is not in the directory: ${url}`;
    loading.notes.damaged({ file, message, address });
    return undefined;
  }
  const folder = folderOf(main);
  const shown = `data/${workspace}/${name}`;
  // An own folder is shown with subfolders; of a shared one only the files beside the mapping.
  const isOwn = folder.split("/").length > 2;
  const files = await filesIn(loading, folder, { isDeep: isOwn });
  const parameters = { ...value.parameters, url: `file:${shown}/${nameOf(main)}` };
  return { folder: { shown, files }, store: { ...store, value: { ...value, parameters } } };
}

async function mosaicPlace(
  loading: Loading,
  store: DirectoryObject<"coverage-store">,
): Promise<Place | undefined> {
  const { workspace, name, file } = store;
  const address = { kind: "ImageMosaic", workspace, name };
  const url = store.value.url ?? "";
  const isFolder = async (path: string) => (await loading.tree.list(path)) !== undefined;
  const folder =
    (await located(url, isFolder)) ?? (await located(folderOf(withoutEnd(url, "/")), isFolder));
  if (folder === undefined) {
    const message = `The folder of mosaic ${name} is not in the directory, so nothing shows how it is defined: ${url}`;
    loading.notes.damaged({ file, message, address });
    return undefined;
  }
  const message = `The granules of mosaic ${name} and the rows of its index are data; they are not read`;
  loading.notes.unread({ file, message, address });
  const found = await filesIn(loading, folder, { isDeep: false });
  const files = new Map([...found].filter(([path]) => /\.(?:properties|xml)$/i.test(path)));
  return { folder: { shown: `data/${workspace}/${name}`, files }, store };
}

/**
 * The path in the directory that a file URL means. Servers write absolute paths of their machine,
 * so leading segments are removed until the path exists.
 */
async function located(
  url: string,
  isThere: (path: string) => Promise<boolean>,
): Promise<string | undefined> {
  const text = decodedUrl(url.replace(/^file:/, ""));
  const parts = posix
    .normalize(text.replaceAll("\\", "/"))
    .split("/")
    .filter((part) => part !== "" && part !== ".");
  if (parts[0] === "..") return undefined;
  const isAbsolute = /^\/|^[A-Za-z]:/.test(text);
  const starts = isAbsolute ? parts.keys() : [0];
  for (const start of starts) {
    const path = parts.slice(start).join("/");
    if (path !== "" && (await isThere(path))) return path;
  }
  return undefined;
}

function decodedUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const CONFIGURATION =
  /^(?:datastore|coveragestore|workspace|namespace|featuretype|coverage|layer)\.xml$/;

/** Files of a store, by paths below the folder. */
async function filesIn(
  loading: Loading,
  top: string,
  { isDeep }: { readonly isDeep: boolean },
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const visit = async (folder: string, below: string, depth: number): Promise<void> => {
    const entries = (await loading.tree.list(folder)) ?? [];
    const isPublished = entries.some(({ name }) => /^(?:featuretype|coverage)\.xml$/.test(name));
    if (isPublished && below !== "") return;
    for (const { name, type } of entries) {
      const [path, inside] = [joined(folder, name), joined(below, name)];
      if (type === "folder") {
        if (isDeep && depth < 16) await visit(path, inside, depth + 1);
      } else if (!CONFIGURATION.test(name) && !name.startsWith(".")) {
        if (await isReadable(loading.tree, path)) {
          files.set(inside, path);
          loading.used.add(path);
        }
      }
    }
  };
  await visit(top, "", 0);
  return files;
}

async function isReadable(tree: FileTree, path: string): Promise<boolean> {
  return (await tree.read(path)) !== undefined;
}
