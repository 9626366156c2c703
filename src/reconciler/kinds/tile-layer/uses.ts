/**
 * Grid sets and blob stores of tile layers. Our own server keeps used ones in its published
 * dialect; others delete them (docs/compatibility.md, "Tile cache").
 */
import type { Address } from "../../../model/address.ts";
import { addressSet } from "../../../model/address-map.ts";
import { isBuiltInGridSet } from "../../../model/built-in-grid-sets.ts";
import { splitQualifiedName } from "../../../model/layer.ts";
import { blankTileLayer, patchedTileLayer, type TileLayer } from "../../../model/tile-layer.ts";
import { parseTileLayerInput } from "../../../wire/tile-layer.ts";
import type { KindContext, Live, Manifest, Resource, Used } from "../../kind.ts";
import { TILE_LAYER_KIND } from "../published/tile-layer.ts";
import { fromTileLayers, keepsWhatIsUsed } from "../tile-cache/users.ts";
import type { TileLayerSpec } from "./spec.ts";

interface Declared {
  readonly manifest: Manifest<TileLayerSpec>;
}

const GRID_SET = "GridSet";
const BLOB_STORE = "BlobStore";

export function ownGridSets(names: readonly string[]): readonly Address[] {
  const own = names.filter((name) => !isBuiltInGridSet(name));
  return own.map((name) => ({ kind: GRID_SET, workspace: null, name }));
}

function usesOf({ gridSubsets, blobStore }: TileLayer): readonly Address[] {
  return [
    ...ownGridSets(gridSubsets.map(({ gridSet }) => gridSet)),
    ...(blobStore === null ? [] : [{ kind: BLOB_STORE, workspace: null, name: blobStore }]),
  ];
}

/**
 * What the manifest drops must stay until the tile layer is changed; without a manifest, all that
 * the tile layer uses must stay until that is gone.
 */
export function heldBy(layer: TileLayer, payload: Declared | undefined): readonly Address[] {
  if (payload === undefined) return usesOf(layer);
  const { gridsets, blobStore } = payload.manifest.spec;
  return usesOf(layer).filter(({ kind, name }) =>
    kind === GRID_SET
      ? gridsets !== undefined && !(name in gridsets)
      : blobStore !== undefined && blobStore !== name,
  );
}

/** What a changed tile layer keeps because its manifest leaves it out. */
export function keptByTiles(live: Live, { payload }: Resource<Declared>): readonly Address[] {
  const { gridsets, blobStore } = payload.manifest.spec;
  return live.requires.filter(
    ({ kind }) =>
      (kind === GRID_SET && gridsets === undefined) ||
      (kind === BLOB_STORE && blobStore === undefined),
  );
}

/** Users are searched only where the server would refuse to delete used objects. */
export async function tilesUsing(
  { read, server }: KindContext,
  { addresses }: Used,
): Promise<readonly Live[]> {
  const going = addressSet(
    addresses.filter(({ kind }) => kind === GRID_SET || kind === BLOB_STORE),
  );
  if (going.size === 0 || !keepsWhatIsUsed(server)) return [];
  return fromTileLayers(read, (name, document): readonly Live[] => {
    const { patch } = parseTileLayerInput(document);
    const requires = usesOf(patchedTileLayer(blankTileLayer, patch)).filter(going.has);
    const address = { kind: TILE_LAYER_KIND, ...splitQualifiedName(name) };
    // A tile layer whose own layer is deleted uses nothing.
    const isGoing = addresses.some(
      (one) => one.workspace === address.workspace && one.name === address.name,
    );
    return requires.length === 0 || isGoing ? [] : [{ address, facts: {}, requires }];
  });
}
