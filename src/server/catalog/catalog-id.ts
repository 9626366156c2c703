/** Which catalog this is: an id that it got when it was new, so that files are known to be its own. */
import type { CatalogReader, CatalogState, CatalogWriter } from "./unit-of-work.ts";

/** Where the id is kept. */
export const CATALOG_ID = { kind: "setting", workspace: null, name: "catalog-id" } as const;

/** Gives the catalog this id, unless it has one; its id in any case. */
export async function identify(writer: CatalogWriter, fresh: string): Promise<string> {
  const found = await writer.get(CATALOG_ID.kind, CATALOG_ID.workspace, CATALOG_ID.name);
  if (found !== undefined) return found.value.text;
  await writer.put(CATALOG_ID, { text: fresh });
  return fresh;
}

/** The catalog as it is now; undefined as long as it has no id. */
export async function catalogState(reader: CatalogReader): Promise<CatalogState | undefined> {
  const found = await reader.get(CATALOG_ID.kind, CATALOG_ID.workspace, CATALOG_ID.name);
  return found && { catalog: found.value.text, revision: await reader.revision() };
}
