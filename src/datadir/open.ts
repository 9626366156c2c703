/**
 * A GeoServer data directory, in a folder or archive, as a read-only catalog. It answers GET
 * requests as a server on that directory would.
 */
import { stat } from "node:fs/promises";
import type { Address } from "../model/address.ts";
import { fault, type Diagnostic } from "../model/diagnostic.ts";
import type { ServerProfile } from "../reconciler/kind.ts";
import { renderAbout } from "../wire/about.ts";
import type { Reader } from "../wire/request.ts";
import { WireError } from "../wire/wire-error.ts";
import { documentAnswer, readerOf, type Routes } from "./answers/answer.ts";
import {
  groupRoutes,
  layerRoutes,
  publishedRoutes,
  storeRoutes,
  workspaceRoutes,
} from "./answers/objects.ts";
import { regularRoutes } from "./answers/regular.ts";
import { resourceHandler } from "./answers/resources.ts";
import { securityRoutes } from "./answers/security.ts";
import { serviceRoutes } from "./answers/services.ts";
import { styleRoutes } from "./answers/styles.ts";
import { tileCacheRoutes, tileLayerRoutes } from "./answers/tile-cache.ts";
import { fileOf } from "./file-of.ts";
import { reportLeftovers } from "./leftovers.ts";
import { loadCatalog } from "./load/catalog.ts";
import type { Loading } from "./load/document.ts";
import { loadRegular } from "./load/regular.ts";
import { loadTileCache } from "./load/tile-cache.ts";
import { loadTileLayers } from "./load/tile-layers.ts";
import { collectNotes, type Notes } from "./notes.ts";
import { findRoot } from "./root.ts";
import { loadSecurity } from "./security.ts";
import { placeStores } from "./store-folders.ts";
import { archiveTree } from "./tree/archive.ts";
import { folderTree } from "./tree/folder.ts";
import type { FileTree } from "./tree/file-tree.ts";
import { withoutEnd } from "../model/trim.ts";

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

/** Opens a folder or an archive. Throws DataDirectoryError. */
export async function openDataDirectory(path: string): Promise<DataDirectory> {
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
  const { catalog, folders } = await placeStores(loading, await loadCatalog(loading));
  const security = await loadSecurity(loading);
  const regular = await loadRegular(loading);
  const tileCache = await loadTileCache(loading);
  const tiles = await loadTileLayers(loading, catalog);
  await reportLeftovers(loading);
  const routes: Routes = {
    version: ({ rendering: { format } }) => documentAnswer(renderAbout(ABOUT, format)),
    ...workspaceRoutes(catalog),
    ...storeRoutes(catalog),
    ...publishedRoutes(catalog),
    ...layerRoutes(catalog),
    ...groupRoutes(catalog),
    ...serviceRoutes(catalog),
    ...styleRoutes(catalog, found.tree),
    ...securityRoutes(security),
    ...regularRoutes(regular),
    ...tileCacheRoutes(tileCache),
    ...tileLayerRoutes(tiles),
  };
  const resource = resourceHandler(found.tree, { folders, workspaces: catalog.workspaces });
  return {
    read: readerOf(routes, resource),
    server: SERVER,
    notes: [...outer.list(), ...notes.list()],
    files: found.tree,
    fileOf: (address) => fileOf(catalog, address),
    placeOf: notes.placeOf,
    close: async () => {},
  };
}

const ABOUT = [{ name: "GeoServer", properties: { Version: SERVER.version } }];

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
