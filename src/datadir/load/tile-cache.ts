/** Reads the tile cache settings. */
import type { BlobStore } from "../../model/blob-store.ts";
import { freshDiskQuota, type DiskQuota } from "../../model/disk-quota.ts";
import { completeGridSet, type GridSet } from "../../model/grid-set.ts";
import { readBlobStore } from "../../wire/blob-store.ts";
import { parseDiskQuotaInput } from "../../wire/disk-quota.ts";
import { parseGridSetInput } from "../../wire/grid-set.ts";
import { asList, member, members, textOf } from "../../wire/tree.ts";
import { readDocument, unlessDamaged, type Loading, type StoredDocument } from "./document.ts";

const FILE = "gwc/geowebcache.xml";
const QUOTA_FILE = "gwc/geowebcache-diskquota.xml";

/** The tile cache settings; the maps are by name. */
export interface DirectoryTileCache {
  readonly gridSets: ReadonlyMap<string, GridSet>;
  readonly blobStores: ReadonlyMap<string, BlobStore>;
  readonly diskQuota: DiskQuota | undefined;
}

/** Reads the settings; damaged ones are reported. */
export async function loadTileCache(loading: Loading): Promise<DirectoryTileCache> {
  const document = await readDocument(loading, FILE);
  const gridSets = new Map<string, GridSet>();
  const blobStores = new Map<string, BlobStore>();
  const diskQuota = await loadDiskQuota(loading);
  if (document === undefined) return { gridSets, blobStores, diskQuota };
  reportUnread(loading, document);
  const stores = members(member(document.content, "blobStores"));
  for (const [type, elements] of stores.filter(([name]) => !name.startsWith("@"))) {
    for (const element of asList(elements)) {
      const found = readBlobStore(type, element);
      if (found?.name !== undefined) blobStores.set(found.name, found);
      else reportPart(loading, `a blob store of type ${type}`);
    }
  }
  for (const body of asList(member(member(document.content, "gridSets"), "gridSet"))) {
    await unlessDamaged(loading, document, () => {
      const { name = "", ...input } = parseGridSetInput(body);
      const set = completeGridSet(name, input);
      if (typeof set !== "string") gridSets.set(name, set);
      else loading.notes.damaged({ file: FILE, message: `The grid set ${name} ${set}` });
    });
  }
  return { gridSets, blobStores, diskQuota };
}

/** Elements that are read, or ignored at their default value. */
const READ: Readonly<Record<string, string | undefined>> = {
  version: undefined,
  blobStores: undefined,
  gridSets: undefined,
  backendTimeout: "120",
};

function reportUnread(loading: Loading, { content }: StoredDocument): void {
  for (const [name, node] of members(content)) {
    const text = textOf(node);
    const isRead = Object.hasOwn(READ, name) && (READ[name] ?? text) === text;
    const isBlank = text === "" || (text === undefined && members(node).length === 0);
    if (!isRead && !isBlank && !/[@$:]/.test(name)) reportPart(loading, name);
  }
}

function reportPart({ notes }: Loading, what: string): void {
  notes.unread({ file: FILE, message: `The file says ${what}, for which there is no manifest` });
}

async function loadDiskQuota(loading: Loading): Promise<DiskQuota | undefined> {
  const document = await readDocument(loading, QUOTA_FILE);
  if (document === undefined) return undefined;
  return unlessDamaged(loading, document, () => {
    const said = Object.entries(parseDiskQuotaInput(document.content));
    const set = said.filter(([, value]) => value !== undefined);
    return { ...freshDiskQuota, ...Object.fromEntries(set) };
  });
}
