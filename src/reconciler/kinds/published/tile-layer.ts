/**
 * Tile layers, which servers create with layers and layer groups. Their user settings are deleted
 * with the layer, and restored with a recreated one.
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
import { extentsIn, tileFacts, type ExtentsOf } from "./tile-facts.ts";

export type Tiled = "vector" | "coverage" | "group";

export type UsualTiles = Readonly<Record<Tiled, TileLayer>>;

export interface FoundTiles {
  readonly layer: TileLayer;
  readonly etag: string | undefined;
}

export function tilePath({ workspace, name }: Address, suffix?: string): string {
  return pathTo("tileLayer", { tileLayer: qualifiedName(workspace, name) }, suffix);
}

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

export const automaticTiles: UsualTiles = {
  vector: automaticTileLayer("layer"),
  coverage: automaticTileLayer("layer"),
  group: automaticTileLayer("group"),
};

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

/** Compares with the nearest of the usual ones; extents count where `extents` returns true. */
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

/** The facts include the whole document, which a change sends. */
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

/** `owner` recreates the layer or layer group. */
export interface TiledLayer {
  readonly name: string;
  readonly workspace: string | null;
  readonly owner: Address;
}

/** Tile layers with user settings whose layers come back. */
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

/** `owner` creates the layer or layer group under the new name. */
export interface TileMove {
  readonly from: Pick<Address, "workspace" | "name">;
  readonly to: Pick<Address, "workspace" | "name">;
  readonly owner: Address;
}

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
    // A new tile layer exists by itself.
    return [{ address: now, facts, remains: {}, requires: [move.owner] }];
  });
}

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
