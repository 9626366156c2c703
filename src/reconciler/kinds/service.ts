/** Services of the server and of workspaces (docs/compatibility.md, "Services"). */
import { bindKind } from "../kind.ts";
import { serviceAbout } from "./service/about.ts";
import { settingsKind } from "./setting/settings-kind.ts";

export const serviceKind = bindKind(settingsKind(serviceAbout));
