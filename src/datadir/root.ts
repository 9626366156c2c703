/** Finds the data directory in what was given: it may lie below folders that an archive adds. */
import { dataDirectory as limits } from "../model/limits.ts";
import { memberText } from "../wire/tree.ts";
import { readDocument, type Loading } from "./load/document.ts";
import { joined, treeBelow, treeUnder, type FileTree, type TreeEntry } from "./tree/file-tree.ts";

/** The directory as a tree, and the path of its top in what was given. */
export interface FoundRoot {
  readonly tree: FileTree;
  readonly top: string;
  /** Folder under which the tree shows what was given: a workspace on its own. */
  readonly under: string;
}

/**
 * The first folder, those above before those below, that holds `workspaces` or `global.xml`, or that
 * is one workspace; undefined where there is none.
 */
export async function findRoot(loading: Loading): Promise<FoundRoot | undefined> {
  const { tree } = loading;
  let [level, looked] = [[""], 0];
  for (let depth = 0; depth <= limits.searchDepth && level.length > 0; depth++) {
    const below: string[] = [];
    for (const top of level) {
      looked += 1;
      if (looked > limits.searchFolders) return undefined;
      const entries = (await tree.list(top)) ?? [];
      const found = await rootAt(loading, top, entries);
      if (found !== undefined) return found;
      const folders = entries.filter(
        ({ type, name }) => type === "folder" && !name.startsWith("."),
      );
      below.push(...folders.map(({ name }) => joined(top, name)));
    }
    level = below;
  }
  return undefined;
}

async function rootAt(
  loading: Loading,
  top: string,
  entries: readonly TreeEntry[],
): Promise<FoundRoot | undefined> {
  const holds = (name: string, type: TreeEntry["type"]) =>
    entries.some((one) => one.name === name && one.type === type);
  const tree = treeBelow(loading.tree, top);
  if (holds("workspaces", "folder") || holds("global.xml", "file")) return { tree, top, under: "" };
  if (!holds("workspace.xml", "file") || !holds("namespace.xml", "file")) return undefined;
  const document = await readDocument(loading, joined(top, "workspace.xml"));
  const name = memberText(document?.content, "name") || "workspace";
  const under = `workspaces/${name.replaceAll(/[/\\]/g, "_")}`;
  return { tree: treeUnder(under, tree), top, under };
}
