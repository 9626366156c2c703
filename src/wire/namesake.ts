/**
 * Answers about an object of another workspace than the one that was asked for. A stock server that is asked
 * for a feature type in a workspace which does not exist answers with one of that name elsewhere
 * (docs/compatibility.md, "Plumbline against a stock server").
 */
import { bodyText, type WireResponse } from "./request.ts";
import { member, memberText } from "./tree.ts";
import { parseXml } from "./xml.ts";

/** Documents that say where their object is, and the element that says it. */
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
/** Declaration and root are in it: servers write no more before the root. */
const BEGIN_BYTES = 256;
const HOME = /<(?:namespace|workspace)>\s*<name>([^<]*)<\/name>/;

/**
 * Whether an XML document that came for a path in a workspace (below the REST root) is about an object of
 * another one. Documents that do not say where they belong are believed. Throws WireError.
 */
export function isNamesake(path: string, response: WireResponse): boolean {
  const [, workspaces, segment, , last] = path.split("/");
  if (workspaces !== "workspaces" || segment === undefined || last === undefined) return false;
  const begin = { ...response, body: response.body.subarray(0, BEGIN_BYTES) };
  const home = HOMES[ROOT.exec(bodyText(begin))?.[1] ?? ""];
  if (home === undefined) return false;
  const text = bodyText(response);
  const workspace = decodeURIComponent(segment);
  // Nearly every answer is right, and that is seen without reading it as a whole.
  if ([undefined, workspace].includes(HOME.exec(text)?.[1])) return false;
  const named = memberText(member(parseXml(text).content, home), "name");
  return named !== undefined && named !== workspace;
}
