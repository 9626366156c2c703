/** Responses about services, logging and settings. */
import { mediaTypes } from "../../wire/media.ts";
import type { WireResponse } from "../../wire/request.ts";
import { members, type Tree } from "../../wire/tree.ts";
import { asWritten, renderXml } from "../../wire/xml.ts";
import type { DirectoryCatalog } from "../load/objects.ts";
import { documentAnswer, type Handler, type Routes } from "./answer.ts";

/** Routes of services, logging and settings. */
export function serviceRoutes(catalog: DirectoryCatalog): Routes {
  const { services, logging, settings, ownSettings } = catalog;
  const single: Handler = ({ parameters }) => {
    const { ows, workspace = null } = parameters;
    const found = services.find((one) => one.service === ows && one.workspace === workspace);
    return found && shown(found.service, found.content, ownedBy(workspace));
  };
  const ofWorkspace: Handler = ({ parameters: { workspace = "" } }) => {
    const found = ownSettings.find((one) => one.workspace === workspace);
    return found && shown("settings", found.content, ownedBy(workspace));
  };
  return {
    service: single,
    workspaceService: single,
    workspaceSettings: ofWorkspace,
    settings: () => (settings === undefined ? undefined : shown("global", settings)),
    logging: () => (logging === undefined ? undefined : shown("logging", logging)),
  };
}

function ownedBy(workspace: string | null): Readonly<Record<string, Tree>> {
  return workspace === null ? {} : { workspace: { name: workspace } };
}

/** The document as in its file, after `own` members. */
function shown(
  root: string,
  content: Tree,
  own: Readonly<Record<string, Tree>> = {},
): WireResponse {
  const all = [...members(own), ...members(content)];
  const written = Object.fromEntries(all.map(([name, node]) => [name, asWritten(node)]));
  return documentAnswer({ contentType: mediaTypes.xml, text: renderXml(root, written) });
}
