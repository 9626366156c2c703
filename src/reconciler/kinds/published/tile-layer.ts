/**
 * Tile layers as servers make them by themselves, with every new layer and layer group, and what somebody set of
 * others: that is deleted with the layer, and comes back with one that is recreated.
 */
import { documentIn } from "../../../wire/answered-document.ts";
import { compareText, type Address } from "../../../model/address.ts";
import { addressMap } from "../../../model/address-map.ts";
import { qualifiedName } from "../../../model/layer.ts";
import {
  automaticTileLayer,
  blankTileLayer,
  patchedTileLayer,
  type TileLayer,
} from "../../../model/tile-layer.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { resourcePath } from "../../../wire/paths.ts";
import { getIfThere } from "../../../wire/reading.ts";
import { parseTileLayer, tileLayerXml } from "../../../wire/tile-layer.ts";
import { textsIn } from "../../../wire/tile-values.ts";
import { member, memberText } from "../../../wire/tree.ts";
import { sameFact, type AffectedObject, type Facts, type KindContext } from "../../kind.ts";
import { TILE_DEFAULTS } from "../file/tile-defaults.ts";
import { extentsIn, tileFacts, type ExtentsOf } from "../tile-layer/facts.ts";

/** What a tile layer is of, as far as servers tell them apart. */
export type Tiled = "vector" | "coverage" | "group";

/** What a server gives to new tile layers. */
export type UsualTiles = Readonly<Record<Tiled, TileLayer>>;

/** A tile layer that was read. */
export interface FoundTiles {
  readonly layer: TileLayer;
  readonly etag: string | undefined;
}

/** Path of a tile layer; of requests about it. */
export function tilePath({ workspace, name }: Address, suffix?: string): string {
  return pathTo("tileLayer", { tileLayer: qualifiedName(workspace, name) }, suffix);
}

/** Reads the tile layer of a name; undefined where there is none. */
export async function readTiles(
  { read }: KindContext,
  address: Address,
): Promise<FoundTiles | undefined> {
  const response = await getIfThere(read, tilePath(address, "xml"));
  if (response === undefined) return undefined;
  const { patch } = parseTileLayer(response);
  return {
    layer: inOrder(patchedTileLayer(blankTileLayer, patch)),
    etag: response.headers["etag"],
  };
}

/** Servers show sets in any order. */
function inOrder(layer: TileLayer): TileLayer {
  return {
    ...layer,
    formats: layer.formats.toSorted(compareText),
    gridSubsets: layer.gridSubsets.toSorted((a, b) => compareText(a.gridSet, b.gridSet)),
    filters: layer.filters.toSorted((a, b) => compareText(a.key, b.key)),
    warningSkips: layer.warningSkips.toSorted(compareText),
  };
}

/** What servers give to new ones where nobody set anything else. */
export const automaticTiles: UsualTiles = {
  vector: automaticTileLayer("layer"),
  coverage: automaticTileLayer("layer"),
  group: automaticTileLayer("group"),
};

/** Reads what the server gives to new ones. */
export async function usualTiles({ read, server }: KindContext): Promise<UsualTiles> {
  const response =
    server.resources && server.software === "geoserver"
      ? await getIfThere(read, resourcePath(TILE_DEFAULTS))
      : undefined;
  if (response === undefined) return automaticTiles;
  const { vector: layer, group } = automaticTiles;
  const document = documentIn(response).content;
  const texts = (name: string) => textsIn(member(document, name), "string");
  const tiles = (side: string) => Number(memberText(document, `metaTiling${side}`) ?? 4);
  const formats = (of: string) => texts(`default${of}CacheFormats`);
  const common = {
    gridSubsets: texts("defaultCachingGridSetIds").map((gridSet) => ({ gridSet })),
    metaTiles: [tiles("X"), tiles("Y")] as const,
    gutter: Number(memberText(document, "gutter") ?? 0),
  };
  return {
    vector: { ...layer, ...common, formats: formats("Vector") },
    coverage: { ...layer, ...common, formats: formats("Coverage") },
    group: { ...group, ...common, formats: formats("Other") },
  };
}

