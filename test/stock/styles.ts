/** Entries of styles on the stock server, and their removal; content is in `style-content.ts`. */
import { anyBody, flag, isZip, mediaType, merge, param, scopeOf, type Call } from "./call.ts";
import { dates, DONE, field, kept, plain, type Answer } from "./documents.ts";
import { APP_SCHEMA } from "./mappings.ts";
import { routesOf, type Noun } from "./nouns.ts";
import { columnsOf } from "./publish.ts";
import { found, NOTHING_TO_CHANGE, Refusal } from "./refusal.ts";
import type { Route } from "./routing.ts";
import {
  DEFAULT_STYLES,
  inWorkspace,
  now,
  scoped,
  splitName,
  type Layer,
  type State,
  type Style,
} from "./state.ts";
import {
  getContent,
  isForm,
  postContent,
  postPackage,
  putContent,
  putPackage,
} from "./style-content.ts";
import { backUp, styleFolder, translationOf } from "./style-files.ts";
import { child, childText, textOf, workspaceIn, type Element } from "./xml-tree.ts";

const style: Noun<Style> = {
  item: "style",
  paths: ["/styles", "/workspaces/:workspace/styles"],
  key: "style",
  names: (call) => inWorkspace(call.state.styles, scopeOf(call)).map(({ name }) => name),
  find: (call) => {
    const name = param(call, "style");
    const { workspace } = call.params;
    const isDeleted = call.method === "DELETE";
    const where = workspace === undefined ? `: ${name}` : ` ${name} in workspace ${workspace}`;
    return found(pathStyle(call), isDeleted ? `Style ${name} not found` : `No such style${where}`);
  },
  show: getStyle,
  remove: deleteStyle,
};

export const styleRoutes: readonly Route[] = style.paths.flatMap((path) => [
  { path, POST: postStyle },
  { path: `${path}/:style`, PUT: putStyle },
  ...routesOf({ ...style, paths: [path] }),
]);

const DOCUMENTS = ["text/xml", "application/xml", "application/json", "text/json"];
async function postStyle(call: Call): Promise<Answer> {
  const workspace = scopeOf(call);
  if (isZip(call)) return postPackage(call, workspace);
  const type = mediaType(call);
  const isEntry = DOCUMENTS.includes(type);
  const acceptsText = /\*\/\*|text\/(?:plain|\*)/.test(call.accept);
  if (isEntry && acceptsText) return postEntry(call, workspace);
  if (isEntry) throw new Refusal(500, `No such style handler: format = ${type}`);
  return postContent(call, workspace);
}

function postEntry(call: Call, scope: string): Answer {
  const { state } = call;
  const body = styleBody(call);
  const name = childText(body, "name");
  const fileName = childText(body, "filename");
  if (name === undefined) throw new Refusal(500, "Style name must not be null");
  if (fileName === undefined) throw new Refusal(500, "Style fileName must not be null");
  const workspace = scope === "" ? workspaceIn(body) : scope;
  const key = scoped(workspace ?? "", name);
  const where = workspace === undefined ? "" : ` in workspace ${workspace}`;
  if (state.styles.has(key)) throw new Refusal(500, `Style named '${name}' already exists${where}`);
  const made = { workspace: workspace ?? "", name, fileName, created: now(state) };
  const style: Style = { ...made, format: "sld", version: "1.0.0", fields: new Map() };
  take(state, style, body);
  state.styles.set(key, style);
  return plain(201, name);
}

function styleBody(call: Call): Element {
  const body = anyBody(call);
  if (body.name !== "style") throw new Refusal(500, `${body.name} : ${body.name}`);
  return body;
}

/** What a body leaves out becomes what a new style has, but for the file and the legend. */
function take({ habits }: State, style: Style, body: Element): void {
  style.format = childText(body, "format") ?? "sld";
  style.fileName = childText(body, "filename") ?? style.fileName;
  style.version = childText(child(body, "languageVersion"), "version") ?? "1.0.0";
  style.fields.delete("metadata");
  merge(habits, style.fields, body, ["legend", "metadata"]);
  const isNil = child(body, "legend")?.attributes.get("xsi:nil") === "true";
  if (isNil && !habits.nullsClear) style.fields.set("legend", "<width>0</width><height>0</height>");
}

/** Those of a workspace are never looked for globally. */
function pathStyle(call: Call): Style | undefined {
  return call.state.styles.get(scoped(call.params["workspace"] ?? "", param(call, "style")));
}

function getStyle(call: Call, style: Style): string | Answer {
  const { suffix, accept } = call;
  const form =
    suffix ??
    /application\/vnd\.(?:ogc\.(s..)|geoserver\.(?:geo)?(css|ysld|mbstyle))/
      .exec(accept)
      ?.slice(1)
      .find(Boolean);
  if (isForm(form)) return getContent(call, style, form);
  return entryXml(style);
}

function entryXml(style: Style): string {
  const { workspace, name } = style;
  const scope = workspace === "" ? "" : `<workspace>${field("name", workspace)}</workspace>`;
  return `<style>${field("name", name)}${scope}${field("format", style.format)}<languageVersion>${field("version", style.version)}</languageVersion>${field("filename", style.fileName)}${kept(style.fields, "legend", "metadata")}${dates(style)}</style>`;
}

