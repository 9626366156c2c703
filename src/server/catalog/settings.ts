/** Commands on the global settings (docs/compatibility.md, "Settings"). */
import { mergeSettings, type GlobalSettings } from "../../model/settings.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

const KEY = { kind: "global-settings", workspace: null, name: "global" } as const;

/** What was given so far. */
export async function globalSettings(reader: CatalogReader): Promise<GlobalSettings> {
  return (await reader.get(KEY.kind, KEY.workspace, KEY.name))?.value ?? {};
}

/** Puts settings over those that were given before. Deviation: settings-merged. */
export async function changeSettings(writer: CatalogWriter, change: GlobalSettings): Promise<void> {
  await writer.put(KEY, mergeSettings(await globalSettings(writer), change));
}
