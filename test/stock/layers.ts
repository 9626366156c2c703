/** Layers of the stock server. Whether one is enabled is reported by what it shows, and changed there alone. */
import { bodyElement, entriesOf, flag, merge, param, type Call } from "./call.ts";
import { refuseHeld, removePublished } from "./cascades.ts";
import {
  brokenOff,
  dates,
  field,
  kept,
  keptOr,
  link,
  listOf,
  map,
  pathOf,
  plain,
  type Answer,
} from "./documents.ts";
import { routesOf, type Noun } from "./nouns.ts";
import { shuffled } from "./random.ts";
import { found, Refusal } from "./refusal.ts";
import type { Route } from "./routing.ts";
import {
  inWorkspace,
  scoped,
  shownName,
  splitName,
  type Layer,
  type Published,
  type State,
} from "./state.ts";
import { styleMeant } from "./styles.ts";
import { child, childText, elementsOf, type Element } from "./xml-tree.ts";

/** The key of a layer by `workspace:name`, or by a bare name in the default workspace first. */
export function layerMeant(state: State, text: string, workspace = ""): string | undefined {
  if (text.includes(":")) return state.layers.has(text) ? text : undefined;
  const places = [workspace, state.defaultWorkspace].map((place) => scoped(place, text));
  const anywhere = [...state.layers.keys()].filter((key) => splitName(key)[1] === text);
  return [...places, ...anywhere].find((key) => state.layers.has(key));
}

function pathLayer(call: Call): Layer | undefined {
  const name = param(call, "layer");
  const { workspace } = call.params;
  const key = workspace === undefined ? layerMeant(call.state, name) : scoped(workspace, name);
  return call.state.layers.get(key ?? "");
}

const NULL_LAYER =
  'Cannot invoke "org.geoserver.catalog.LayerInfo.getResource()" because "original" is null';

const layer: Noun<Layer> = {
  item: "layer",
  paths: ["/layers"],
  key: "layer",
  names: ({ state }) => [...state.layers.keys()],
  find: (call) => {
    const known = pathLayer(call);
    if (known === undefined && call.method === "PUT") throw new Refusal(500, NULL_LAYER);
    const name = param(call, "layer");
    const where = [call.params["workspace"] ?? [], name].flat().join(":");
    return found(known, call.method === "DELETE" ? name : `No such layer: ${where}`);
  },
  show: shown,
  put,
  // With `recurse` what it shows goes as well, out of all groups.
  remove: (call, { workspace, name }) => {
    const key = scoped(workspace, name);
    if (!flag(call, "recurse")) refuseHeld(call.state, key);
    removePublished(call.state, key);
  },
};

export const layerRoutes: readonly Route[] = [
  ...routesOf(layer),
  { path: "/layers/:layer/styles", GET: listStyles, POST: postStyle },
  ...routesOf({
    ...layer,
    paths: ["/workspaces/:workspace/layers"],
    // An unknown workspace has no layers.
    names: (call) =>
      inWorkspace(call.state.layers, param(call, "workspace")).map(({ name }) => name),
  }),
];

export function styleXml(call: Call, element: string, key: string): string {
  const [workspace, name] = splitName(key);
  const at =
    workspace === "" ? pathOf("styles", name) : pathOf("workspaces", workspace, "styles", name);
  return `<${element}>${field("name", shownName(key))}${field("workspace", workspace || undefined)}${link(call, at)}</${element}>`;
}

/** Elements that are kept as they are written, in the order of documents. */
const TAIL = "attribution authorityURLs identifiers legend defaultWMSInterpolationMethod".split(
  " ",
);

const BLANK = "<logoWidth>0</logoWidth><logoHeight>0</logoHeight>";

/** What layers show: their type, and where that is. */
const SHOWN = {
  featureType: { type: "VECTOR", stores: "datastores", list: "featuretypes" },
  coverage: { type: "RASTER", stores: "coveragestores", list: "coverages" },
  wmsLayer: { type: "WMS", stores: "wmsstores", list: "wmslayers" },
  wmtsLayer: { type: "WMTS", stores: "wmtsstores", list: "layers" },
} as const;

function shownBy(state: State, { shows, workspace, name }: Layer): Published | undefined {
  const all = {
    featureType: state.featureTypes,
    coverage: state.coverages,
    wmsLayer: state.cascadedLayers,
    wmtsLayer: state.cascadedLayers,
  };
  return all[shows].get(scoped(workspace, name));
}

