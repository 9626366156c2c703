/** The logging document (docs/compatibility.md, "Logging"). */
import { loggingSettings } from "../model/logging.ts";
import type { SettingValues, SettingsPatch } from "../model/setting.ts";
import { renderDocument, type RenderedDocument, type Rendering } from "./document.ts";
import { parseSettings, settingFields } from "./setting.ts";
import type { Tree } from "./tree.ts";

/** Renders the logging settings. */
export function renderLogging(settings: SettingValues, rendering: Rendering): RenderedDocument {
  return renderDocument("logging", settingFields(loggingSettings, settings), rendering);
}

/** Parses a body. Throws WireError. */
export function parseLoggingInput(tree: Tree): SettingsPatch {
  return parseSettings(loggingSettings, tree);
}
