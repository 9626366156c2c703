/** Reads the tile cache settings. */
import type { BlobStore } from "../../model/blob-store.ts";
import { isBuiltInGridSet } from "../../model/built-in-grid-sets.ts";
import { freshDiskQuota } from "../../model/disk-quota.ts";
import { completeGridSet } from "../../model/grid-set.ts";
import { readBlobStore } from "../../wire/blob-store.ts";
import { parseDiskQuotaInput } from "../../wire/disk-quota.ts";
import { parseGridSetInput } from "../../wire/grid-set.ts";
import { asList, member, members, textOf } from "../../wire/tree.ts";
import { readDocument, unlessDamaged, type Loading, type StoredDocument } from "./document.ts";
import { recordOf, type DirectoryRecord } from "./objects.ts";

const FILE = "gwc/geowebcache.xml";
const QUOTA_FILE = "gwc/geowebcache-diskquota.xml";

/** Reads the settings; damaged ones are reported. Those that every server has are left out. */
export async function loadTileCache(loading: Loading): Promise<readonly DirectoryRecord[]> {
  const records: DirectoryRecord[] = [...(await loadDiskQuota(loading))];
  const document = await readDocument(loading, FILE);
  if (document === undefined) return records;
  reportUnread(loading, document);
  const stores = members(member(document.content, "blobStores"));
  for (const [type, elements] of stores.filter(([name]) => !name.startsWith("@"))) {
    for (const element of asList(elements)) {
      const { name, ...found } = readBlobStore(type, element) ?? {};
      if (name !== undefined) records.push(recordOf("blob-store", name, found as BlobStore));
      else reportPart(loading, `a blob store of type ${type}`);
    }
  }
  for (const body of asList(member(member(document.content, "gridSets"), "gridSet"))) {
    await unlessDamaged(loading, document, () => {
      const { name = "", ...input } = parseGridSetInput(body);
      const set = name === "" ? "without a name is left out" : completeGridSet(name, input);
      if (typeof set === "string")
        loading.notes.damaged({
          file: FILE,
          message: ["The grid set", name, set].filter(Boolean).join(" "),
        });
      else if (!isBuiltInGridSet(name)) records.push(recordOf("grid-set", name, set));
    });
  }
  return records;
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

async function loadDiskQuota(loading: Loading): Promise<readonly DirectoryRecord[]> {
  const document = await readDocument(loading, QUOTA_FILE);
  if (document === undefined) return [];
  const found = await unlessDamaged(loading, document, () => {
    const said = Object.entries(parseDiskQuotaInput(document.content));
    const set = said.filter(([, value]) => value !== undefined);
    return recordOf("disk-quota", "quota", { ...freshDiskQuota, ...Object.fromEntries(set) });
  });
  return found === undefined ? [] : [found];
}
