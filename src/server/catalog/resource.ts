/** Commands on files of the data directory, including files that styles and stores use. */
import { zip } from "../../model/limits.ts";
import { mappingPath } from "./app-schema.ts";
import { CatalogError } from "./errors.ts";
import { contentLink } from "./links.ts";
import type { Stored } from "./records.ts";
import { stylePathOf } from "./style.ts";
import type { CatalogReader, CatalogWriter, FolderChild, StoredFile } from "./unit-of-work.ts";

/** A file or folder at a path. */
export type Resource =
  | { readonly type: "resource"; readonly file: StoredFile }
  | { readonly type: "directory"; readonly children: readonly FolderChild[] }
  | { readonly type: "undefined" };

/** How the catalog uses a file. */
export type FileUse =
  | { readonly type: "style"; readonly style: Stored<"style"> }
  | {
      readonly type: "mapping";
      readonly store: Stored<"data-store">;
      readonly folder: string;
      readonly main: string;
    };

/** Validates a path and trims slashes. */
export function checkPath(path: string): string {
  const parts = path.split("/").filter((part) => part !== "");
  const wrong = parts.find(
    (part) => part === "." || part === ".." || /[\u0000-\u001f\u007f\\]/.test(part),
  );
  if (wrong !== undefined)
    throw new CatalogError("name-invalid", "The path is not a path of the data directory");
  const joined = parts.join("/");
  if (Buffer.byteLength(joined) > zip.nameBytes || parts.length > zip.depth) {
    throw new CatalogError(
      "too-large",
      `The path is longer than ${zip.nameBytes} bytes or ${zip.depth} folders`,
    );
  }
  return joined;
}

/** Reads what is at a path. */
export async function readResource(reader: CatalogReader, path: string): Promise<Resource> {
  const file = await reader.file(path);
  if (file !== undefined) return { type: "resource", file };
  const children = await reader.children(path);
  return children.length > 0 || path === ""
    ? { type: "directory", children }
    : { type: "undefined" };
}

/** Returns undefined if the file is unused. */
export async function fileUse(reader: CatalogReader, path: string): Promise<FileUse | undefined> {
  const match = /^(?:workspaces\/([^/]+)\/)?styles\/[^/]+$/.exec(path);
  if (match !== null) {
    const styles = await reader.linked("style", contentLink(path.slice(path.lastIndexOf("/") + 1)));
    const style = styles.find((candidate) => stylePathOf(candidate) === path);
    if (style !== undefined) return { type: "style", style };
  }
  const [root, workspace, name] = path.split("/");
  if (root !== "data" || workspace === undefined || name === undefined) return undefined;
  const folder = `data/${workspace}/${name}`;
  for (const store of await reader.list("data-store")) {
    const main = mappingPath(store.value.parameters);
    if (main?.startsWith(`${folder}/`)) return { type: "mapping", store, folder, main };
  }
  return undefined;
}

/** Throws if the path cannot be written. */
export async function checkWritable(reader: CatalogReader, path: string): Promise<void> {
  const isFolder = path === "" || (await reader.children(path)).length > 0;
  if (isFolder)
    throw new CatalogError("directory-write", "Attempting to write data to a directory.");
  const parts = path.split("/");
  for (let depth = 1; depth < parts.length; depth++) {
    const parent = parts.slice(0, depth).join("/");
    if ((await reader.file(parent)) !== undefined) {
      throw new CatalogError("directory-write", `The path goes through a file: ${parent}`);
    }
  }
}

/** Marks the style or store that uses a file as changed. */
export async function touchUser(
  writer: CatalogWriter,
  use: FileUse | undefined,
  version: "1.0.0" | "1.1.0" | undefined,
): Promise<void> {
  if (use?.type === "style") {
    const { workspace, name, value } = use.style;
    await writer.put(
      { kind: "style", workspace, name },
      { ...value, version: version ?? value.version },
    );
  } else if (use?.type === "mapping") {
    const { workspace, name, value } = use.store;
    await writer.put({ kind: "data-store", workspace, name }, value);
  }
}

/** Removes a file or folder. */
export async function deleteResource(writer: CatalogWriter, path: string): Promise<void> {
  const resource = await readResource(writer, path);
  if (resource.type === "undefined")
    throw new CatalogError("not-found", `Resource '${path}' not found`);
  if (path === "")
    throw new CatalogError("directory-write", "The data directory itself cannot be removed");
  if (resource.type === "resource") await writer.removeFile(path);
  else await writer.removeFolder(path);
}

/** The request body has the source path. */
export async function transferResource(
  writer: CatalogWriter,
  operation: "move" | "copy",
  { from, to }: { from: string; to: string },
): Promise<void> {
  const resource = await readResource(writer, from);
  if (resource.type === "undefined")
    throw new CatalogError("not-found", `Unable to locate '${from}'.`);
  await checkWritable(writer, to);
  if (resource.type === "resource") {
    const content = await writer.content(resource.file);
    if (operation === "move") await writer.removeFile(from);
    await writer.writeFile(to, content);
    return;
  }
  if (operation === "copy") throw new CatalogError("folder-copy", "Unable to copy directory.");
  for (const file of await writer.filesUnder(from)) {
    await writer.moveFile(file.path, `${to}${file.path.slice(from.length)}`);
  }
}
