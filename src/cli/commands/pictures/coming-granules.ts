/**
 * Footprints of granules that a plan adds, from the headers of files beside the manifests. Files on
 * the server and in archives are unknown until their harvest.
 */
import { resolve } from "node:path";
import { parseAddress } from "../../../model/address.ts";
import { byAddress } from "../../../model/address-map.ts";
import { boxOf } from "../../../model/geometry.ts";
import { mosaicPlan as limits } from "../../../model/limits.ts";
import type { Change, Plan } from "../../../reconciler/engine/plan/plan.ts";
import type { Resource } from "../../../reconciler/kind.ts";
import type { MosaicPayload } from "../../../reconciler/kinds/image-mosaic/payload.ts";
import type { ComingGranules, ComingOf } from "../../../reconciler/report/page/maps.ts";
import { openRasterPool } from "../../../server/rasters/pool.ts";

type RasterPool = ReturnType<typeof openRasterPool>;
type ReadFile = Awaited<ReturnType<RasterPool["read"]>>[number];

export interface Coming {
  readonly plan: Pick<Plan, "changes">;
  readonly resources: readonly Resource[];
}

/** Added granules of mosaics, in the order of the address texts. */
export async function findComing(
  { plan, resources }: Coming,
  order: readonly string[],
): Promise<ComingOf> {
  const [declared, changes] = [byAddress(resources), byAddress(plan.changes)];
  const mosaics = order.flatMap((text) => {
    const address = parseAddress(text);
    const change = address?.kind === "ImageMosaic" ? changes.get(address) : undefined;
    if (change === undefined) return [];
    // Only mosaics are left.
    const payload = declared.get(change.address)?.payload as MosaicPayload | undefined;
    return payload === undefined ? [] : [{ text, payload, locations: comingIn(change, payload) }];
  });
  const found = new Map<string, ComingGranules>();
  const pool = openRasterPool();
  let left: number = limits.footprints;
  try {
    for (const { text, payload, locations } of mosaics) {
      if (locations.length === 0) continue;
      const placed = await placesOf(payload, locations.slice(0, left), pool.read);
      left -= placed.length;
      const unknown = locations.length - placed.length;
      found.set(text, { footprints: placed, unknown });
    }
  } finally {
    await pool.close();
  }
  return found;
}

/** Locations that are declared but not live. */
function comingIn(
  { action, before, after }: Change,
  { granules: { local, locations = [] } }: MosaicPayload,
): readonly string[] {
  if (action !== "create" && action !== "update" && action !== "replace") return [];
  const wanted = locations.length > 0 ? locations : [...local.keys()];
  if (action !== "update") return wanted;
  const [there, will] = [before?.["granules"], after?.["granules"]];
  if (!Array.isArray(there) || !Array.isArray(will)) return [];
  const known = new Set<unknown>(there);
  return wanted.filter((location) => !known.has(location));
}

/** Boxes of files beside the manifest, in the system of the index. */
async function placesOf(
  { definition, granules: { local } }: MosaicPayload,
  locations: readonly string[],
  read: RasterPool["read"],
): Promise<ComingGranules["footprints"]> {
  const files = locations.flatMap((location) => {
    const artefact = local.get(location)?.files.get(location);
    return artefact === undefined ? [] : [{ path: resolve(artefact.path), location }];
  });
  if (files.length === 0) return [];
  const all = await read({ definition, files, now: Date.now() });
  const first = all.flatMap(({ grids = [] }) => grids.flatMap(({ grid }) => grid.crs ?? []))[0];
  const system = definition.mosaicCrs ?? first;
  return all.flatMap((one) => footprintIn(one, system) ?? []);
}

/**
 * The box of a file's first grid; undefined where unknown or in another system than the index's.
 */
function footprintIn({ file, grids = [] }: ReadFile, system: string | undefined) {
  const [found] = grids;
  const footprint = found?.rows[0]?.footprint;
  const crs = found?.grid.crs;
  if (footprint === undefined || (crs !== undefined && crs !== system)) return undefined;
  const box = boxOf(footprint);
  return box && { name: file.location, box };
}
