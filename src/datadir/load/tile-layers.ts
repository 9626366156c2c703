/** Reads tile layers in `gwc-layers`, which refer to layers and groups by id. */
import { each } from "../../model/each.ts";
import { formatName } from "../../model/layer.ts";
import { blankTileLayer, patchedTileLayer, type TileLayer } from "../../model/tile-layer.ts";
import { parseTileLayerInput, TILE_LAYER } from "../../wire/tile-layer.ts";
import { documentsIn, readDocument, unlessDamaged, type Loading } from "./document.ts";
import type { DirectoryRecord, Layer, LayerGroup } from "./objects.ts";

const FOLDER = "gwc-layers";

/** Stored documents have another root than those in responses. */
const ROOTS: readonly string[] = ["GeoServerTileLayer", TILE_LAYER];

/**
 * A record for each layer and group, also for one without tiles. None without the folder, because
 * then nothing is known. A tile layer with a broken reference is reported and left out.
 */
export async function loadTileLayers(
  loading: Loading,
  tiled: readonly (Layer | LayerGroup)[],
): Promise<readonly DirectoryRecord[]> {
  if ((await loading.tree.list(FOLDER)) === undefined) return [];
  const byName = new Map(tiled.map((one) => [formatName(one), one]));
  const byId = new Map(tiled.map((one) => [one.id ?? "", one]));
  const found = new Map<Layer | LayerGroup, TileLayer>();
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
      const of = (id === "" ? undefined : byId.get(id)) ?? byName.get(said);
      if (of === undefined)
        report(`The layer or layer group of the tiles of ${said || id} is not there`);
      else if (found.has(of)) report(`The tiles of ${formatName(of)} are set in another file too`);
      else found.set(of, patchedTileLayer(blankTileLayer, patch));
    });
  }
  return tiled.map((one) => {
    const { workspace, name } = one;
    return { kind: "tile-layer", workspace, name, value: { tiles: found.get(one) ?? null } };
  });
}
