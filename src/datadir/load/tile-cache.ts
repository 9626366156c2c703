/** Settings of the tile cache that a data directory keeps beside its catalog. */
import type { BlobStore } from "../../model/blob-store.ts";
import { freshDiskQuota, type DiskQuota } from "../../model/disk-quota.ts";
import { completeGridSet, type GridSet } from "../../model/grid-set.ts";
import { readBlobStore } from "../../wire/blob-store.ts";
import { parseDiskQuotaInput } from "../../wire/disk-quota.ts";
import { parseGridSetInput } from "../../wire/grid-set.ts";
import { asList, member, members } from "../../wire/tree.ts";
import { readDocument, unlessDamaged, type Loading } from "./document.ts";

const FILE = "gwc/geowebcache.xml";
const QUOTA_FILE = "gwc/geowebcache-diskquota.xml";

/** What of the tile cache is read; grid sets by their names. */
export interface DirectoryTileCache {
  readonly gridSets: ReadonlyMap<string, GridSet>;
  readonly blobStores: ReadonlyMap<string, BlobStore>;
  /** Undefined where nobody set it. */
  readonly diskQuota: DiskQuota | undefined;
}

/** Reads it; what is damaged is reported. */
export async function loadTileCache(loading: Loading): Promise<DirectoryTileCache> {
  const document = await readDocument(loading, FILE);
  const gridSets = new Map<string, GridSet>();
  const blobStores = new Map<string, BlobStore>();
  const diskQuota = await loadDiskQuota(loading);
  if (document === undefined) return { gridSets, blobStores, diskQuota };
  for (const [type, elements] of members(member(document.content, "blobStores"))) {
    for (const element of asList(elements)) {
      const found = readBlobStore(type, element);
      if (found?.name !== undefined) blobStores.set(found.name, found);
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

async function loadDiskQuota(loading: Loading): Promise<DiskQuota | undefined> {
  const document = await readDocument(loading, QUOTA_FILE);
  if (document === undefined) return undefined;
  return unlessDamaged(loading, document, () => {
    const said = Object.entries(parseDiskQuotaInput(document.content));
    const set = said.filter(([, value]) => value !== undefined);
    return { ...freshDiskQuota, ...Object.fromEntries(set) };
  });
}
