/** Which files are granules, and which folder is the mosaic's. */
import { compareText } from "../address.ts";

/** How a definition finds granules. */
export interface GranuleSearch {
  /** `*` any characters, `?` one, ignoring case. */
  readonly wildcard: string;
  readonly recursive: boolean;
}

/** Search without a definition. */
export const DEFAULT_SEARCH: GranuleSearch = { wildcard: "*.*", recursive: true };

const DEFINITIONS = ["indexer.xml", "indexer.properties", "datastore.properties"];

/** Index parts, side files, and non-rasters. */
const NO_RASTER = new Set(
  `shp dbf shx sbn sbx qix fix cpg qpj lyr prj properties ncx ncx2 ncx3 ncx4 gbx9 gpkg db svn-base svn
   aux ovr msk wld sdw tfw tifw tiffw jgw jpw jpgw jpegw pgw pngw gfw giw gifw bpw bpmw bmpw
   xml xsd xsl sld css txt md html htm json csv pdf zip gz tar lck lock log`
    .split(/\s+/)
    .filter((extension) => extension !== ""),
);

const NO_NAME = /^(?:error\.txt(?:\.lck)?|datastore\.properties.*|.*sample_image(?:\.dat)?)$/i;

/** Whether a path relative to the mosaic is scanned as a granule. */
export function isGranulePath(path: string, search: GranuleSearch = DEFAULT_SEARCH): boolean {
  const parts = path.split("/");
  const name = parts.at(-1) ?? "";
  if (parts.some((part) => part === "" || part.startsWith("."))) return false;
  if (!search.recursive && parts.length > 1) return false;
  const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  if (NO_RASTER.has(extension) || NO_NAME.test(name)) return false;
  return fitsWildcard(search.wildcard, name);
}

/** Whether a path relative to the mosaic may define it: only at the top. */
export function isDefinitionPath(path: string): boolean {
  return !path.includes("/") && /\.(?:properties|xml)$/i.test(path);
}

/** Matches a wildcard, ignoring case; the product of lengths bounds the cost. */
export function fitsWildcard(wildcard: string, name: string): boolean {
  const [wanted, given] = [wildcard.toLowerCase(), name.toLowerCase()];
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let index = 0; index < given.length;) {
    if (wanted[at] === "*") {
      star = at++;
      resume = index;
    } else if (wanted[at] === "?" || (at < wanted.length && wanted[at] === given[index])) {
      at++;
      index++;
    } else if (star >= 0) {
      at = star + 1;
      index = ++resume;
    } else {
      return false;
    }
  }
  while (wanted[at] === "*") at++;
  return at === wanted.length;
}

/**
 * Whether creation scans a path: granules in indexing directories, or everywhere if none is inside.
 */
export function isIndexedPath(
  path: string,
  search: GranuleSearch & { readonly indexingDirectories: readonly string[] },
): boolean {
  const folders = search.indexingDirectories.flatMap((folder) => insideFolder(folder) ?? []);
  if (folders.length === 0) return isGranulePath(path, search);
  return folders.some(
    (folder) => path.startsWith(folder) && isGranulePath(path.slice(folder.length), search),
  );
}

/** A path prefix, `""` for the mosaic itself; undefined outside. */
export function insideFolder(folder: string): string | undefined {
  if (/^(?:[\\/]|[a-z]+:)/i.test(folder)) return undefined;
  const parts = folder.split(/[\\/]/).filter((part) => part !== "" && part !== ".");
  if (parts.includes("..")) return undefined;
  return parts.map((part) => `${part}/`).join("");
}

/**
 * The mosaic's folder in an archive, `""` for its top: the uppermost with an indexer, else with a
 * datastore.properties, else the common folder of all granules.
 */
export function mosaicRoot(paths: readonly string[]): string | undefined {
  const visible = paths.filter((path) => !path.split("/").some((part) => part.startsWith(".")));
  for (const wanted of [DEFINITIONS.slice(0, 2), DEFINITIONS.slice(2)]) {
    const folders = visible
      .filter((path) => wanted.includes(path.split("/").at(-1) ?? ""))
      .map(folderOf)
      .toSorted((one, other) => depthOf(one) - depthOf(other) || compareText(one, other));
    if (folders[0] !== undefined) return folders[0];
  }
  const folders = visible.filter((path) => isGranulePath(path)).map(folderOf);
  return folders.length === 0 ? undefined : folders.reduce(sharedFolder);
}

function folderOf(path: string): string {
  return path.split("/").slice(0, -1).join("/");
}

function depthOf(folder: string): number {
  return folder === "" ? 0 : folder.split("/").length;
}

function sharedFolder(one: string, other: string): string {
  const [mine, theirs] = [one.split("/"), other.split("/")];
  const differs = mine.findIndex((part, index) => part !== theirs[index]);
  return mine.slice(0, differs === -1 ? mine.length : differs).join("/");
}
