/** The tile layer document, `GeoServerLayer` (docs/compatibility.md, "Tile layers"). */
import { documentIn } from "./answered-document.ts";
import { names } from "../model/schema.ts";
import { changedDetails } from "../model/details.ts";
import type { Extent, GridSubset, TileLayer, TileLayerPatch } from "../model/tile-layer.ts";
import { defined } from "../model/defined.ts";
import { detailsOf, neutralBody } from "./details.ts";
import type { RenderedDocument, Rendering } from "./document.ts";
import { filterList, filterMembers, parseFilters, type FilterReading } from "./parameter-filter.ts";
import { pathOf } from "./paths.ts";
import { type WireResponse } from "./request.ts";
import { javaDouble, renderTileCacheDocument, renderTileCacheList } from "./tile-cache.ts";
import { numbersIn, wholeIn, wordsIn } from "./tile-values.ts";
import { asList, member, memberFlag, memberText, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";
import { renderIndentedXml, type XmlValue } from "./xml.ts";

/** Root element of a tile layer. */
export const TILE_LAYER = "GeoServerLayer";

/** A parsed tile layer. */
export interface ReadTileLayer {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly patch: TileLayerPatch;
}

const KNOWN = names(
  `id enabled name blobStoreId mimeFormats gridSubsets metaWidthHeight expireCache expireCacheList
   expireClients parameterFilters gutter cacheWarningSkips autoCacheStyles`,
);

/** Parses a document or a body. Throws WireError. */
export function parseTileLayerInput(
  tree: Tree,
  reading: FilterReading = { unknown: "kept", there: [] },
): ReadTileLayer {
  const list = <Value>(element: string, read: (node: Tree) => Value): Value | undefined => {
    const node = member(tree, element);
    return node === undefined ? undefined : read(node);
  };
  const filters = list("parameterFilters", (node) => parseFilters(node, reading));
  const blobStore = memberText(tree, "blobStoreId");
  const details = changedDetails({}, detailsOf(neutralBody(tree), KNOWN));
  return {
    id: memberText(tree, "id"),
    name: memberText(tree, "name"),
    patch: {
      enabled: memberFlag(tree, "enabled"),
      blobStore: blobStore === "" ? null : blobStore,
      formats: list("mimeFormats", (node) => [...new Set(wordsIn(node, "string"))]),
      gridSubsets: list("gridSubsets", (node) => asList(items(node, "gridSubset")).map(subset)),
      metaTiles: list("metaWidthHeight", metaTiles),
      expireCache: wholeIn(tree, "expireCache"),
      expireRules: list("expireCacheList", (node) =>
        asList(items(node, "expirationRule")).map((rule) => ({
          minZoom: wholeIn(rule, "@minZoom") ?? 0,
          expiration: wholeIn(rule, "@expiration") ?? 0,
        })),
      ),
      expireClients: wholeIn(tree, "expireClients"),
      filters,
      gutter: wholeIn(tree, "gutter"),
      warningSkips: list("cacheWarningSkips", (node) => [...new Set(wordsIn(node, "warning"))]),
      ...(Object.keys(details).length === 0 ? {} : { details }),
    },
  };
}

/** Parses a response; filters of unknown types are kept. Throws WireError. */
export function parseTileLayer(response: WireResponse): ReadTileLayer {
  return parseTileLayerInput(documentIn(response).content);
}

/** The members of a list; JSON may omit the element around them. */
function items(node: Tree, element: string): Tree | undefined {
  return Array.isArray(node) ? node : member(node, element);
}

function metaTiles(node: Tree): readonly [number, number] {
  const [across = 0, down = 0] = numbersIn(node, "int");
  return [across, down];
}

function subset(node: Tree): GridSubset {
  const gridSet = memberText(node, "gridSetName") ?? "";
  if (gridSet === "") throw new WireError("meaningless", "A gridSubset has no gridSetName");
  const coords = member(member(node, "extent"), "coords");
  const levels = defined(Object.fromEntries(LEVELS.map((name) => [name, wholeIn(node, name)])));
  const extent = coords === undefined ? undefined : extentOf(numbersIn(coords, "double"));
  return { gridSet, ...(extent && { extent }), ...levels };
}

const LEVELS = ["zoomStart", "zoomStop", "minCachedLevel", "maxCachedLevel"] as const;

function extentOf(coords: readonly number[]): Extent {
  const [minx, miny, maxx, maxy] = coords;
  if (minx !== undefined && miny !== undefined && maxx !== undefined && maxy !== undefined)
    return [minx, miny, maxx, maxy];
  throw new WireError("meaningless", "The extent of a gridSubset has four numbers");
}

/** The body of a tile layer. */
export function tileLayerXml(name: string, layer: TileLayer): string {
  return renderIndentedXml(TILE_LAYER, contentOf(name, layer, "xml"));
}

/** Renders a tile layer. Deviation: tile-layer-ids. */
export function renderTileLayer(
  { name, layer }: { readonly name: string; readonly layer: TileLayer },
  rendering: Pick<Rendering, "format">,
): RenderedDocument {
  const [xml, json] = [contentOf(name, layer, "xml"), contentOf(name, layer, "json")];
  return renderTileCacheDocument(TILE_LAYER, { xml, json }, rendering);
}

/** Renders the list of tile layers, in JSON as names only. */
export function renderTileLayers(
  names: readonly string[],
  rendering: Pick<Rendering, "format" | "base">,
): RenderedDocument {
  const listed = names.map((name) => {
    // GeoServer does not encode colons in these links.
    const path = pathOf("tileLayer", { tileLayer: name }).replace("%3A", ":");
    return { name, path };
  });
  return renderTileCacheList("layer", listed, rendering);
}

/** In XML, lists have elements and numbers Java's format. */
function contentOf(name: string, layer: TileLayer, format: "xml" | "json") {
  const isXml = format === "xml";
  const list = (element: string, nodes: readonly XmlValue[]): XmlValue => {
    if (!isXml) return nodes;
    return nodes.length === 0 ? "" : { [element]: nodes };
  };
  const subset = ({ gridSet, extent, ...levels }: GridSubset) => ({
    gridSetName: gridSet,
    ...(extent && { extent: { coords: isXml ? { double: extent.map(javaDouble) } : extent } }),
    ...levelsOf(levels),
  });
  const rules = layer.expireRules.map(({ minZoom, expiration }) => ({
    "@minZoom": String(minZoom),
    "@expiration": String(expiration),
  }));
  const filters = layer.filters.length === 0 ? "" : filterMembers(layer.filters);
  return {
    enabled: layer.enabled,
    name,
    ...(layer.blobStore === null ? {} : { blobStoreId: layer.blobStore }),
    mimeFormats: list("string", layer.formats),
    gridSubsets: list("gridSubset", layer.gridSubsets.map(subset)),
    metaWidthHeight: list("int", layer.metaTiles),
    expireCache: layer.expireCache,
    ...(rules.length === 0 ? {} : { expireCacheList: list("expirationRule", rules) }),
    expireClients: layer.expireClients,
    parameterFilters: isXml ? filters : (filterList(layer.filters) as XmlValue),
    gutter: layer.gutter,
    cacheWarningSkips: list("warning", layer.warningSkips),
    ...layer.details,
  };
}

function levelsOf(
  levels: Omit<GridSubset, "gridSet" | "extent">,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    LEVELS.flatMap((name) => (levels[name] === undefined ? [] : [[name, levels[name]] as const])),
  );
}
