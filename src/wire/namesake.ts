/**
 * Detects responses about another workspace's object. For a missing workspace, GeoServer returns a
 * feature type of the same name from elsewhere (docs/compatibility.md, "Plumbline against a stock
 * server").
 */
import { bodyText, type WireResponse } from "./request.ts";
import { member, memberText } from "./tree.ts";
import { parseXml } from "./xml.ts";

/** The element that names the workspace, by root. */
const HOMES: Readonly<Record<string, "namespace" | "workspace">> = {
  featureType: "namespace",
  coverage: "namespace",
  wmsLayer: "namespace",
  wmtsLayer: "namespace",
  dataStore: "workspace",
  coverageStore: "workspace",
  wmsStore: "workspace",
  wmtsStore: "workspace",
  style: "workspace",
  layerGroup: "workspace",
};

const ROOT = /^\s*(?:<\?[^>]*\?>\s*)?<([A-Za-z]+)[\s>]/;
/** Long enough for the XML declaration and the root. */
const BEGIN_BYTES = 256;
const HOME = /<(?:namespace|workspace)>\s*<name>([^<]*)<\/name>/;

/** `path` is below the REST root. False for documents without a workspace. Throws WireError. */
export function isNamesake(path: string, response: WireResponse): boolean {
  const [, workspaces, segment, , last] = path.split("/");
  if (workspaces !== "workspaces" || segment === undefined || last === undefined) return false;
  const begin = { ...response, body: response.body.subarray(0, BEGIN_BYTES) };
  const home = HOMES[ROOT.exec(bodyText(begin))?.[1] ?? ""];
  if (home === undefined) return false;
  const text = bodyText(response);
  const workspace = decodeURIComponent(segment);
  // A fast path that does not parse the document.
  if ([undefined, workspace].includes(HOME.exec(text)?.[1])) return false;
  const named = memberText(member(parseXml(text).content, home), "name");
  return named !== undefined && named !== workspace;
}
