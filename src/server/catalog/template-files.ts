/**
 * Templates in the folders of objects: they are deleted with what they belong to, and go along when that gets another
 * name (docs/compatibility.md, "Templates").
 */
import { templateFolder } from "../../model/data-file.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

async function templatesIn(reader: CatalogReader, folder: string): Promise<readonly string[]> {
  const files = await reader.filesUnder(folder);
  return files.map(({ path }) => path).filter((path) => path.endsWith(".ftl"));
}

/** Deletes the templates of a store, or of what it publishes; `inside` is below the workspace's folder. */
export async function removeTemplates(
  writer: CatalogWriter,
  workspace: string,
  inside: string,
): Promise<void> {
  for (const path of await templatesIn(writer, templateFolder(workspace, inside)))
    await writer.removeFile(path);
}

/** Moves them where the store, or what it publishes, lies by now. */
export async function moveTemplates(
  writer: CatalogWriter,
  workspace: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const [before, after] = [from, to].map((inside) => templateFolder(workspace, inside)) as [
    string,
    string,
  ];
  for (const path of await templatesIn(writer, before))
    await writer.moveFile(path, after + path.slice(before.length));
}
