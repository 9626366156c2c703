/** Responses about files of styles and stores. Secret files are refused. */
import { mediaTypes } from "../../wire/media.ts";
import { renderResource, type ResourceDocument } from "../../wire/resource.ts";
import type { Workspace } from "../load/objects.ts";
import type { StoreFolder } from "../store-folders.ts";
import { treeOf, type FileTree, type TreeFile } from "../tree/file-tree.ts";
import {
  bytesAnswer,
  documentAnswer,
  refusal,
  type AnswerRequest,
  type Handler,
} from "./answer.ts";

/** Answers paths below `/resource`. */
export function resourceHandler(
  tree: FileTree,
  about: { readonly folders: readonly StoreFolder[]; readonly workspaces: readonly Workspace[] },
): Handler {
  const stores = about.folders.map(({ shown, files }) => ({ shown, tree: shownTree(files, tree) }));
  const places = (path: string): readonly [FileTree, string] => {
    for (const { shown, tree: store } of stores) {
      if (path === shown) return [store, ""];
      if (path.startsWith(`${shown}/`)) return [store, path.slice(shown.length + 1)];
    }
    return [tree, ownFolder(path, about.workspaces)];
  };
  return async (asked) => {
    const path = (asked.parameters["file"] ?? "").split("/").filter((part) => part !== "");
    if (path.some((part) => part === ".." || part === ".")) return refusal(400, "The path leaves");
    if (path[0] === "security") return refusal(403, "Files of security are not shown");
    const [home, inside] = places(path.join("/"));
    return resourceAnswer(home, inside, { path: path.join("/"), asked });
  };
}

/** A workspace's folder may have another name. */
function ownFolder(path: string, workspaces: readonly Workspace[]): string {
  const [first, name, ...rest] = path.split("/");
  const found = workspaces.find((one) => one.name === name);
  if (first !== "workspaces" || found === undefined) return path;
  return [found.folder, ...rest].join("/");
}

function shownTree(files: ReadonlyMap<string, string>, tree: FileTree): FileTree {
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

async function resourceAnswer(
  tree: FileTree,
  inside: string,
  { path, asked }: { readonly path: string; readonly asked: AnswerRequest },
) {
  const { rendering, query } = asked;
  const entries = await tree.list(inside);
  const bytes = entries === undefined ? await tree.read(inside) : undefined;
  const type = entries !== undefined ? "directory" : bytes === undefined ? "undefined" : "resource";
  const children = (entries ?? []).map((one) => ({
    name: one.name,
    type: one.type === "folder" ? ("directory" as const) : ("resource" as const),
  }));
  const document: ResourceDocument = { path, type, modified: null, children };
  if (query["operation"] === "metadata")
    return documentAnswer(renderResource(document, "metadata", rendering));
  if (type === "undefined") return undefined;
  const headers = { "resource-type": type };
  if (bytes !== undefined) return bytesAnswer(mediaTypes.binary, bytes, headers);
  const listing = documentAnswer(renderResource(document, "listing", rendering));
  return { ...listing, headers: { ...listing.headers, ...headers } };
}
