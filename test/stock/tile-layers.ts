/**
 * Tile layers of the stock server: made with every layer that has a geometry and every group, replaced as a whole
 * by a PUT, in which what is not said is nothing.
 */
import { bodyElement, type Call } from "./call.ts";
import { DONE, field, json, plain, type Answer } from "./documents.ts";
import { shuffled } from "./random.ts";
import { Refusal, TileCacheRefusal } from "./refusal.ts";
import type { Route } from "./routing.ts";
import { scoped, shownName, type Layer, type LayerGroup, type State, type Tiles } from "./state.ts";
import {
  child,
  childText,
  elementsOf,
  escape,
  innerXml,
  parseElement,
  type Element,
} from "./xml-tree.ts";

const item = { GET: getTiles, PUT: putTiles, POST: postTiles, DELETE: deleteTiles };

export const tileLayerRoutes: readonly Route[] = [
  { path: "/gwc/rest/layers", whole: true, GET: listTiles },
  { path: "/gwc/rest/layers.xml", whole: true, GET: listTiles },
  { path: "/gwc/rest/layers.json", whole: true, GET: listTiles },
  { path: "/gwc/rest/layers/:tiled", whole: true, ...item },
  { path: "/gwc/rest/reload", whole: true, POST: reload },
  ...["", ".xml", ".json"].map((suffix) => ({
    path: `/gwc/rest/masstruncate${suffix}`,
    whole: true as const,
    GET: listTruncations,
    POST: truncate,
  })),
];

type Tiled = Layer | LayerGroup;

function automatic(tiled: Tiled): Tiles {
  const style =
    "<styleParameterFilter><key>STYLES</key><defaultValue></defaultValue></styleParameterFilter>";
  return {
    enabled: true,
    blobStore: undefined,
    formats: ["image/png", "image/jpeg"],
    subsets: ["EPSG:4326", "EPSG:900913"].map((name) => field("gridSetName", name)),
    meta: [4, 4],
    numbers: { expireCache: "0", expireClients: "0", gutter: "0" },
    expiry: "",
    filters: "shows" in tiled ? [style] : [],
    skips: [],
  };
}

function nameIn(call: Call): { readonly name: string; readonly form: "xml" | "json" } {
  const [, name = "", suffix] = /^(.*?)(?:\.(xml|json))?$/.exec(call.params["tiled"] ?? "") ?? [];
  return { name, form: suffix === "xml" ? "xml" : "json" };
}

function tiledOf({ layers, layerGroups }: State, name: string): Tiled | undefined {
  const key = name.includes(":") ? name : scoped("", name);
  return layers.get(key) ?? layerGroups.get(key);
}

export function tilesOf(tiled: Tiled | undefined): Tiles | undefined {
  if (tiled === undefined || tiled.tiles === null || isPlain(tiled)) return undefined;
  return tiled.tiles ?? automatic(tiled);
}

function isPlain(tiled: Tiled): boolean {
  return "shows" in tiled && tiled.isPlain === true;
}

function unknown(name: string): Refusal {
  return new Refusal(404, `Unknown layer: ${name}`);
}

function listTiles({ state, base, path }: Call): Answer {
  const all = [...state.layers, ...state.layerGroups].filter(
    ([, tiled]) => tilesOf(tiled) !== undefined,
  );
  const names = shuffled(state.random, all).map(([key]) => shownName(key));
  if (!path.endsWith(".xml")) return json(names);
  const root = base.replace(/\/rest$/, "/gwc/rest");
  const items = names.map(
    (name) =>
      `<layer>${field("name", name)}<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="alternate" href="${root}/layers/${escape(name)}.xml" type="text/xml"/></layer>`,
  );
  return { status: 200, type: XML, body: `${DECLARATION}<layers>${items.join("")}</layers>` };
}

const XML = "application/xml;charset=UTF-8";
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

