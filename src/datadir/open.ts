/**
 * A GeoServer data directory, in a folder or archive, as a read-only catalog of the included server.
 */
import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import type { Address } from "../model/address.ts";
import { fault, type Diagnostic } from "../model/diagnostic.ts";
import { withoutEnd } from "../model/trim.ts";
import type { ServerProfile } from "../reconciler/kind.ts";
import { makePassword } from "../server/administrator.ts";
import type { Filling, OpenOptions, OpenServer } from "../server/options.ts";
import { openInnerServer, openTemporaryServer } from "../server/temporary.ts";
import { pathWithQuery, type Reader } from "../wire/request.ts";
import { WireError } from "../wire/wire-error.ts";
import { fileOf } from "./file-of.ts";
import { reportLeftovers } from "./leftovers.ts";
import { loadContent, type DirectoryContent } from "./load/content.ts";
import type { Loading } from "./load/document.ts";
import { collectNotes, type Notes } from "./notes.ts";
import { findRoot } from "./root.ts";
import { fillCatalog, type Dates } from "./serve/fill.ts";
import { catalogOver } from "./serve/over.ts";
import { shownTree } from "./serve/shown-tree.ts";
import { statedReader } from "./serve/stated.ts";
import { archiveTree } from "./tree/archive.ts";
import { folderTree } from "./tree/folder.ts";
import type { FileTree } from "./tree/file-tree.ts";

/** A path that is no data directory. */
export class DataDirectoryError extends Error {
  readonly diagnostic: Diagnostic;

  constructor(path: string, message: string) {
    super(message);
    this.name = "DataDirectoryError";
    const hint =
      "Give the folder that holds workspaces/, or an archive of it: .zip, .tar, .tar.gz.";
    this.diagnostic = fault("data-directory-unusable", message, { hint, where: { file: path } });
  }
}

/** An open data directory. */
export interface DataDirectory {
  /** Answers GET and HEAD. */
  readonly read: Reader;
  readonly server: ServerProfile;
  /** Damaged and unread content. */
  readonly notes: readonly Diagnostic[];
  /** All files, also those that no request shows. */
  readonly files: FileTree;
  /** The path of an object's document. */
  readonly fileOf: (address: Address) => string | undefined;
  readonly placeOf: (file: string) => string;
  readonly close: () => Promise<void>;
}

/** Every directory has this profile, because it does not show GeoServer's version. */
const SERVER: ServerProfile = {
  software: "geoserver",
  dialect: "geoserver",
  version: "data directory",
  resources: true,
  digests: false,
};

/** Opens a folder or an archive, for kinds to read. Throws DataDirectoryError. */
export async function openDataDirectory(path: string): Promise<DataDirectory> {
  const { content, files, notes, placeOf } = await readDirectory(path);
  const user = `plumbline-${randomUUID()}`;
  const { server, exchange } = await openInnerServer("directory", {
    user,
    // It answers what is stored, without the quirks of stock servers.
    dialect: "documented",
    version: SERVER.version,
    keystore: ownKeystore(),
    filling: fillingOf({ content, files }, user),
  });
  const read: Reader = (request) => {
    const { method, headers = {} } = request;
    return exchange({ method, path: pathWithQuery(request), headers });
  };
  return {
    read: statedReader(read, content),
    server: SERVER,
    notes,
    files,
    fileOf: (address) => fileOf(content, address),
    placeOf,
    close: server.close,
  };
}

/** A data directory behind a server. */
export interface ServedDirectory {
  /** Its `close` also removes what it keeps in a temporary folder. */
  readonly server: OpenServer;
  readonly notes: readonly Diagnostic[];
}

/** Opens a folder or an archive as a server. Throws DataDirectoryError. */
export async function serveDataDirectory(
  path: string,
  options: Omit<OpenOptions, "folder" | "filling">,
): Promise<ServedDirectory> {
  const { notes, ...directory } = await readDirectory(path);
  const filling = fillingOf(directory, options.administrator.user);
  const { server } = await openTemporaryServer("directory", {
    ...options,
    // The databases that it names are nobody's to open here.
    isClosed: true,
    keystore: ownKeystore(),
    filling,
  });
  return { server, notes };
}

/** Its key seals the secrets of the directory for as long as the server runs. */
function ownKeystore(): NonNullable<OpenOptions["keystore"]> {
  return { password: makePassword(), readable: false };
}

interface Directory {
  readonly content: DirectoryContent;
  readonly files: FileTree;
}

function fillingOf({ content, files }: Directory, administrator: string): Filling {
  const dates: Dates = new Map();
  const isOwn = !content.records.some(
    ({ kind, name }) => kind === "account" && name === administrator,
  );
  const hidden = isOwn ? administrator : undefined;
  const shown = shownTree(files, content);
  return {
    fill: (writer, seal) => fillCatalog(writer, content.records, { seal, dates }),
    over: (catalog) => catalogOver(catalog, { files: shown, dates, hidden }),
  };
}

async function readDirectory(
  path: string,
): Promise<Directory & Pick<DataDirectory, "notes" | "placeOf">> {
  const base = withoutEnd(path, "/") || path.slice(0, 1);
  const outer = collectNotes(base);
  const tree = await treeAt(path, outer);
  const found = await findRoot({ tree, notes: outer, used: new Set() });
  if (found === undefined) {
    const message = `${path} holds no data directory: neither workspaces/ nor global.xml is in it, nor styles with their entries`;
    throw new DataDirectoryError(path, message);
  }
  const { top, under } = found;
  const notes = collectNotes(top === "" ? base : `${base}/${top}`, under);
  const loading: Loading = { tree: found.tree, notes, used: new Set() };
  const content = await loadContent(loading);
  await reportLeftovers(loading);
  const all = [...outer.list(), ...notes.list()];
  return { content, files: found.tree, notes: all, placeOf: notes.placeOf };
}

async function treeAt(path: string, notes: Notes): Promise<FileTree> {
  const report = (file: string, what: string) =>
    notes.unread({ file, message: `The file ${what}` });
  try {
    const isFolder = (await stat(path)).isDirectory();
    return await (isFolder ? folderTree(path, report) : archiveTree(path, report));
  } catch (error) {
    if (error instanceof WireError) throw new DataDirectoryError(path, error.message);
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new DataDirectoryError(path, code === "ENOENT" ? `${path} is not there` : message);
  }
}
