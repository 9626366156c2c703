/** Settings of the tile cache that a data directory keeps beside its catalog. */
import { completeGridSet, type GridSet } from "../../model/grid-set.ts";
import { parseGridSetInput } from "../../wire/grid-set.ts";
import { asList, member } from "../../wire/tree.ts";
import { readDocument, unlessDamaged, type Loading } from "./document.ts";

const FILE = "gwc/geowebcache.xml";

/** What of the tile cache is read; grid sets by their names. */
export interface DirectoryTileCache {
  readonly gridSets: ReadonlyMap<string, GridSet>;
}

/** Reads it; what is damaged is reported. */
export async function loadTileCache(loading: Loading): Promise<DirectoryTileCache> {
  const document = await readDocument(loading, FILE);
  const gridSets = new Map<string, GridSet>();
  if (document === undefined) return { gridSets };
  for (const body of asList(member(member(document.content, "gridSets"), "gridSet"))) {
    await unlessDamaged(loading, document, () => {
      const { name = "", ...input } = parseGridSetInput(body);
      const set = completeGridSet(name, input);
      if (typeof set !== "string") gridSets.set(name, set);
      else loading.notes.damaged({ file: FILE, message: `The grid set ${name} ${set}` });
    });
  }
  return { gridSets };
}
