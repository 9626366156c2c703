/**
 * Commands on global templates and those of workspaces, stores and resources. A template can only
 * be written for an existing object. Deviation: template-home.
 */
import { templateFile, templateFolder, templateNameProblem } from "../../model/data-file.ts";
import { CatalogError } from "./errors.ts";
import { findPublished } from "./published.ts";
import type { CatalogReader, CatalogWriter, StoredFile } from "./unit-of-work.ts";

/** The owner of templates; absent parts are null or empty. */
export interface TemplateHome {
  readonly workspace: string | null;
  readonly storeKind: "data-store" | "coverage-store";
  readonly store: string;
  /** A feature type or coverage of the store. */
  readonly published: string;
}

/** Relative to the folder of the workspace. */
function insideOf({ store, published }: TemplateHome): string {
  return [store, published].filter((part) => part !== "").join("/");
}

/** Returns the path of a template. Throws if the name is invalid. */
export function templateFileOf(home: TemplateHome, name: string): string {
  const own = [insideOf(home), name].filter((part) => part !== "").join("/");
  const problem = templateNameProblem(name, null);
  if (problem !== undefined)
    throw new CatalogError("name-invalid", `The template name '${name}' ${problem}`);
  return templateFile(home.workspace, own);
}

async function requireTemplateHome(reader: CatalogReader, home: TemplateHome): Promise<void> {
  const { workspace, storeKind, store, published } = home;
  if (workspace === null) return;
  const folder = templateFolder(workspace, insideOf(home));
  const missing = new CatalogError("not-found", `Directory not found: '${folder}'`);
  if ((await reader.get("workspace", null, workspace)) === undefined) throw missing;
  if (store === "") return;
  if ((await reader.get(storeKind, workspace, store)) === undefined) throw missing;
  if (published === "") return;
  const found = await findPublished(reader, workspace, published);
  if (found?.value.store !== store) throw missing;
}

/** Lists template names with their extension. */
export async function listTemplates(
  reader: CatalogReader,
  home: TemplateHome,
): Promise<readonly string[]> {
  await requireTemplateHome(reader, home);
  const children = await reader.children(templateFolder(home.workspace, insideOf(home)));
  return children
    .filter(({ name, type }) => type === "resource" && name.endsWith(".ftl"))
    .map(({ name }) => name);
}

/** Returns an error instead of throwing it. */
export async function findTemplate(
  reader: CatalogReader,
  home: TemplateHome,
  name: string,
): Promise<StoredFile | CatalogError> {
  const path = templateFileOf(home, name);
  const file = await reader.file(path);
  return file ?? new CatalogError("not-found", `Template not found: '${path}'`);
}

/** Writes a template. */
export async function writeTemplate(
  writer: CatalogWriter,
  home: TemplateHome,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
): Promise<void> {
  const path = templateFileOf(home, name);
  await requireTemplateHome(writer, home);
  await writer.writeFile(path, bytes);
}
