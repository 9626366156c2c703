/**
 * What the storage of the server does not hold of a data directory: its files, which are read on
 * request, and the dates of its objects.
 */
import { digestOf } from "../../model/digest.ts";
import { CatalogError } from "../../server/catalog/errors.ts";
import type { RecordKind, Stored } from "../../server/catalog/records.ts";
import type { Catalog, CatalogReader, StoredFile } from "../../server/catalog/unit-of-work.ts";
import { UNKNOWN_DATE } from "../load/document.ts";
import { joined, type FileTree } from "../tree/file-tree.ts";
import { recordKey, type Dates } from "./fill.ts";

interface Besides {
  readonly files: FileTree;
  readonly dates: Dates;
  /** The account that serves, where the directory has none of this name. */
  readonly hidden: string | undefined;
}

/** The catalog with what it does not hold. */
export function catalogOver(catalog: Catalog, besides: Besides): Catalog {
  return {
    ...catalog,
    read: (work) => catalog.read((reader) => work(readerOver(reader, besides))),
  };
}

function readerOver(reader: CatalogReader, { files, dates, hidden }: Besides): CatalogReader {
  const dated = <Kind extends RecordKind>(kind: Kind, stored: Stored<Kind>): Stored<Kind> => ({
    ...stored,
    ...dates.get(recordKey(kind, stored.workspace, stored.name)),
  });
  return {
    ...reader,
    get: async (kind, workspace, name) => {
      const found = await reader.get(kind, workspace, name);
      return found && dated(kind, found);
    },
    list: async (kind, workspace) => {
      const found = await reader.list(kind, workspace);
      const shown = kind === "account" ? found.filter(({ name }) => name !== hidden) : found;
      return shown.map((one) => dated(kind, one));
    },
    linked: async (kind, link) => (await reader.linked(kind, link)).map((one) => dated(kind, one)),
    ...fileReads(files),
  };
}

type FileReads = Pick<CatalogReader, "file" | "content" | "children" | "filesUnder" | "identities">;

function fileReads({ list, read }: FileTree): FileReads {
  const file = async (path: string): Promise<StoredFile | undefined> => {
    const bytes = await read(path);
    if (bytes === undefined) return undefined;
    const { byteLength } = bytes;
    return { path, digest: digestOf(bytes), bytes: byteLength, modified: UNKNOWN_DATE };
  };
  const filesUnder = async (folder: string): Promise<readonly StoredFile[]> => {
    const found: StoredFile[] = [];
    for (const { name, type } of (await list(folder)) ?? []) {
      const path = joined(folder, name);
      if (type === "folder") found.push(...(await filesUnder(path)));
      else found.push(...[await file(path)].filter((one) => one !== undefined));
    }
    return found;
  };
  return {
    file,
    filesUnder,
    identities: async (folder) =>
      (await filesUnder(folder)).map((one) => ({ ...one, identity: null })),
    children: async (folder) =>
      ((await list(folder)) ?? []).map(({ name, type }) => ({
        name,
        type: type === "folder" ? "directory" : "resource",
      })),
    content: async ({ path }) => {
      const bytes = await read(path);
      if (bytes !== undefined) return bytes;
      throw new CatalogError("content-damaged", `The content of ${path} is missing`);
    },
  };
}
