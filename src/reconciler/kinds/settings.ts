/** Settings of the server, never deleted, and of workspaces (docs/compatibility.md, "Settings"). */
import { bindKind } from "../kind.ts";
import { settingsAbout } from "./setting/about-global.ts";
import { settingsKind } from "./setting/settings-kind.ts";

export const globalSettingsKind = bindKind(settingsKind(settingsAbout));
