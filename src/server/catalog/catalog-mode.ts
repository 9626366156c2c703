/** Commands on the catalog mode (docs/interface.md, 4.4). */
import { parseCatalogMode, type CatalogMode } from "../../model/catalog-mode.ts";
import { CatalogError } from "./errors.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

const KEY = { kind: "setting", workspace: null, name: "catalog-mode" } as const;

/** Returns the mode in force. */
export async function catalogMode(reader: CatalogReader): Promise<CatalogMode> {
  const setting = await reader.get(KEY.kind, KEY.workspace, KEY.name);
  return parseCatalogMode(setting?.value.text ?? "") ?? "HIDE";
}

/** Parses and sets the mode. */
export async function setCatalogMode(
  writer: CatalogWriter,
  text: string | undefined,
): Promise<void> {
  if (text === undefined) throw new CatalogError("mode-missing", "Element mode is missing");
  const mode = parseCatalogMode(text);
  if (mode === undefined) throw new CatalogError("mode-invalid", `Not a valid mode: ${text}`);
  await writer.put(KEY, { text: mode });
}
