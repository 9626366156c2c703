/** Templates of an object are removed and renamed with it (docs/compatibility.md, "Templates"). */
import { templateFolder } from "../../model/data-file.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

async function templatesIn(reader: CatalogReader, folder: string): Promise<readonly string[]> {
  const files = await reader.filesUnder(folder);
  return files.map(({ path }) => path).filter((path) => path.endsWith(".ftl"));
}

/** Removes the templates of a store or resource; `inside` is below the workspace's folder. */
export async function removeTemplates(
  writer: CatalogWriter,
  workspace: string,
  inside: string,
): Promise<void> {
  for (const path of await templatesIn(writer, templateFolder(workspace, inside)))
    await writer.removeFile(path);
}

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
