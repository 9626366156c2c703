/** The service document (docs/compatibility.md, "Services"). */
import { serviceSettings, type ServiceName } from "../model/service.ts";
import type { SettingValues, SettingsPatch } from "../model/setting.ts";
import { renderDocument, value, type RenderedDocument, type Rendering } from "./document.ts";
import { parseSettings, settingFields } from "./setting.ts";
import type { Tree } from "./tree.ts";

/** `workspace` is set for a workspace's own settings. */
export function renderService(
  {
    service,
    workspace,
    settings,
  }: {
    readonly service: ServiceName;
    readonly workspace: string | null;
    readonly settings: SettingValues;
  },
  rendering: Rendering,
): RenderedDocument {
  const own = { type: "object", fields: [["name", value(workspace ?? "")]] } as const;
  const fields = settingFields(serviceSettings[service], settings);
  return renderDocument(
    service,
    workspace === null ? fields : [["workspace", own], ...fields],
    rendering,
  );
}

/** Parses a body. Throws WireError. */
export function parseServiceInput(service: ServiceName, tree: Tree): SettingsPatch {
  return parseSettings(serviceSettings[service], tree);
}