function getTiles(call: Call): Answer {
  const { name, form } = nameIn(call);
  const tiled = tiledOf(call.state, name);
  const tiles = tilesOf(tiled);
  if (tiled === undefined || tiles === undefined) throw unknown(name);
  if (form === "json") throw new Refusal(500, "Nobody asks this server for JSON");
  const {
    random,
    habits: { formsBySuffix },
  } = call.state;
  const set = (element: string, inner: readonly string[]) =>
    inner.length === 0
      ? `<${element}/>`
      : `<${element}>${shuffled(random, inner).join("")}</${element}>`;
  const body = [
    field("id", `LayerInfoImpl-${name.length}`),
    field("enabled", tiles.enabled),
    // Of what nobody set.
    field("inMemoryCached", tiled.tiles === undefined && formsBySuffix ? true : undefined),
    field("name", name),
    field("blobStoreId", tiles.blobStore),
    set(
      "mimeFormats",
      tiles.formats.map((one) => field("string", one)),
    ),
    set(
      "gridSubsets",
      tiles.subsets.map((one) => `<gridSubset>${one}</gridSubset>`),
    ),
    `<metaWidthHeight>${tiles.meta.map((one) => field("int", one)).join("")}</metaWidthHeight>`,
    field("expireCache", tiles.numbers.expireCache),
    tiles.expiry,
    field("expireClients", tiles.numbers.expireClients),
    set("parameterFilters", tiles.filters),
    field("gutter", tiles.numbers.gutter),
    set(
      "cacheWarningSkips",
      tiles.skips.map((one) => field("warning", one)),
    ),
  ];
  return {
    status: 200,
    type: XML,
    body: `${DECLARATION}<GeoServerLayer>${body.join("")}</GeoServerLayer>`,
  };
}

function meant(call: Call): { readonly tiled: Tiled; readonly body: Element } {
  const body = bodyElement(call, "GeoServerLayer");
  const id = childText(body, "id");
  const said = childText(body, "name") ?? "";
  if (id !== undefined)
    throw new TileCacheRefusal(400, `No GeoServer Layer or LayerGroup exists with id '${id}'`);
  if (said === "") throw new TileCacheRefusal(400, "Layer name not provided");
  const tiled = tiledOf(call.state, said);
  if (tiled === undefined)
    throw new Refusal(404, `GeoServer Layer or LayerGroup '${said}' not found`);
  if (said !== nameIn(call).name)
    throw new TileCacheRefusal(
      400,
      "There is a mismatch between the name of the  layer in the submission and the URL you specified.",
    );
  return { tiled, body };
}

function putTiles(call: Call): Answer {
  const { tiled, body } = meant(call);
  // Of a layer without geometry it says the same, and does nothing.
  if (!isPlain(tiled)) tiled.tiles = tilesIn(body);
  return { status: 200, type: XML, body: "layer saved" };
}

function postTiles(call: Call): Answer {
  const { tiled, body } = meant(call);
  const { name } = nameIn(call);
  if (tilesOf(tiled) === undefined)
    throw new TileCacheRefusal(
      400,
      `Layer ${name} is not known by the configuration.Maybe it was loaded from another source, or you're trying to add a new layer and need to do an HTTP PUT ?`,
    );
  tiled.tiles = tilesIn(body);
  return { ...DONE, headers: { Warning: "299: Deprecated API. Use PUT instead." } };
}

function deleteTiles(call: Call): Answer {
  const { name } = nameIn(call);
  const tiled = tiledOf(call.state, name);
  if (tiled === undefined || tilesOf(tiled) === undefined) throw unknown(name);
  tiled.tiles = null;
  return { status: 200, type: XML, body: `${name} deleted` };
}

const FILTERS = ["style", "string", "regex", "float", "integer"].map(
  (type) => `${type}ParameterFilter`,
);

