/** The files that a server shows, at the paths where it would have them. */
import type { DirectoryContent } from "../load/content.ts";
import { folderOf, treeOf, type FileTree, type TreeFile } from "../tree/file-tree.ts";

/** Accounts and keys, in any spelling, for file systems that ignore case. */
const SECURITY = /^security(?:\/|$)/i;

/** Documents with passwords of stores, which their own routes show sealed. */
const STORES = /(?:^|\/)(?:data|wms|wmts|coverage)store\.xml$|^gwc\/geowebcache[^/]*\.xml$/i;

/** Without the folder of security; passwords are not read. */
export function shownTree(tree: FileTree, { folders, workspaces }: DirectoryContent): FileTree {
  const stores = folders.map(({ shown, files }) => ({ shown, store: storeTree(files, tree) }));
  const ownFolder = new Map(workspaces.map(({ name, file }) => [name, folderOf(file)]));
  const placeOf = (path: string): readonly [FileTree, string] => {
    for (const { shown, store } of stores) {
      if (path === shown) return [store, ""];
      if (path.startsWith(`${shown}/`)) return [store, path.slice(shown.length + 1)];
    }
    const [first, name = "", ...rest] = path.split("/");
    const folder = first === "workspaces" ? ownFolder.get(name) : undefined;
    return [tree, folder === undefined ? path : [folder, ...rest].join("/")];
  };
  return {
    list: async (path) => {
      if (SECURITY.test(path)) return undefined;
      const [home, inside] = placeOf(path);
      const entries = await home.list(inside);
      return path === "" ? entries?.filter(({ name }) => !SECURITY.test(name)) : entries;
    },
    read: async (path) => {
      const [home, inside] = placeOf(path);
      return SECURITY.test(path) || STORES.test(path) ? undefined : home.read(inside);
    },
  };
}

function storeTree(files: ReadonlyMap<string, string>, tree: FileTree): FileTree {
  const held: TreeFile = { size: 0, bytes: undefined };
  const { list } = treeOf(new Map([...files.keys()].map((path) => [path, held])));
  return {
    list,
    read: async (path) => {
      const file = files.get(path);
      return file === undefined ? undefined : tree.read(file);
    },
  };
}
