/** Finds the data directory below a path: archives may add folders. */
import { dataDirectory as limits } from "../model/limits.ts";
import { memberText } from "../wire/tree.ts";
import { readDocument, type Loading } from "./load/document.ts";
import { joined, treeBelow, treeUnder, type FileTree, type TreeEntry } from "./tree/file-tree.ts";

/** The directory as a tree; `top` is its path below the given one. */
export interface FoundRoot {
  readonly tree: FileTree;
  readonly top: string;
  /** The virtual folder that holds the given one, if that is only a part of a directory. */
  readonly under: string;
}

/**
 * Searches breadth first for a folder that holds `workspaces` or `global.xml`, or that is a
 * workspace or holds some; else for the first that is or holds a folder of styles and their
 * entries. Others on the same level are reported.
 */
export async function findRoot(loading: Loading): Promise<FoundRoot | undefined> {
  let [level, looked] = [[""], 0];
  let styles: FoundRoot | undefined;
  for (let depth = 0; depth <= limits.searchDepth && level.length > 0; depth++) {
    const found: FoundRoot[] = [];
    const below: string[] = [];
    for (const top of level) {
      looked += 1;
      if (looked > limits.searchFolders) return found[0] ?? styles;
      const entries = (await loading.tree.list(top)) ?? [];
      const root = await rootAt(loading, top, entries);
      if (root !== undefined) found.push(root);
      else styles ??= await stylesAt(loading, top, entries);
      below.push(...foldersOf(entries).map((name) => joined(top, name)));
    }
    const [first, ...others] = found;
    for (const { top } of others) {
      const message = "This is another data directory; give its path to have it read";
      loading.notes.unread({ file: top, message });
    }
    if (first !== undefined) return first;
    level = below;
  }
  return styles;
}

function foldersOf(entries: readonly TreeEntry[]): readonly string[] {
  return entries
    .filter(({ type, name }) => type === "folder" && !name.startsWith("."))
    .map(({ name }) => name);
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
  if (isWorkspace(entries)) {
    const document = await readDocument(loading, joined(top, "workspace.xml"));
    const name = memberText(document?.content, "name") || "workspace";
    const under = `workspaces/${name.replaceAll(/[/\\]/g, "_")}`;
    return { tree: treeUnder(under, tree), top, under };
  }
  for (const name of foldersOf(entries)) {
    if (isWorkspace((await tree.list(name)) ?? []))
      return { tree: treeUnder("workspaces", tree), top, under: "workspaces" };
  }
  return undefined;
}

/** Finds a part of a directory that holds only styles with their entries. */
async function stylesAt(
  { tree }: Loading,
  top: string,
  entries: readonly TreeEntry[],
): Promise<FoundRoot | undefined> {
  const own = treeBelow(tree, top);
  if (holdsStyles(entries)) return { tree: treeUnder("styles", own), top, under: "styles" };
  const isAbove = foldersOf(entries).includes("styles");
  return isAbove && holdsStyles((await own.list("styles")) ?? [])
    ? { tree: own, top, under: "" }
    : undefined;
}

function holdsStyles(entries: readonly TreeEntry[]): boolean {
  const names = new Set(entries.map(({ name }) => name));
  return [...names].some((name) => {
    const stem = /^(.+)\.(?:sld|css)$/.exec(name)?.[1];
    return stem !== undefined && names.has(`${stem}.xml`);
  });
}

function isWorkspace(entries: readonly TreeEntry[]): boolean {
  const names = new Set(entries.map(({ name }) => name));
  return names.has("workspace.xml") && names.has("namespace.xml");
}
