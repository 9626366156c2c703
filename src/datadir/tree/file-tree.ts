/**
 * The files of a data directory. Paths are relative to the top, with `/`; the top is the empty
 * string.
 */
import { compareText } from "../../model/address.ts";
import { dataDirectory as limits } from "../../model/limits.ts";

/** A file or folder. */
export interface TreeEntry {
  readonly name: string;
  readonly type: "file" | "folder";
  readonly bytes: number;
}

/** Files that can be listed and read. */
export interface FileTree {
  /** The entries of a folder by name; undefined if it does not exist. */
  readonly list: (folder: string) => Promise<readonly TreeEntry[] | undefined>;
  /** The bytes of a file; undefined if it does not exist or is not of a type that is read. */
  readonly read: (file: string) => Promise<Uint8Array | undefined>;
}

export type ReportFile = (file: string, what: string) => void;

const READ =
  /\.(?:xml|properties|sld|css|appschema|xsd|json|ya?ml|mbstyle|ysld|svg|png|jpe?g|gif|bmp|ttf|otf|txt|ftl|csv)$/i;

/**
 * Folders in which manifests can declare files of any type; at the top, or in the archive's single
 * folder.
 */
const DECLARED = /^(?:[^/]+\/)?(?:layouts|palettes|templates|www)\//;

/** Whether a file is read: documents, styles, images, mappings and declared files, but no data. */
export function isRead(file: string, bytes: number): boolean {
  return (READ.test(file) || DECLARED.test(file)) && bytes <= limits.fileBytes;
}

/** Whether a relative path stays in its folder. */
export function isInside(path: string): boolean {
  return !/^\/|\\/.test(path) && path.split("/").every((part) => !["", ".", ".."].includes(part));
}

/** Joins a folder and a name. */
export function joined(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** The folder of a path. */
export function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

/** The last name of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A file of an archive; bytes only for types that are read. */
export interface TreeFile {
  readonly size: number;
  readonly bytes: Uint8Array | undefined;
}

/** Makes a tree of files by path. */
export function treeOf(files: ReadonlyMap<string, TreeFile>): FileTree {
  const folders = new Map<string, Map<string, TreeEntry>>([["", new Map()]]);
  for (const [path, { size }] of files) {
    let below: TreeEntry = { name: nameOf(path), type: "file", bytes: size };
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      const entries = folders.get(folder);
      if (entries === undefined) folders.set(folder, new Map([[below.name, below]]));
      else entries.set(below.name, below);
      if (entries !== undefined || folder === "") break;
      below = { name: nameOf(folder), type: "folder", bytes: 0 };
    }
  }
  return {
    list: async (folder) => {
      const entries = folders.get(folder);
      return entries && [...entries.values()].toSorted((a, b) => compareText(a.name, b.name));
    },
    read: async (file) => files.get(file)?.bytes,
  };
}

/** The tree below one of its folders. */
export function treeBelow(tree: FileTree, top: string): FileTree {
  if (top === "") return tree;
  return {
    list: (folder) => tree.list(folder === "" ? top : joined(top, folder)),
    read: (file) => tree.read(joined(top, file)),
  };
}

/** The tree in a virtual folder. */
export function treeUnder(folder: string, tree: FileTree): FileTree {
  const inside = (path: string) =>
    path === folder
      ? ""
      : path.startsWith(`${folder}/`)
        ? path.slice(folder.length + 1)
        : undefined;
  const above = (path: string): TreeEntry | undefined => {
    const rest =
      path === "" ? folder : folder.startsWith(`${path}/`) ? folder.slice(path.length + 1) : "";
    const [name = ""] = rest.split("/");
    return name === "" ? undefined : { name, type: "folder", bytes: 0 };
  };
  return {
    list: async (path) => {
      const below = inside(path);
      if (below !== undefined) return tree.list(below);
      const entry = above(path);
      return entry && [entry];
    },
    read: async (path) => {
      const below = inside(path);
      return below === undefined || below === "" ? undefined : tree.read(below);
    },
  };
}
