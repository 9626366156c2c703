/** Rasters as their headers describe them; pixels are never read. */
import type { Box, Coordinate, Polygon } from "./geometry.ts";

/** How samples are stored, by the names that coverage documents use. */
export type SampleType =
  | "UNSIGNED_8BITS"
  | "SIGNED_8BITS"
  | "UNSIGNED_16BITS"
  | "SIGNED_16BITS"
  | "UNSIGNED_32BITS"
  | "SIGNED_32BITS"
  | "REAL_32BITS"
  | "REAL_64BITS";

/** One band. */
export interface RasterBand {
  readonly name: string;
  readonly type: SampleType;
  readonly noData: number | undefined;
  /** Unit of the values as the file names it. */
  readonly unit: string | undefined;
}

/** One two-dimensional picture in a file: the only one, or one of many times and elevations. */
export interface RasterSlice {
  /** From 0, in the order of the file. */
  readonly imageIndex: number;
  /** Milliseconds since 1970 in UTC. */
  readonly time: number | undefined;
  readonly elevation: number | undefined;
  /** Positions on further axes, by name of the axis; times among them as ISO 8601 in UTC. */
  readonly others: Readonly<Record<string, number | string>>;
}

/**
 * Six numbers that place pixels: x = t0 + column * t1 + row * t2, y = t3 + column * t4 + row * t5,
 * counted from the outer corner of the first pixel. Rows go from north to south: a NetCDF grid
 * that is stored the other way round is reported as if it were turned.
 */
export type GeoTransform = readonly [number, number, number, number, number, number];

/** A grid of a file: a GeoTIFF has one, a NetCDF file one per variable. */
export interface RasterGrid {
  /** Name of the variable; undefined where a file has only one grid. */
  readonly name: string | undefined;
  readonly width: number;
  readonly height: number;
  readonly transform: GeoTransform;
  /** `EPSG:n` or a definition in PROJ's language; undefined when the file does not say. */
  readonly crs: string | undefined;
  readonly bands: readonly RasterBand[];
  readonly slices: readonly RasterSlice[];
}

/** A variable of a file that cannot be used, and why. */
export interface SkippedVariable {
  readonly name: string;
  readonly reason: string;
}

/** What the header of a file says. */
export interface RasterFile {
  readonly format: "GeoTIFF" | "NetCDF" | "WorldImage";
  /** At least one. */
  readonly grids: readonly RasterGrid[];
  /** Variables that look like grids and are none of those above. */
  readonly skipped: readonly SkippedVariable[];
  /** The date that a TIFF carries (tag 306), in milliseconds since 1970. */
  readonly dateTime: number | undefined;
  /** When the file was last modified, in milliseconds since 1970. */
  readonly modified: number;
  readonly bytes: number;
}

/** The area of a grid in its own system, counter-clockwise. A grid may be turned. */
export function footprintOf({ width, height, transform }: RasterGrid): Polygon {
  const corner = (column: number, row: number): Coordinate => [
    transform[0] + column * transform[1] + row * transform[2],
    transform[3] + column * transform[4] + row * transform[5],
  ];
  const ring = [corner(0, height), corner(width, height), corner(width, 0), corner(0, 0)];
  const first = ring[0] ?? corner(0, 0);
  const turns = transform[1] * transform[5] - transform[2] * transform[4] < 0;
  const others = turns ? ring.slice(1) : ring.slice(1).toReversed();
  return { type: "Polygon", coordinates: [[first, ...others, first]] };
}

/** The box around a grid in its own system. */
export function boundsOf(grid: RasterGrid): Box {
  const ring = footprintOf(grid).coordinates[0] ?? [];
  const xs = ring.map(([x]) => x);
  const ys = ring.map(([, y]) => y);
  return {
    minx: Math.min(...xs),
    miny: Math.min(...ys),
    maxx: Math.max(...xs),
    maxy: Math.max(...ys),
  };
}
