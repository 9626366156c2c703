/** The random id of a catalog; it marks files as belonging to the catalog. */
import type { CatalogReader, CatalogState, CatalogWriter } from "./unit-of-work.ts";

/** Key of the record that holds the id. */
export const CATALOG_ID = { kind: "setting", workspace: null, name: "catalog-id" } as const;

/** Sets the id if there is none; returns the id in force. */
export async function identify(writer: CatalogWriter, fresh: string): Promise<string> {
  const found = await writer.get(CATALOG_ID.kind, CATALOG_ID.workspace, CATALOG_ID.name);
  if (found !== undefined) return found.value.text;
  await writer.put(CATALOG_ID, { text: fresh });
  return fresh;
}

/** Returns undefined while the catalog has no id. */
export async function catalogState(reader: CatalogReader): Promise<CatalogState | undefined> {
  const found = await reader.get(CATALOG_ID.kind, CATALOG_ID.workspace, CATALOG_ID.name);
  return found && { catalog: found.value.text, revision: await reader.revision() };
}
