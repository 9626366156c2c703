/**
 * The files of a data directory, whatever they lie in: a folder, or an archive that was read into
 * memory. Paths are relative to the top, with `/`; the top itself is the empty text.
 */
import { compareText } from "../../model/address.ts";
import { dataDirectory as limits } from "../../model/limits.ts";

/** A file or folder in a folder. */
export interface TreeEntry {
  readonly name: string;
  readonly type: "file" | "folder";
  readonly bytes: number;
}

/** Files that can be listed and read, never written. */
export interface FileTree {
  /** What lies in a folder, by name; undefined where there is no such folder. */
  readonly list: (folder: string) => Promise<readonly TreeEntry[] | undefined>;
  /** The bytes of a file; undefined where there is none, or none that is read. */
  readonly read: (file: string) => Promise<Uint8Array | undefined>;
}

/** What is reported while files are found. */
export type ReportFile = (file: string, what: string) => void;

const READ =
  /\.(?:xml|properties|sld|css|appschema|xsd|json|ya?ml|mbstyle|ysld|svg|png|jpe?g|gif|bmp|ttf|otf|txt|ftl|csv)$/i;

/** Folders of which manifests declare files of any sort; they lie at the top, or in the one folder of an archive. */
const DECLARED = /^(?:[^/]+\/)?(?:layouts|palettes|templates|www)\//;

/** Whether a file is of a sort that is read: documents, styles, images, mappings, files of their own; no data. */
export function isRead(file: string, bytes: number): boolean {
  return (READ.test(file) || DECLARED.test(file)) && bytes <= limits.fileBytes;
}

/** Whether a path that a document gives stays in the folder that it is relative to. */
export function isInside(path: string): boolean {
  return !/^\/|\\/.test(path) && path.split("/").every((part) => !["", ".", ".."].includes(part));
}

/** A path below a folder. */
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

/** A file that an archive holds; bytes only where it is of a sort that is read. */
export interface TreeFile {
  readonly size: number;
  readonly bytes: Uint8Array | undefined;
}

/** The tree of files by path; folders follow from them. */
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

/** A tree seen from one of its folders. */
export function treeBelow(tree: FileTree, top: string): FileTree {
  if (top === "") return tree;
  return {
    list: (folder) => tree.list(folder === "" ? top : joined(top, folder)),
    read: (file) => tree.read(joined(top, file)),
  };
}

/** A tree put under a folder of its own. */
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
