/** Checks rights, extensions and files of the server with GET and HEAD only. */
import { styleFormats } from "../../../model/style.ts";
import type { Resource, ServerProfile } from "../../../reconciler/kind.ts";
import { styleFolder } from "../../../model/style.ts";
import { parseAbout } from "../../../wire/about.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { stylesPath } from "../../../wire/paths.ts";
import { get, isUnreadable } from "../../../wire/reading.ts";
import { listFolder, resourceTypeAt } from "../../../wire/resource.ts";
import { succeeded, type Reader } from "../../../wire/request.ts";
import { failed, ok, warning, type Finding } from "./finding.ts";

/** `needed` is read by every apply, the rest by some. */
const READS = [
  { what: "workspaces", path: pathTo("workspaces", {}, "xml"), needed: true },
  { what: "styles", path: stylesPath(null, "xml"), needed: true },
  { what: "layers", path: pathTo("layers", {}, "xml"), needed: true },
  { what: "access rules", path: pathTo("layerRules", {}, "xml"), needed: false },
  { what: "catalog mode", path: pathTo("catalogMode", {}, "xml"), needed: false },
] as const;

export async function examineRights(user: string, read: Reader): Promise<Finding> {
  const answers = await Promise.all(
    READS.map(async (one) => ({ ...one, status: (await get(read, one.path)).status })),
  );
  const refused = answers.filter(({ status }) => status >= 400);
  if (refused.length === 0) {
    const all = READS.map(({ what }) => what).join(", ");
    return ok("rights", `${user} may read ${all}`);
  }
  const text = refused.map(({ what, status }) => `${what} (${status})`).join(", ");
  const message = `${user} may not read ${text}`;
  const advice = "Give the account a role that administers the catalog.";
  return refused.some(({ needed }) => needed)
    ? failed("rights", message, advice)
    : warning("rights", message, `${advice} Rules, and what deletions cascade to, need it.`);
}

/** Extensions that some manifests need, by module prefix. */
const PARTS = [
  {
    name: "app-schema",
    modules: /^gs-app-schema/,
    isUsed: ({ address }: Resource) => address.kind === "AppSchemaStore",
  },
  ...optionalFormats(),
  { name: "document databases", modules: /^g[st]-mongodb/, isUsed: () => false },
];

/** Style languages that need an extension. */
function optionalFormats() {
  const { sld: _everywhere, ...optional } = styleFormats;
  return Object.entries(optional).map(([name, { module }]) => ({
    name,
    modules: { test: (one: string) => one.startsWith(module) },
    isUsed: ({ address, facts }: Resource) => address.kind === "Style" && facts["format"] === name,
  }));
}

export async function examineParts(
  read: Reader,
  resources: readonly Resource[],
): Promise<readonly Finding[]> {
  const response = await get(read, pathTo("manifest", {}, "xml"));
  if (!succeeded(response)) {
    const message = `the extensions of the server are not known (${response.status})`;
    return [ok("extensions", message)];
  }
  const modules = parseAbout(response).map(({ name }) => name);
  const isThere = (part: (typeof PARTS)[number]) =>
    modules.some((module) => part.modules.test(module));
  const there = PARTS.filter(isThere);
  const missing = PARTS.filter(
    (part) => !isThere(part) && resources.some((resource) => part.isUsed(resource)),
  );
  const names = (parts: readonly { readonly name: string }[]) =>
    parts.map(({ name }) => name).join(", ");
  if (missing.length === 0)
    return [ok("extensions", there.length === 0 ? "none of those known" : names(there))];
  const message = `manifests need ${names(missing)}, which the server does not have`;
  return [failed("extensions", message, "Install the extension on the server.")];
}

/**
 * Checks the reads that plans use: folder listings and HEAD of a file. Skipped where the server
 * exposes no files and the state is local.
 */
export async function examineFiles(
  { resources }: ServerProfile,
  inventory: string,
  read: Reader,
): Promise<readonly Finding[]> {
  if (!resources && inventory === "local") return [];
  if (!resources) {
    const advice = "Set inventory: local in the project file, and keep .plumbline/ between runs.";
    return [failed("resources", "the server shows no files, so it cannot keep the state", advice)];
  }
  try {
    const names = (await listFolder(read, styleFolder(null))) ?? [];
    await resourceTypeAt(read, `${styleFolder(null)}/${names[0] ?? "default_point.sld"}`);
    return [ok("resources", "folders are listed, and files are found")];
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    const advice = "See the log of the server or of its proxy.";
    return [failed("resources", error.message, advice)];
  }
}
