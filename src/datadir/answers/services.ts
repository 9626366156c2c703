/** Answers about services. */
import { mediaTypes } from "../../wire/media.ts";
import { members } from "../../wire/tree.ts";
import { asWritten, renderXml } from "../../wire/xml.ts";
import type { StoredService } from "../load/objects.ts";
import { documentAnswer, type Handler, type Routes } from "./answer.ts";

/** Routes of services. */
export function serviceRoutes(services: readonly StoredService[]): Routes {
  const single: Handler = ({ parameters }) => {
    const { ows, workspace = null } = parameters;
    const found = services.find((one) => one.service === ows && one.workspace === workspace);
    if (found === undefined) return undefined;
    const own = workspace === null ? {} : { workspace: { name: workspace } };
    const content = members(found.content).map(([name, node]) => [name, asWritten(node)] as const);
    const text = renderXml(found.service, { ...own, ...Object.fromEntries(content) });
    return documentAnswer({ contentType: mediaTypes.xml, text });
  };
  return { service: single, workspaceService: single };
}
