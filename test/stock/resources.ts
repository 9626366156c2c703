/** The data directory of the stock server: files, and folders that files make. */
import { param, type Call } from "./call.ts";
import { documentOf, field, type Answer } from "./documents.ts";
import { shuffled } from "./random.ts";
import { ContainerRefusal, Refusal } from "./refusal.ts";
import type { Route } from "./routing.ts";
import { rulesFiles } from "./rules.ts";
import type { State } from "./state.ts";
import { escape } from "./xml-tree.ts";
import { done, refused, told } from "./recorded/recorded.ts";

const handlers = { GET: getResource, PUT: putResource, DELETE: deleteResource };

/** `/resource`. */
export const resourceRoutes: readonly Route[] = [
  { path: "/resource", whole: true, ...handlers },
  { path: "/resource/*", whole: true, ...handlers },
];

function pathIn(call: Call): string {
  return param(call, "rest").replace(/\/+$/, "");
}

/** Names in a folder; none where there is no such folder. */
function childrenOf({ files }: State, folder: string): ReadonlyMap<string, "file" | "folder"> {
  const prefix = folder === "" ? "" : `${folder}/`;
  const below = [...files.keys()].filter((path) => path.startsWith(prefix));
  return new Map(
    below.map((path) => {
      const rest = path.slice(prefix.length).split("/");
      return [rest[0] ?? "", rest.length > 1 ? "folder" : "file"] as const;
    }),
  );
}

function typeOf(state: State, path: string): "resource" | "directory" | "undefined" {
  if (rulesFiles.has(path) || state.files.has(path)) return "resource";
  return path === "" || childrenOf(state, path).size > 0 ? "directory" : "undefined";
}

/** When a file came over the wire; those of the fresh server are old. */
const writtenAt = new WeakMap<Uint8Array, Date>();

function modifiedAt(file: Uint8Array | undefined): string {
  const written = file === undefined ? undefined : writtenAt.get(file);
  return (written ?? new Date("2026-01-01T00:00:00Z")).toUTCString();
}

/** The form is asked for by the query alone. */
function getResource(call: Call): Answer {
  const { state, query } = call;
  const path = pathIn(call);
  const { operation = "default" } = query;
  const type = typeOf(state, path);
  const isDescribed = operation === "metadata" || (operation === "default" && type === "directory");
  if (isDescribed && call.method !== "HEAD") refuseForm(call, path);
  if (operation === "metadata") return describe(call, path, field("type", type), "Metadata");
  if (operation !== "default") throw new Refusal(500, `Unknown operation '${operation}' requested`);
  const headers = {
    "last-modified": modifiedAt(state.files.get(path)),
    "resource-parent": `${call.base}/resource/${path.split("/").slice(0, -1).join("/")}`,
    "resource-type": type,
    location: `${call.base}/resource/${path}`,
  };
  if (type === "directory") return { ...listing(call, path), headers };
  const body = rulesFiles.get(path)?.write(state) ?? state.files.get(path);
  if (body === undefined) throw refused("GET file: unknown");
  return { status: 200, type: mediaTypeOf(call, path), body, headers };
}

/** Suffixes for which servers of 2.x look for a form of styles, and those for which they have no form at all. */
const OF_STYLES = /\.(?:sld|css|ysld|mbstyle|zip)$/;
const OF_NOTHING = /\.(?:csv|ftl|gif|gz|jar|jpe?g|js|otf|pdf|png|sql|svg|tiff?|ttf|txt|yaml)$/;

/** The forms that follow from other suffixes than that of XML. */
const FORMS: Readonly<Record<string, string>> = {
  html: "text/html",
  json: "application/json",
  xslt: "application/xslt+xml",
};

/** Servers of 2.x choose the form of a document by the suffix of its path, whatever the query says. */
function refuseForm({ state, query }: Call, path: string): void {
  if (!state.habits.formsBySuffix) return;
  const what = "class org.geoserver.rest.resources.ResourceController$ResourceMetadataInfo";
  if (OF_STYLES.test(path))
    throw new Refusal(500, `${what} cannot be cast to class org.geotools.api.style.Style`);
  if (OF_NOTHING.test(path) || (query["format"] ?? "html") === "html")
    throw new ContainerRefusal(
      500,
      "No converter for [class org.geoserver.rest.wrapper.RestWrapperAdapter] with preset Content-Type 'null'",
    );
}

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css",
  htm: "text/plain",
  html: "text/plain",
  js: "text/plain",
  otf: "font/otf",
  json: "application/json",
  sld: "text/xml",
  svg: "image/svg+xml",
  tif: "image/tiff",
  ttf: "font/ttf",
  txt: "text/plain",
  xml: "application/xml",
  xsd: "application/xml",
};

