/** Copies what of the tile cache lies in no workspace, each by the document that the original shows. */
import { isBuiltInGridSet } from "../model/built-in-grid-sets.ts";
import { pathTo } from "../wire/addressing.ts";
import { parseNames } from "../wire/list.ts";
import { getIfThere } from "../wire/reading.ts";
import { bodyText } from "../wire/request.ts";
import { each, xmlRequest, type Copying } from "./copying.ts";

/** Gives the copy the objects of these kinds. */
export async function copyTileCache(copying: Copying, kinds: ReadonlySet<string>): Promise<void> {
  if (kinds.has("GridSet")) await copyGridSets(copying);
}

async function copyGridSets(copying: Copying): Promise<void> {
  const list = await getIfThere(copying.original.read, pathTo("gridSets", {}, "xml"));
  const names = list === undefined ? [] : parseNames(list, "gridSet");
  const own = names.filter((name) => !isBuiltInGridSet(name));
  await each(own, async (name) => {
    const path = pathTo("gridSet", { gridSet: name }, "xml");
    const found = await getIfThere(copying.original.read, path);
    if (found === undefined) return;
    const address = { kind: "GridSet", workspace: null, name };
    await copying.write(address, xmlRequest("PUT", path, bodyText(found)));
  });
}
