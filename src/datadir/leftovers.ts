/** Reports what was not read in a data directory, and why. */
import { dataDirectory as limits } from "../model/limits.ts";
import { foldersIn, type Loading } from "./load/document.ts";
import { joined, nameOf, type TreeEntry } from "./tree/file-tree.ts";

/** The folder of the tile cache. Its files are settings, its folders hold tiles. */
const TILES = "gwc";

/** Folders that are searched file by file; any other folder gets one note. */
const LOOKED_INTO = new Set([
  "workspaces",
  "styles",
  "layergroups",
  "security",
  "gwc-layers",
  TILES,
]);

const FOLDERS: Readonly<Record<string, string>> = {
  data: "data of stores",
  coverages: "data of stores",
  demo: "requests of the demo page",
  logs: "logs and their settings",
  monitoring: "settings of the monitoring extension",
  validation: "settings of a validation extension",
  plugIns: "settings of a validation extension",
  wps: "settings of processes",
  csw: "settings of the catalogue service",
  plumbline: "the state of estates",
};

/** Folders whose files manifests can declare; an import reads them. */
const FILES = new Set(["www", "templates", "user_projections", "palettes", "layouts"]);

/** Other files that manifests can declare. */
const FILE = /^(?:controlflow\.properties|gwc-gs\.xml|workspaces\/(?:.*\/)?[^/]+\.ftl)$/;

const DOCUMENTS: readonly (readonly [RegExp, string])[] = [
  [/^(?:global|settings)\.xml$/, "settings of the server or a workspace"],
  [/^logging\.xml$/, "settings of logging"],
  [/^geowebcache-diskquota-jdbc\.xml$/, "where the tile cache counts its tiles, with a password"],
  [/^(?:wms|wfs|wcs|wmts|wps|csw|[a-z]+-service|service)\.xml$/, "settings of a service"],
  [/^layer\.xml$/, "a layer of something that is not read"],
  [/\.bak(?:\.\d+)?$/, "a backup"],
];

const IMAGE = /\.(?:svg|png|jpe?g|gif|bmp|ttf|otf)$/i;

export async function reportLeftovers(loading: Loading): Promise<void> {
  let [count, tiles] = [0, 0];
  const visit = async (folder: string, depth: number): Promise<void> => {
    for (const entry of (await loading.tree.list(folder)) ?? []) {
      count += 1;
      if (count > limits.entries) return;
      const path = joined(folder, entry.name);
      if (entry.type === "file") reportFile(loading, path, entry);
      else if (folder === TILES) tiles += 1;
      else if (depth === 0 && FILES.has(entry.name)) continue;
      else if (depth > 0 || LOOKED_INTO.has(entry.name)) {
        if (depth < limits.depth) await visit(path, depth + 1);
      } else reportFolder(loading, path);
    }
  };
  await visit("", 0);
  if (tiles > 0)
    loading.notes.unread({
      file: TILES,
      message: "The folder contains cached tiles; the new server renders its own",
    });
  await reportStoreless(loading);
}

function reportFolder({ notes }: Loading, path: string): void {
  const what = FOLDERS[nameOf(path)];
  const message =
    what === undefined
      ? "The folder is no part of a catalog; what no store names of it is not read"
      : `The folder holds ${what}; what no store names of it is not read`;
  notes.unread({ file: path, message });
}

function reportFile({ notes, used }: Loading, path: string, { name, bytes }: TreeEntry): void {
  const isImage = /(?:^|\/)styles\//.test(path) && IMAGE.test(name);
  if (used.has(path) || isImage || FILE.test(path)) return;
  notes.unread({ file: path, message: reasonOf(path, name, bytes) });
}

function reasonOf(path: string, name: string, bytes: number): string {
  if (path.startsWith("security/")) return securityReason(name);
  if (bytes > limits.fileBytes)
    return `The file has ${bytes} bytes; files above ${limits.fileBytes} are not read`;
  const known = DOCUMENTS.find(([pattern]) => pattern.test(name));
  if (known !== undefined) return `The file holds ${known[1]}, for which there is no manifest`;
  if (/(?:^|\/)styles\//.test(path)) return "The file is the content of no style that is read";
  return "The file belongs to no catalog, and no store names it";
}

function securityReason(name: string): string {
  const isSecret = /passw|masterpw|\.jceks$|\.jks$|digest|keystore/i.test(name);
  if (isSecret) return "The file holds passwords or keys, which are never read";
  if (/^(?:users|groups|roles)\.(?:properties|xml)/.test(name))
    return "The file holds accounts in a place or form of other versions, which is not read";
  return "The file holds settings of security, for which there is no manifest";
}

async function reportStoreless(loading: Loading): Promise<void> {
  const known = /^(?:styles|layergroups|gwc-layers|templates|images)$/;
  for (const workspace of await foldersIn(loading, "workspaces")) {
    for (const folder of await foldersIn(loading, workspace)) {
      const entries = (await loading.tree.list(folder)) ?? [];
      const isStore = entries.some(({ name }) =>
        /^(?:data|coverage|wms|wmts)store\.xml$/.test(name),
      );
      if (isStore || known.test(nameOf(folder))) continue;
      loading.notes.unread({ file: folder, message: "The folder contains no store" });
    }
  }
}
