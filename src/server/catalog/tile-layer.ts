/**
 * Tile layers. Layers and groups have automatic ones; only changes are stored
 * (docs/compatibility.md, "Tile layers").
 */
import { compareText } from "../../model/address.ts";
import { isBuiltInGridSet } from "../../model/built-in-grid-sets.ts";
import { qualifiedName, splitQualifiedName, type QualifiedName } from "../../model/layer.ts";
import {
  automaticTileLayer,
  blankTileLayer,
  patchedTileLayer,
  type TileLayer,
  type TileLayerPatch,
} from "../../model/tile-layer.ts";
import type { Dialect } from "./dialect.ts";
import { CatalogError } from "./errors.ts";
import type { CatalogReader, CatalogWriter } from "./unit-of-work.ts";

/** A tile layer with its key. */
export interface FoundTileLayer extends QualifiedName {
  readonly layer: TileLayer;
}

/** `set` is the stored tile layer, null if it was removed. */
interface Tiled extends QualifiedName {
  readonly of: "layer" | "group";
  readonly set: TileLayer | null | undefined;
}

async function tiledOf(reader: CatalogReader, text: string): Promise<Tiled | undefined> {
  const key = splitQualifiedName(text);
  const layer =
    key.workspace === null ? undefined : await reader.get("layer", key.workspace, key.name);
  const group = layer ?? (await reader.get("layer-group", key.workspace, key.name));
  if (group === undefined) return undefined;
  const record = await reader.get("tile-layer", key.workspace, key.name);
  const of = layer === undefined ? "group" : "layer";
  return { ...key, of, set: record?.value.tiles };
}

function shown({ of, set, ...key }: Tiled): FoundTileLayer | undefined {
  return set === null ? undefined : { ...key, layer: set ?? automaticTileLayer(of) };
}

/** Finds a tile layer by `workspace:name` or the name of a global group. */
export async function findTileLayer(
  reader: CatalogReader,
  name: string,
): Promise<FoundTileLayer | undefined> {
  const tiled = await tiledOf(reader, name);
  return tiled && shown(tiled);
}

/** Lists all names in order. */
export async function tileLayerNames(reader: CatalogReader): Promise<readonly string[]> {
  const removed = new Set(
    (await reader.list("tile-layer"))
      .filter(({ value }) => value.tiles === null)
      .map(({ workspace, name }) => qualifiedName(workspace, name)),
  );
  const all = [...(await reader.list("layer")), ...(await reader.list("layer-group"))];
  const names = all.map(({ workspace, name }) => qualifiedName(workspace, name));
  return [...new Set(names)].filter((name) => !removed.has(name)).toSorted(compareText);
}

interface TileLayerBody {
  readonly name: string;
  readonly patch: TileLayerPatch;
  /** Throws tile-layer-invalid for a removed tile layer. */
  readonly onlyThere?: boolean;
}

/** The text of stock servers. */
const HINT =
  "Maybe it was loaded from another source, or you're trying to add a new layer and need to do an HTTP PUT ?";

/**
 * Replaces or recreates a tile layer. The dialect decides whether omitted settings get defaults or
 * nothing. Throws not-found if there is no such layer or group.
 */
export async function putTileLayer(
  writer: CatalogWriter,
  dialect: Dialect,
  { name, patch, onlyThere = false }: TileLayerBody,
): Promise<void> {
  const tiled = await tiledOf(writer, name);
  if (tiled === undefined)
    throw new CatalogError("not-found", `GeoServer Layer or LayerGroup '${name}' not found`);
  const { workspace, of, set } = tiled;
  if (onlyThere && set === null)
    throw new CatalogError(
      "tile-layer-invalid",
      `Layer ${name} is not known by the configuration.${HINT}`,
    );
  const unsaid = dialect.tileLayerUnsaid === "blank" ? blankTileLayer : automaticTileLayer(of);
  await checkGridSets(writer, set ?? automaticTileLayer(of), patch);
  await writer.put(
    { kind: "tile-layer", workspace, name: tiled.name },
    { tiles: patchedTileLayer(unsaid, patch) },
  );
}

/** Refuses missing grid sets, except those already used. Deviation: tile-layer-grid-sets. */
async function checkGridSets(
  reader: CatalogReader,
  { gridSubsets: had }: TileLayer,
  { gridSubsets = [] }: TileLayerPatch,
): Promise<void> {
  for (const { gridSet } of gridSubsets) {
    if (had.some((one) => one.gridSet === gridSet)) continue;
    if (isBuiltInGridSet(gridSet)) continue;
    if ((await reader.get("grid-set", null, gridSet)) !== undefined) continue;
    const message = `There is no grid set ${gridSet}; put it first at /gwc/rest/gridsets`;
    throw new CatalogError("grid-set-unknown", message);
  }
}

/** Disables caching of a layer or group. */
export async function removeTileLayer(
  writer: CatalogWriter,
  { workspace, name }: QualifiedName,
): Promise<void> {
  await writer.put({ kind: "tile-layer", workspace, name }, { tiles: null });
}
