/**
 * Grid sets: how a tile cache divides a CRS into tiles per level (docs/compatibility.md, "Tile
 * cache"). Servers complete missing values; both halves of Plumbline do the same.
 */
import { defined } from "./defined.ts";
import { tileCache as limits } from "./limits.ts";

/** West, south, east, north in CRS units. */
export type GridExtent = readonly [number, number, number, number];

/** A stored grid set, with resolutions or scale denominators. */
export interface GridSet {
  readonly description: string | null;
  /** EPSG code. */
  readonly srs: number;
  readonly extent: GridExtent;
  readonly alignTopLeft: boolean;
  /** Units per pixel, decreasing; null if scales are given. */
  readonly resolutions: readonly number[] | null;
  readonly scaleDenominators: readonly number[] | null;
  readonly metersPerUnit: number;
  /** Metres per screen pixel. */
  readonly pixelSize: number;
  /** One per level. */
  readonly scaleNames: readonly string[];
  readonly tileHeight: number;
  readonly tileWidth: number;
  readonly yCoordinateFirst: boolean;
}

/** Input; undefined values are completed. */
export type GridSetInput = { readonly [Name in keyof GridSet]?: GridSet[Name] | undefined } & {
  /** Number of levels, each halving the resolution, if none are listed. */
  readonly levels?: number | undefined;
};

/** Default values. */
export const gridSetUsual = {
  levels: 18,
  pixelSize: 0.000_28,
  tileHeight: 256,
  tileWidth: 256,
  alignTopLeft: false,
  yCoordinateFirst: false,
} as const;

const METERS_PER_DEGREE = (6_378_137 * 2 * Math.PI) / 360;
const EPSG_WGS84 = 4326;

/** Metres per CRS unit, as servers assume. */
export function usualMetersPerUnit(srs: number): number {
  return srs === EPSG_WGS84 ? METERS_PER_DEGREE : 1;
}

/** Completes a grid set as servers do; a text is an error. */
export function completeGridSet(name: string, input: GridSetInput): GridSet | string {
  const { srs, extent } = input;
  if (srs === undefined) return "has no reference system";
  if (extent === undefined) return "has no extent";
  const { levels, scaleNames: given = [], ...said } = withUsual(input, { srs, extent });
  const listed = said.resolutions ?? said.scaleDenominators;
  const count = listed?.length ?? levels;
  const problem = problemOf(said) ?? levelsProblem(count) ?? fallingProblem(listed);
  if (problem !== undefined) return problem;
  const scaleNames = Array.from({ length: count }, (_, at) => given[at] ?? `${name}:${at}`);
  const computed = listed === null ? withLevels(said, levels) : {};
  return { ...said, ...computed, scaleNames };
}

type Unlevelled = Omit<GridSet, "scaleNames">;

function withUsual(
  input: GridSetInput,
  { srs, extent }: Pick<GridSet, "srs" | "extent">,
): Unlevelled & { readonly levels: number; readonly scaleNames?: readonly string[] } {
  return {
    description: null,
    resolutions: null,
    scaleDenominators: null,
    metersPerUnit: usualMetersPerUnit(srs),
    ...gridSetUsual,
    ...defined(input),
    ...(input.resolutions ? { scaleDenominators: null } : {}),
    srs,
    extent,
  };
}

const isPositive = (one: number) => Number.isFinite(one) && one > 0;

function problemOf({ srs, extent, tileWidth, tileHeight, ...set }: Unlevelled): string | undefined {
  const [west, south, east, north] = extent;
  const isTile = (one: number) => Number.isInteger(one) && one > 0 && one <= limits.tilePixels;
  if (!Number.isInteger(srs) || srs <= 0) return "has a reference system that is no EPSG code";
  if (!extent.every((one) => Number.isFinite(one)) || west >= east || south >= north)
    return "has an extent that holds nothing; it is west, south, east, north";
  if (!isPositive(set.metersPerUnit) || !isPositive(set.pixelSize))
    return "has metres per unit or a pixel size that are not above zero";
  if (!isTile(tileHeight) || !isTile(tileWidth))
    return `has tiles of ${tileWidth} × ${tileHeight} pixels; a side has 1 to ${limits.tilePixels}`;
  return undefined;
}

function levelsProblem(levels: number): string | undefined {
  if (levels === 0) return "has no levels";
  if (Number.isInteger(levels) && levels > 0 && levels <= limits.levels) return undefined;
  return `has ${levels} levels; there are 1 to ${limits.levels}`;
}

function fallingProblem(levels: readonly number[] | null): string | undefined {
  const wrong = levels?.find((one, at) => !isPositive(one) || one >= (levels[at - 1] ?? Infinity));
  if (wrong === undefined) return undefined;
  return `has the level ${wrong}: each is above zero and below the one before`;
}

/** Halves the resolution per level, and grows the extent to whole tiles of the first level. */
function withLevels(
  { extent: [west, south, east, north], tileWidth, tileHeight, alignTopLeft }: Unlevelled,
  levels: number,
): Pick<GridSet, "extent" | "resolutions"> {
  const across = (east - west) / tileWidth;
  const down = (north - south) / tileHeight;
  const wide = across <= down ? 1 : Math.round(across / down);
  const high = across <= down ? Math.round(down / across) : 1;
  const first = Math.max(across / wide, down / high);
  const height = high * tileHeight * first;
  return {
    extent: [
      west,
      alignTopLeft ? north - height : south,
      west + wide * tileWidth * first,
      alignTopLeft ? north : south + height,
    ],
    resolutions: Array.from({ length: levels }, (_, at) => first / 2 ** at),
  };
}

/** Units per pixel of each level. */
export function resolutionsOf(
  set: Pick<GridSet, "resolutions" | "scaleDenominators" | "pixelSize" | "metersPerUnit">,
): readonly number[] {
  const { resolutions, scaleDenominators, pixelSize, metersPerUnit } = set;
  return resolutions ?? (scaleDenominators ?? []).map((one) => (pixelSize * one) / metersPerUnit);
}

/** Relative: servers recompute numbers. */
const TOLERANCE = 1e-9;

/** Whether two lists are equal within the tolerance. */
export function areSameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return (
    a.length === b.length &&
    a.every((one, at) => {
      const other = b[at] ?? Number.NaN;
      return Math.abs(one - other) <= TOLERANCE * Math.max(Math.abs(one), Math.abs(other));
    })
  );
}
