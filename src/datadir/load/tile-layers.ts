/** Reads tile layers in `gwc-layers`, which refer to layers and groups by id. */
import { qualifiedName } from "../../model/layer.ts";
import { blankTileLayer, patchedTileLayer, type TileLayer } from "../../model/tile-layer.ts";
import { parseTileLayerInput, TILE_LAYER } from "../../wire/tile-layer.ts";
import { documentsIn, each, readDocument, unlessDamaged, type Loading } from "./document.ts";
import type { Layer, LayerGroup } from "./objects.ts";

const FOLDER = "gwc-layers";

/** Stored documents have another root than those in responses. */
const ROOTS: readonly string[] = ["GeoServerTileLayer", TILE_LAYER];

/** Tile layers by `workspace:name`, or by the name of a global group. */
export type DirectoryTileLayers = ReadonlyMap<string, TileLayer>;

interface Tiled {
  readonly layers: readonly Layer[];
  readonly groups: readonly LayerGroup[];
}

/**
 * Undefined without the folder, because then nothing is known. A tile layer with a broken reference
 * is reported and left out.
 */
export async function loadTileLayers(
  loading: Loading,
  tiled: Tiled,
): Promise<DirectoryTileLayers | undefined> {
  if ((await loading.tree.list(FOLDER)) === undefined) return undefined;
  const { byId, byName } = namesOf(tiled);
  const found = new Map<string, TileLayer>();
  const files = await documentsIn(loading, FOLDER);
  const documents = await each(files, (file) => readDocument(loading, file));
  for (const document of documents) {
    if (document === undefined) continue;
    const { file, root, id = "", content } = document;
    const report = (message: string) => loading.notes.damaged({ file, message });
    if (!ROOTS.includes(root)) {
      report(`The document is one of ${root}, not of a tile layer; it is left out`);
      continue;
    }
    await unlessDamaged(loading, document, () => {
      const { name: said = "", patch } = parseTileLayerInput(content);
      const name = byId.get(id) ?? (byName.has(said) ? said : undefined);
      if (name === undefined)
        report(`The layer or layer group of the tiles of ${said || id} is not there`);
      else if (found.has(name)) report(`The tiles of ${name} are set in another file too`);
      else found.set(name, patchedTileLayer(blankTileLayer, patch));
    });
  }
  return found;
}

function namesOf({ layers, groups }: Tiled) {
  const all = [
    ...layers.map(({ id, name, published: { workspace } }) => ({ id, workspace, name })),
    ...groups,
  ].map(({ id, workspace, name }) => ({ id, name: qualifiedName(workspace, name) }));
  return {
    byId: new Map(all.flatMap(({ id, name }) => (id === undefined ? [] : [[id, name] as const]))),
    byName: new Set(all.map(({ name }) => name)),
  };
}
