/** Bounding boxes with a CRS. */
import { isList, type Detail } from "./details.ts";

/** A box in units of `crs`. */
export interface Bounds {
  readonly minx: number;
  readonly maxx: number;
  readonly miny: number;
  readonly maxy: number;
  readonly crs: string;
  /** `projected` or a class name; absent for geographic systems. */
  readonly crsClass?: string | undefined;
}

/** The CRS in which boxes are combined. */
export const GEOGRAPHIC = "EPSG:4326";

/** The default where no bounds are known. */
export const world: Bounds = { minx: -180, maxx: 180, miny: -90, maxy: 90, crs: GEOGRAPHIC };

/** Parses the box in a kept field. */
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

/** The union of geographic boxes; others are ignored. */
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