function tilesIn(body: Element): Tiles {
  const inside = (name: string) => {
    const list = child(body, name);
    return list === undefined ? [] : elementsOf(list);
  };
  const texts = (name: string) => inside(name).map((one) => childTextOf(one));
  const [across = "0", down = "0"] = texts("metaWidthHeight");
  const expiry = child(body, "expireCacheList");
  const filters = new Map(
    inside("parameterFilters").map((one) => [childText(one, "key") ?? "", one]),
  );
  for (const { name } of filters.values())
    if (!FILTERS.includes(name)) throw new Refusal(500, name);
  return {
    enabled: childText(body, "enabled")?.toLowerCase() === "true",
    blobStore: childText(body, "blobStoreId"),
    formats: [...new Set(texts("mimeFormats"))],
    subsets: inside("gridSubsets").map(innerXml),
    meta: [Number(across), Number(down)],
    numbers: {
      expireCache: childText(body, "expireCache") ?? "0",
      expireClients: childText(body, "expireClients") ?? "0",
      gutter: childText(body, "gutter") ?? "0",
    },
    expiry: expiry === undefined ? "" : `<expireCacheList>${innerXml(expiry)}</expireCacheList>`,
    filters: [...filters.values()].map(filterXml),
    skips: [...new Set(texts("cacheWarningSkips"))],
  };
}

function childTextOf(element: Element): string {
  return element.nodes
    .filter((node) => typeof node === "string")
    .join("")
    .trim();
}

/** A threshold that nobody said is filled in, and an empty default value is no short element. */
function filterXml(filter: Element): string {
  const usual = { floatParameterFilter: "1.0E-6", integerParameterFilter: "1" }[filter.name];
  const isSaid = usual === undefined || child(filter, "threshold") !== undefined;
  const threshold = isSaid ? "" : field("threshold", usual);
  const said = innerXml(filter).replace("<defaultValue/>", "<defaultValue></defaultValue>");
  return `<${filter.name}>${said}${threshold}</${filter.name}>`;
}

function badRequest(text: string): Refusal {
  const words = "org.geowebcache.rest.exception.RestException 400 BAD_REQUEST:";
  return new TileCacheRefusal(400, `${words} ${text}`);
}

/** Nothing is kept here; only that it was asked for. */
function truncate(call: Call): Answer {
  // Jetty hands on types of documents in small letters.
  const type = call.container === "jetty" ? call.contentType.toLowerCase() : call.contentType;
  if (type !== "text/xml") throw badRequest(`Format extension unknown or not specified: ${type}`);
  const request = parseElement(new TextDecoder().decode(call.body));
  const name = childText(request, "layerName") ?? "";
  if (request.name !== "truncateAll" && tilesOf(tiledOf(call.state, name)) === undefined)
    throw badRequest(`Could not find layer ${name}`);
  return DONE;
}

/** What can be asked for; a type is told by the path alone. */
function listTruncations({ base, path }: Call): Answer {
  const href = `${base.replace(/\/rest$/, "")}/gwc/rest/masstruncate`;
  const types = ["truncateLayer", "truncateParameters", "truncateOrphans", "truncateExtent"];
  const body = `<massTruncateRequests href="${href}"> ${types.map((one) => field("requestType", one)).join(" ")}</massTruncateRequests>`;
  const type = path.endsWith(".xml") ? XML : "text/plain;charset=iso-8859-1";
  return { status: 200, type, body };
}

/** Its files are read again, where a form says so. */
function reload({ body }: Call): Answer {
  const form = new URLSearchParams(new TextDecoder().decode(body));
  if (!form.has("reload_configuration"))
    throw badRequest(
      "Unknown or malformed request. Please try again, somtimes the form is not properly received. This frequently happens on the first POST after a restart. The POST was to /geoserver/gwc/rest/reload",
    );
  const text = "TileLayerConfiguration reloaded. Read 1 layers from configuration resources.";
  return plain(200, `<html>\n<body><p>${text}</p></body></html>`);
}