async function putStyle(call: Call): Promise<Answer> {
  const style = pathStyle(call);
  if (isZip(call)) return putPackage(call, style);
  if (!DOCUMENTS.includes(mediaType(call))) return putContent(call, style);
  if (style === undefined) throw new Refusal(500, NOTHING_TO_CHANGE);
  return putEntry(call, style);
}

/** Another name or workspace takes the file along, and whatever refers to the style follows. */
function putEntry(call: Call, style: Style): Answer {
  const { state } = call;
  const body = styleBody(call);
  const old = scoped(style.workspace, style.name);
  const name = childText(body, "name") ?? style.name;
  const workspace = workspaceIn(body) ?? style.workspace;
  const isDefault = style.workspace === "" && DEFAULT_STYLES.includes(style.name);
  if (isDefault && name !== style.name) throw new Refusal(500, "Cannot rename default styles");
  if (isDefault && workspace !== "")
    throw new Refusal(500, "Cannot change the workspace of default styles");
  const key = scoped(workspace, name);
  if (key !== old && state.styles.has(key))
    throw new Refusal(500, `Style named '${name}' already exists`);
  const from = `${styleFolder(style.workspace)}/${style.fileName}`;
  take(state, style, body);
  const renamedFile = style.fileName.replace(
    new RegExp(`^${RegExp.escape(style.name)}\\..*$`),
    `${name}.${style.format}`,
  );
  style.modified = now(state);
  if (key === old) return DONE;
  Object.assign(style, { name, workspace, fileName: renamedFile });
  state.styles.delete(old);
  state.styles.set(key, style);
  const bytes = state.files.get(from);
  if (bytes !== undefined) {
    state.files.delete(from);
    state.files.set(`${styleFolder(workspace)}/${renamedFile}`, bytes);
  }
  exchange(state, old, key);
  return DONE;
}

function exchange({ layers, layerGroups }: State, old: string, key: string): void {
  for (const layer of layers.values()) {
    if (layer.defaultStyle === old) layer.defaultStyle = key;
    layer.styles = layer.styles.map((one) => (one === old ? key : one));
  }
  for (const group of layerGroups.values()) {
    group.styles = group.styles.map((one) => (one === old ? key : one));
    if (group.root?.style === old) group.root = { ...group.root, style: key };
  }
}

/** Content is set aside, purged or not; images stay. */
function deleteStyle(call: Call, style: Style): void {
  const { state } = call;
  const key = scoped(style.workspace, style.name);
  const layers = [...state.layers.values()].filter(
    (layer) => layer.defaultStyle === key || layer.styles.includes(key),
  );
  const groups = [...state.layerGroups.values()].filter((group) => group.styles.includes(key));
  if (!flag(call, "recurse")) {
    if (layers.length > 0)
      throw new Refusal(403, "Can't delete style referenced by existing layers.");
    const [group] = groups;
    if (group !== undefined)
      throw new Refusal(500, `Unable to delete style referenced by layer group '${group.name}'`);
  }
  refuseDefault(style);
  for (const layer of layers) fallBack(state, layer, key);
  for (const group of groups) group.styles = group.styles.map((one) => (one === key ? null : one));
  state.styles.delete(key);
  const file = `${styleFolder(style.workspace)}/${style.fileName}`;
  backUp(state, file);
  if (style.format === "css") backUp(state, translationOf(file));
}

/** Those that a server makes itself stay, once nothing else speaks against it. Throws Refusal 500. */
function refuseDefault({ workspace, name }: Style): void {
  if (workspace === "" && DEFAULT_STYLES.includes(name))
    throw new Refusal(500, "Unable to delete a default style");
}

/** The first alternate style comes next, else that of the geometry. */
function fallBack(state: State, layer: Layer, key: string): void {
  layer.styles = layer.styles.filter((one) => one !== key);
  if (layer.defaultStyle !== key) return;
  const [first, ...others] = layer.styles;
  layer.defaultStyle = first ?? scoped("", usualStyle(state, layer));
  layer.styles = others;
}

/** By the geometry: what is said of the columns counts before what a server finds. */
export function usualStyle({ featureTypes, dataStores }: State, layer: Layer): string {
  if (layer.shows === "coverage") return "raster";
  const {
    store = "",
    fields,
    metadata = new Map(),
  } = featureTypes.get(scoped(layer.workspace, layer.name)) ?? {};
  const isMapped = dataStores.get(scoped(layer.workspace, store))?.type === APP_SCHEMA;
  if (isMapped) return "generic";
  const columns = `${fields?.get("attributes") ?? ""}${columnsOf({ metadata })}`;
  return BY_GEOMETRY[/\.geom\.(?:Multi)?(\w+)/.exec(columns)?.[1] ?? ""] ?? "generic";
}

const BY_GEOMETRY: Readonly<Record<string, string>> = {
  Point: "point",
  LineString: "line",
  LinearRing: "line",
  Polygon: "polygon",
};

/** The style that a reference means: `workspace:name`, a name with a workspace, or a bare name. */
export function styleMeant(state: State, element: Element): string | undefined {
  const text = childText(element, "name") ?? textOf(element);
  if (text === "") return undefined;
  const [inName, name] = text.includes(":") ? splitName(text) : ["", text];
  const workspace = inName || (workspaceIn(element) ?? "");
  const places = workspace === "" ? ["", state.defaultWorkspace] : [workspace];
  return places.map((place) => scoped(place, name)).find((key) => state.styles.has(key));
}
