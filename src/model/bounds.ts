/** Bounding boxes: rectangles in a coordinate reference system, and what encloses several. */
import { isList, type Detail } from "./details.ts";

/** A box; coordinates are in units of `crs`, for example degrees for EPSG:4326. */
export interface Bounds {
  readonly minx: number;
  readonly maxx: number;
  readonly miny: number;
  readonly maxy: number;
  readonly crs: string;
  /**
   * What sort of system it is, in the word of its source: `projected` or the name of a class.
   * Absent for geographic ones.
   */
  readonly crsClass?: string | undefined;
}

/** Geographic coordinates, in which boxes of different things can be put together. */
export const GEOGRAPHIC = "EPSG:4326";

/** The whole world, where nothing better is known. */
export const world: Bounds = { minx: -180, maxx: 180, miny: -90, maxy: 90, crs: GEOGRAPHIC };

/** The box in a kept field of a document; undefined when it is none. */
export function boundsIn(detail: Detail | undefined): Bounds | undefined {
  if (typeof detail !== "object" || isList(detail)) return undefined;
  const [minx, maxx, miny, maxy] = ["minx", "maxx", "miny", "maxy"].map((side) =>
    detail[side] === "" ? Number.NaN : Number(detail[side]),
  );
  const sides = [minx, maxx, miny, maxy];
  if (!sides.every((side) => Number.isFinite(side))) return undefined;
  const crs = textIn(detail["crs"]) ?? GEOGRAPHIC;
  return { minx: minx ?? 0, maxx: maxx ?? 0, miny: miny ?? 0, maxy: maxy ?? 0, crs };
}

/** The text of a field, with or without attributes. */
function textIn(detail: Detail | undefined): string | undefined {
  if (typeof detail !== "object") return detail === undefined ? undefined : String(detail);
  return isList(detail) ? undefined : textIn(detail["$"]);
}

/** The smallest box around geographic boxes; undefined for none. Boxes in other systems are left out. */
export function enclosing(boxes: readonly Bounds[]): Bounds | undefined {
  const known = boxes.filter(({ crs }) => crs.toUpperCase() === GEOGRAPHIC);
  if (known.length === 0) return undefined;
  return {
    minx: Math.min(...known.map(({ minx }) => minx)),
    maxx: Math.max(...known.map(({ maxx }) => maxx)),
    miny: Math.min(...known.map(({ miny }) => miny)),
    maxy: Math.max(...known.map(({ maxy }) => maxy)),
    crs: GEOGRAPHIC,
  };
}