/**
 * Names of the fields in which a tile layer is not as one of the usual ones: the nearest of them. Extents count where
 * `extents` says so.
 */
export function unusualIn(
  layer: TileLayer,
  usual: UsualTiles,
  extents: ExtentsOf = () => false,
): readonly string[] {
  const facts = tileFacts(layer, extents);
  const [nearest = []] = Object.values(usual)
    .map((one) => differing(facts, tileFacts(one, extents)))
    .toSorted((one, other) => one.length - other.length);
  return nearest;
}

function differing(facts: Facts, usual: Facts): readonly string[] {
  return Object.keys(facts).filter((name) => !sameFact(facts[name], usual[name]));
}

/** Facts of a tile layer as it is, with its whole document: what is set is sent with all the rest. */
export function wholeFacts(
  address: Address,
  layer: TileLayer,
  { isAutomatic, wanted }: { readonly isAutomatic: boolean; readonly wanted?: Facts | undefined },
): Facts {
  const name = qualifiedName(address.workspace, address.name);
  return {
    ...tileFacts(layer, extentsIn(wanted)),
    automatic: isAutomatic,
    document: tileLayerXml(name, layer),
  };
}

/** A tile layer that goes with its layer or layer group, and what brings that again. */
export interface TiledLayer {
  readonly name: string;
  readonly workspace: string | null;
  readonly owner: Address;
}

/** Tile layers that come back with what they are of, where somebody set something of them. */
export async function affectedTiles(
  context: KindContext,
  tiled: readonly TiledLayer[],
): Promise<readonly AffectedObject[]> {
  const set = await setTiles(
    context,
    tiled.map(({ workspace, name }) => ({ kind: TILE_LAYER_KIND, workspace, name })),
  );
  return set.map(({ address, layer }) => {
    const own = ({ workspace, name }: TiledLayer) =>
      workspace === address.workspace && name === address.name;
    const requires = tiled.filter(own).map(({ owner }) => owner);
    return { address, facts: wholeFacts(address, layer, { isAutomatic: false }), requires };
  });
}

/** A layer or layer group that goes on under another name, and what makes it there. */
export interface TileMove {
  readonly from: Pick<Address, "workspace" | "name">;
  readonly to: Pick<Address, "workspace" | "name">;
  readonly owner: Address;
}

/** What somebody set of tile layers that go on under other names, as it is to be there. */
export async function movedTiles(
  context: KindContext,
  moves: readonly TileMove[],
): Promise<readonly AffectedObject[]> {
  const keyOf = ({ workspace, name }: TileMove["to"]) => ({
    kind: TILE_LAYER_KIND,
    workspace,
    name,
  });
  const known = addressMap(moves.map((move) => [keyOf(move.from), move] as const));
  const set = await setTiles(context, [...known.addresses()]);
  return set.flatMap(({ address, layer }) => {
    const move = known.get(address);
    if (move === undefined) return [];
    const now = keyOf(move.to);
    const facts = wholeFacts(now, layer, { isAutomatic: false });
    // A new one is there by itself.
    return [{ address: now, facts, remains: {}, requires: [move.owner] }];
  });
}

/** Name of the kind in addresses. */
export const TILE_LAYER_KIND = "TileLayer";

async function setTiles(context: KindContext, addresses: readonly Address[]) {
  if (addresses.length === 0) return [];
  const found = await Promise.all(
    addresses.map(async (address) => ({ address, tiles: await readTiles(context, address) })),
  );
  const there = found.flatMap(({ address, tiles }) =>
    tiles === undefined ? [] : [{ address, layer: tiles.layer }],
  );
  if (there.length === 0) return [];
  const usual = await usualTiles(context);
  return there.filter(({ layer }) => unusualIn(layer, usual).length > 0);
}
