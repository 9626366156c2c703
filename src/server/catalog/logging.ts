/** Commands on logging settings (docs/compatibility.md, "Logging"). */
import { freshLogging, loggingSettings } from "../../model/logging.ts";
import { type SettingValues, type SettingsPatch, changedSettings } from "../../model/setting.ts";
import type { Dialect } from "./dialect.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

const KEY = { kind: "logging", workspace: null, name: "logging" } as const;

/** Returns the current settings. */
export async function findLogging(reader: CatalogReader): Promise<SettingValues> {
  return (await reader.get(KEY.kind, KEY.workspace, KEY.name))?.value ?? freshLogging();
}

/** In the stock dialect, a body without the console setting disables console logging. */
export async function changeLogging(
  writer: CatalogWriter,
  { settingObjects }: Dialect,
  patch: SettingsPatch,
): Promise<void> {
  const console = loggingSettings.stdout.path;
  const isTaken = settingObjects === "replaced" && patch.said[console] === undefined;
  const change = isTaken ? { ...patch, said: { ...patch.said, [console]: false } } : patch;
  const before = await findLogging(writer);
  await writer.put(KEY, changedSettings(loggingSettings, before, change, settingObjects));
}