function shown(call: Call, layer: Layer): string | Answer {
  const { state } = call;
  const { workspace, name, shows } = layer;
  const key = scoped(workspace, name);
  const { store = "" } = shownBy(state, layer) ?? {};
  const { type, stores, list } = SHOWN[shows];
  const at = pathOf("workspaces", workspace, stores, store, list, name);
  const others = shuffled(state.random, layer.styles).map((one) =>
    one === NOWHERE ? "<style" : styleXml(call, "style", one),
  );
  const styles =
    others.length === 0 ? "" : `<styles class="linked-hash-set">${others.join("")}</styles>`;
  // Neither is there before the first change, then both are.
  const flags =
    layer.modified === undefined
      ? ""
      : `${field("queryable", layer.queryable)}${field("opaque", layer.opaque)}`;
  const parts = [
    field("name", name),
    kept(layer.fields, "path"),
    field("type", type),
    defaultStyleXml(call, layer),
    styles,
    `<resource class="${shows}">${field("name", key)}${link(call, at)}</resource>`,
    flags,
    map(call, "metadata", layer.metadata ?? new Map()),
    keptOr(layer.fields, { attribution: BLANK }, ...TAIL, ...state.learned),
    dates(layer),
  ];
  const xml = `<layer>${parts.join("")}</layer>`;
  const isBroken = [layer.defaultStyle, ...layer.styles].includes(NOWHERE);
  return isBroken ? brokenOff(call, xml) : xml;
}

/** A layer of a type without a geometry has none until it is given one. */
function defaultStyleXml(call: Call, { shows, defaultStyle }: Layer): string {
  const isCascaded = shows === "wmsLayer" || shows === "wmtsLayer";
  if (isCascaded && defaultStyle === "") return styleXml(call, "defaultStyle", ":");
  if (defaultStyle === NOWHERE) return '<defaultStyle class="dynamic-proxy"';
  return defaultStyle === "" ? "" : styleXml(call, "defaultStyle", defaultStyle);
}

function put({ state }: Call, layer: Layer, body: Element): void {
  const first = child(body, "defaultStyle");
  const list = child(body, "styles");
  const defaultStyle = first === undefined ? layer.defaultStyle : meant(state, first);
  const styles =
    list === undefined ? layer.styles : elementsOf(list).map((one) => meant(state, one));
  Object.assign(layer, { defaultStyle, styles: [...new Set(styles)] });
  const [queryable, opaque] = [childText(body, "queryable"), childText(body, "opaque")];
  if (queryable !== undefined) layer.queryable = queryable === "true";
  if (opaque !== undefined) layer.opaque = opaque === "true";
  // These two are taken from every body, also where it says nothing of them.
  for (const list of ["authorityURLs", "identifiers"]) layer.fields.delete(list);
  merge(state.habits, layer.fields, body, ["path", ...TAIL, ...state.learned]);
  if (layer.fields.get("attribution") === BLANK) layer.fields.delete("attribution");
  const metadata = child(body, "metadata");
  if (metadata !== undefined) layer.metadata = entriesOf(metadata);
  const { fields } = shownBy(state, layer) ?? {};
  // What it shows is written down along with it.
  if (fields !== undefined && !fields.has("advertised")) fields.set("advertised", "true");
}

/** A style that is not there: a layer with one cannot be written down again. */
const NOWHERE = "?";

function meant(state: State, element: Element): string {
  return styleMeant(state, element) ?? NOWHERE;
}

function listStyles(call: Call): Answer {
  const layer = pathLayer(call);
  if (layer === undefined) throw new Refusal(500, "Cannot invoke LayerInfo.getStyles()");
  const at = `/layers/${param(call, "layer")}/styles`;
  return listOf(call, "style", layer.styles.map(shownName), (name) => at + pathOf(name));
}

function postStyle(call: Call): Answer {
  const layer = pathLayer(call);
  if (layer === undefined) throw new Refusal(404, `No such layer: ${param(call, "layer")}`);
  const body = bodyElement(call, "style");
  const key = found(styleMeant(call.state, body), "Not Found");
  if (flag(call, "default")) layer.defaultStyle = key;
  layer.styles = [...new Set([...layer.styles, key])];
  return plain(201, shownName(key));
}
