/** Rasters in the folder of a mosaic, where the server shows its files. */
import { storePlace } from "../../../model/store.ts";
import { posix } from "node:path";
import { isIndexedPath } from "../../../model/mosaic/granule-path.ts";
import { succeeded } from "../../../wire/request.ts";
import { getResource, parseResourceChildren } from "../../../wire/resource.ts";
import type { KindContext, Resource } from "../../kind.ts";
import { broughtBy } from "./observe-granules.ts";
import type { MosaicPayload } from "./payload.ts";
import { nameProblem, timeOf } from "./window.ts";

type Mosaic = Pick<Resource<MosaicPayload>, "address" | "payload">;

/** Returns none where the folder is absent or not shown. */
export async function rastersThere(
  context: KindContext,
  { address, payload: { definition } }: Mosaic,
): Promise<readonly string[]> {
  if (!context.server.resources) return [];
  const { workspace, store } = storePlace(address);
  const folder = `data/${workspace}/${store}`;
  const find = async () => filesBelow(context, folder, definition.recursive);
  const paths = await (context.kept?.(`files below ${folder}`, find) ?? find());
  return paths.filter((path) => isIndexedPath(path, definition));
}

/** Rasters to be indexed that the manifest does not bring; those surely out of the window stay. */
export async function strayRasters(
  context: KindContext,
  mosaic: Mosaic,
): Promise<readonly string[]> {
  const { definition, granules } = mosaic.payload;
  const { window } = granules;
  const isBrought = broughtBy(storePlace(mosaic.address), granules);
  const found = await rastersThere(context, mosaic);
  return found.filter((path) => {
    const time = window && timeOf(definition, path, window);
    const isOut = window !== undefined && time !== undefined && time <= window.since;
    return !isBrought(path) && !isOut && nameProblem(definition, path) === undefined;
  });
}

async function filesBelow(
  context: KindContext,
  folder: string,
  isDeep: boolean,
): Promise<readonly string[]> {
  const listing = await getResource(context.read, folder);
  if (!succeeded(listing)) return [];
  const found = parseResourceChildren(listing).filter(({ name }) => !name.startsWith("."));
  const below = found.map(async ({ name, isFolder }) => {
    if (!isFolder) return [name];
    const inside = isDeep ? await filesBelow(context, posix.join(folder, name), isDeep) : [];
    return inside.map((path) => posix.join(name, path));
  });
  return (await Promise.all(below)).flat();
}