/** What the extension says; that of mappings says nothing, and to Tomcat that of schemas neither. */
function mediaTypeOf({ container }: Call, path: string): string {
  const extension = path.split(".").at(-1) ?? "";
  const isUnknown = container === "tomcat" && extension === "xsd";
  return (isUnknown ? undefined : TYPES[extension]) ?? "application/octet-stream";
}

function listing(call: Call, path: string): Answer {
  const names = shuffled(call.state.random, childrenOf(call.state, path));
  if (call.query["format"] === undefined || call.query["format"] === "html") {
    const items = names.map(([name]) => `<li><a>${escape(name)}</a></li>`).join("");
    return { status: 200, type: "text/html", body: `<html><ul>${items}</ul></html>` };
  }
  const children = names.map(
    ([name, sort]) =>
      `<child>${field("name", name)}<atom:link xmlns:atom="http://www.w3.org/2005/Atom" href="${escape(`${call.base}/resource/${path}/${name}`)}" rel="alternate" type="${sort === "folder" ? "application/xml" : mediaTypeOf(call, name)}"/></child>`,
  );
  const inside =
    children.length === 0 ? "<children/>" : `<children>${children.join("")}</children>`;
  return describe(call, path, inside, "Directory");
}

function describe(call: Call, path: string, inside: string, what: string): Answer {
  const at = path.lastIndexOf("/");
  const parent = at === -1 ? "" : path.slice(0, at);
  const above = `<parent>${field("path", parent)}<atom:link xmlns:atom="http://www.w3.org/2005/Atom" href="${escape(`${call.base}/resource/${parent}`)}" rel="alternate" type="application/xml"/></parent>`;
  const inner = `${field("name", path.slice(at + 1))}${path === "" ? "" : above}<lastModified>2026-01-01 00:00:00.0 UTC</lastModified>${inside}`;
  const xml = `<Resource${what}>${inner}</Resource${what}>`;
  const type = call.state.habits.formsBySuffix ? FORMS[path.split(".").at(-1) ?? ""] : undefined;
  const format = type === FORMS["json"] ? "json" : "xml";
  return type === undefined
    ? told("GET file: described", xml)
    : { ...documentOf({ ...call, format }, xml), type };
}

/** 201 also for a file that is there already. */
function putResource(call: Call): Answer {
  const { state, query, body } = call;
  const path = pathIn(call);
  if (typeOf(state, path) === "directory") throw refused("PUT file: a folder");
  const { operation = "default" } = query;
  if (operation === "default") {
    const rules = rulesFiles.get(path);
    if (rules === undefined) state.files.set(path, body);
    else rules.read(state, body);
    writtenAt.set(body, new Date());
    return done("PUT file");
  }
  if (operation === "metadata")
    throw new ContainerRefusal(405, "Attempting to write data to metadata.");
  if (operation !== "move" && operation !== "copy")
    throw new Refusal(500, `Unknown operation '${operation}' requested`);
  const from = new TextDecoder().decode(body).replace(/^\//, "");
  if (typeOf(state, from) === "undefined")
    throw new ContainerRefusal(404, `Unable to locate '${from}'.`);
  if (operation === "copy" && typeOf(state, from) === "directory")
    throw new ContainerRefusal(405, "Cannot copy directory.");
  for (const [one, bytes] of state.files) {
    if (one !== from && !one.startsWith(`${from}/`)) continue;
    state.files.set(`${path}${one.slice(from.length)}`, bytes);
    if (operation === "move") state.files.delete(one);
  }
  return done("PUT file");
}

function deleteResource(call: Call): Answer {
  const { state } = call;
  const path = pathIn(call);
  if (typeOf(state, path) === "undefined") throw refused("DELETE file: unknown", { path });
  // The index of a mosaic that lies in a folder goes with it.
  for (const all of [state.files, state.indexes])
    for (const one of all.keys()) {
      if (one === path || one.startsWith(`${path}/`)) all.delete(one);
    }
  return done("DELETE file");
}
