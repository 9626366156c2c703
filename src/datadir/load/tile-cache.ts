/** Reads the tile cache settings. */
import { freshDiskQuota } from "../../model/disk-quota.ts";
import { cacheNouns, type AnyCacheNoun } from "../../model/nouns.ts";
import { cacheDocument } from "../../wire/cache-documents.ts";
import { parseDiskQuotaInput } from "../../wire/disk-quota.ts";
import { asList, member, members, textOf, type Tree } from "../../wire/tree.ts";
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
  for (const noun of cacheNouns) {
    const stored = members(member(document.content, `${noun.member}s`));
    for (const [root, bodies] of stored.filter(([name]) => !name.startsWith("@")))
      for (const body of asList(bodies))
        await unlessDamaged(loading, document, () => {
          const found = recordIn(loading, noun, root, body);
          if (found !== undefined) records.push(found);
        });
  }
  return records;
}

function recordIn(
  loading: Loading,
  noun: AnyCacheNoun,
  root: string,
  body: Tree,
): DirectoryRecord | undefined {
  const { record, label, complete, builtIn } = noun;
  const said = cacheDocument(noun).read(root, body);
  if (said === undefined) {
    reportPart(loading, `a ${label} of type ${root}`);
    return undefined;
  }
  const { name = "", ...input } = said;
  const value = name === "" ? "without a name is left out" : complete(name, input);
  if (typeof value !== "string")
    return builtIn?.().has(name) ? undefined : recordOf(record, name, value);
  const message = [`The ${label}`, name, value].filter(Boolean).join(" ");
  loading.notes.damaged({ file: FILE, message });
  return undefined;
}

/** Elements that are read, or ignored at their default value. */
const READ: Readonly<Record<string, string | undefined>> = {
  version: undefined,
  ...Object.fromEntries(cacheNouns.map(({ member: name }) => [`${name}s`, undefined])),
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
