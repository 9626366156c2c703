/**
 * Reads only what a directory states. A server also shows what holds where nothing is said, and of
 * settings only those that it knows; a manifest says neither.
 */
import { renderPrincipals } from "../../wire/account.ts";
import { mediaTypes } from "../../wire/media.ts";
import { pathTo } from "../../wire/addressing.ts";
import type { Reader, WireResponse } from "../../wire/request.ts";
import { members } from "../../wire/tree.ts";
import { asWritten, renderXml } from "../../wire/xml.ts";
import type { RecordKind } from "../../server/catalog/records.ts";
import type { DirectoryContent } from "../load/content.ts";
import type { StoredSettings } from "../load/settings.ts";

/** Documents of settings, which are answered as they are in their files. */
const SETTINGS = /^(?:(?:\/services\/[^/]+)?(?:\/workspaces\/[^/]+)?\/settings|\/logging)\.xml$/;

/** A reader of a server that holds the content. */
export function statedReader(read: Reader, content: DirectoryContent): Reader {
  const { settings, records } = content;
  const has = (kind: RecordKind) => records.some((one) => one.kind === kind);
  const stated = records.flatMap(({ kind, name }) => (kind === "role" ? [name] : []));
  const roles = renderPrincipals("role", stated, PLAIN);
  const documents = new Map([
    ...settings.map((one) => [pathOf(one), documentOf(one)] as const),
    [pathTo("roles", {}, "xml"), roles.text] as const,
  ]);
  const unstated = new Set([
    ...(has("disk-quota") ? [] : [pathTo("diskQuota", {}, "xml")]),
    ...(has("tile-layer") ? [] : [pathTo("tileLayers", {}, "xml")]),
  ]);
  return async (request) => {
    const { path } = request;
    const text = documents.get(path);
    if (text !== undefined) return answer(200, text);
    return unstated.has(path) || SETTINGS.test(path) ? answer(404, "") : read(request);
  };
}

const PLAIN = { format: "xml", base: "", lists: "published" } as const;

function answer(status: number, text: string): WireResponse {
  const headers = { "content-type": mediaTypes.xml };
  return { status, headers, body: new TextEncoder().encode(text) };
}

function pathOf({ kind, workspace, name }: StoredSettings): string {
  if (kind === "logging") return pathTo("logging", {}, "xml");
  if (kind !== "service")
    return workspace === null
      ? pathTo("settings", {}, "xml")
      : pathTo("workspaceSettings", { workspace }, "xml");
  return workspace === null
    ? pathTo("service", { ows: name }, "xml")
    : pathTo("workspaceService", { ows: name, workspace }, "xml");
}

/** The document as in its file, after the workspace that owns it. */
function documentOf({ name, content, workspace }: StoredSettings): string {
  const own = workspace === null ? {} : { workspace: { name: workspace } };
  const all = [...members(own), ...members(content)];
  const written = Object.fromEntries(all.map(([element, node]) => [element, asWritten(node)]));
  return renderXml(name, written);
}
