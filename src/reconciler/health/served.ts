/** What the catalog says of a layer or group: how it is drawn, where, and from what. GET only. */
import type { Address } from "../../model/address.ts";
import { qualifiedName } from "../../model/layer.ts";
import { objectPathTo, layerGroupPathTo, pathTo } from "../../wire/addressing.ts";
import { isStyleName, readDocument } from "../../wire/answered-document.ts";
import { parseBounds } from "../../wire/bounds.ts";
import { parseLayerGroupInput } from "../../wire/layer-group.ts";
import { readLayer } from "../../wire/layer.ts";
import { DEGREES, type MapBox, type MapWindow } from "../../wire/map-request.ts";
import { getIfThere, ifReadable } from "../../wire/reading.ts";
import type { Reader } from "../../wire/request.ts";
import { parseTileLayer, type ReadTileLayer } from "../../wire/tile-layer.ts";
import {
  member,
  memberFlag,
  memberText,
  referenceName,
  textsBelow,
  type Tree,
} from "../../wire/tree.ts";

/** A layer or group of a live catalog. */
export interface Served {
  readonly address: Address;
  /** As map services call it at their global endpoint. */
  readonly name: string;
  readonly sort: "features" | "raster" | "cascaded" | "group";
  readonly enabled: boolean;
  /** Whether lists should have it. */
  readonly isOffered: boolean;
  /** Services that do not offer it, in lower case. */
  readonly closed: ReadonlySet<string>;
  /** All of it; undefined where the catalog shows no box, or an empty one. */
  readonly extent: MapWindow | undefined;
  readonly style: string | undefined;
  readonly store: Address | undefined;
  readonly published: Address | undefined;
  /** Names of the layers and groups in a group. */
  readonly members: readonly string[];
  /** A group that lists its members and has no map of its own. */
  readonly isContainer: boolean;
}

/** Kinds, stores and paths by the type of a layer. */
const sorts = {
  VECTOR: { sort: "features", path: "featureType", kind: "FeatureType", store: "DataStore" },
  RASTER: { sort: "raster", path: "coverage", kind: "Coverage", store: "CoverageStore" },
  WMS: { sort: "cascaded", path: "wmsLayer", kind: "WmsLayer", store: "WmsStore" },
  WMTS: { sort: "cascaded", path: "wmtsLayer", kind: "WmtsLayer", store: "WmtsStore" },
} as const;

const storePaths: Readonly<
  Record<string, "dataStore" | "coverageStore" | "wmsStore" | "wmtsStore">
> = {
  DataStore: "dataStore",
  CoverageStore: "coverageStore",
  WmsStore: "wmsStore",
  WmtsStore: "wmtsStore",
};

/** Whether a store is on; what it publishes is off with it. Each is read once. */
export function storesIn(read: Reader): (store: Address | undefined) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  return async (store) => {
    const path = storePaths[store?.kind ?? ""];
    if (store === undefined || path === undefined) return true;
    const at = objectPathTo(path, { workspace: store.workspace, name: store.name }, "xml");
    const found = known.get(at) ?? isOn(read, at);
    known.set(at, found);
    return found;
  };
}

async function isOn(read: Reader, path: string): Promise<boolean> {
  const document = await ifReadable(() => readDocument(read, path));
  return memberFlag(document?.content, "enabled") ?? true;
}

/** Undefined where there is none. Throws ReadError or WireError. */
export function readServed(read: Reader, address: Address): Promise<Served | undefined> {
  return address.kind === "LayerGroup" ? readGroup(read, address) : readOneLayer(read, address);
}

async function readOneLayer(read: Reader, address: Address): Promise<Served | undefined> {
  const { workspace, name } = address;
  const found = await readLayer(read, qualifiedName(workspace, name));
  if (found === undefined) return undefined;
  const { type, enabled = true, defaultStyle } = found.settings;
  const { sort, path, kind, store } = sorts[type as keyof typeof sorts] ?? sorts.VECTOR;
  const published: Address = { kind, workspace, name };
  const document = await ifReadable(() =>
    readDocument(read, objectPathTo(path, { workspace, name }, "xml")),
  );
  const content = document?.content;
  const storeName = referenceName(member(content, "store"))?.split(":").at(-1);
  return {
    address,
    name: qualifiedName(workspace, name),
    sort,
    enabled: enabled && (memberFlag(content, "enabled") ?? true),
    isOffered:
      memberFlag(content, "advertised") ?? memberFlag(found.document, "advertised") ?? true,
    closed: closedIn(content),
    extent: extentIn(member(content, "latLonBoundingBox"), DEGREES),
    style: isStyleName(defaultStyle) ? defaultStyle : undefined,
    store: storeName === undefined ? undefined : { kind: store, workspace, name: storeName },
    published,
    members: [],
    isContainer: false,
  };
}

async function readGroup(read: Reader, address: Address): Promise<Served | undefined> {
  const { workspace, name } = address;
  const found = await readDocument(read, layerGroupPathTo(workspace, name, "xml"));
  if (found === undefined) return undefined;
  const { content } = found;
  const bounds = member(content, "bounds");
  return {
    address,
    name: qualifiedName(workspace, name),
    sort: "group",
    enabled: memberFlag(content, "enabled") ?? true,
    isOffered: memberFlag(content, "advertised") ?? true,
    closed: new Set(),
    extent: extentIn(bounds, memberText(bounds, "crs") ?? DEGREES),
    style: undefined,
    store: undefined,
    published: undefined,
    members: (parseLayerGroupInput(content).members ?? []).map((one) => one.name),
    isContainer: memberText(content, "mode") === "CONTAINER",
  };
}

function closedIn(content: Tree | undefined): ReadonlySet<string> {
  if (memberFlag(content, "serviceConfiguration") !== true) return new Set();
  return new Set(textsBelow(member(content, "disabledServices")).map((one) => one.toLowerCase()));
}

/** Undefined for no box and for one without an area. */
function extentIn(tree: Tree | undefined, srs: string): MapWindow | undefined {
  try {
    const bounds = parseBounds(tree);
    if (bounds === undefined) return undefined;
    const { minx, miny, maxx, maxy } = bounds;
    const box: MapBox = [minx, miny, maxx, maxy];
    return maxx > minx && maxy > miny ? { srs, box } : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined where the tile cache has none. */
export async function readTileLayer(
  read: Reader,
  name: string,
): Promise<ReadTileLayer | undefined> {
  const response = await getIfThere(read, pathTo("tileLayer", { tileLayer: name }, "xml"));
  return response === undefined ? undefined : ifReadable(async () => parseTileLayer(response));
}
