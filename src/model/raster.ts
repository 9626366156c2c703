/** Rasters as described by their headers; pixels are never read. */
import type { Box, Coordinate, Polygon } from "./geometry.ts";

/** Sample types, named as in coverage documents. */
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
  /** Unit of the values, as in the file. */
  readonly unit: string | undefined;
}

/** A two-dimensional image, such as of one time and elevation. */
export interface RasterSlice {
  /** From 0, in file order. */
  readonly imageIndex: number;
  /** Milliseconds since 1970 in UTC. */
  readonly time: number | undefined;
  readonly elevation: number | undefined;
  /** Positions on other axes by name; times are ISO 8601 in UTC. */
  readonly others: Readonly<Record<string, number | string>>;
}

/**
 * x = t0 + column * t1 + row * t2, y = t3 + column * t4 + row * t5, from the outer corner of the
 * first pixel. Rows go from north to south; other NetCDF grids are reported flipped.
 */
export type GeoTransform = readonly [number, number, number, number, number, number];

/** A grid: one per GeoTIFF, one per variable in NetCDF. */
export interface RasterGrid {
  /** Variable name; undefined for a file with one grid. */
  readonly name: string | undefined;
  readonly width: number;
  readonly height: number;
  readonly transform: GeoTransform;
  /** `EPSG:n` or a PROJ definition; undefined when absent. */
  readonly crs: string | undefined;
  readonly bands: readonly RasterBand[];
  readonly slices: readonly RasterSlice[];
}

/** A variable that cannot be used, and why. */
export interface SkippedVariable {
  readonly name: string;
  readonly reason: string;
}

/** The header of a file. */
export interface RasterFile {
  readonly format: "GeoTIFF" | "NetCDF" | "WorldImage";
  /** At least one. */
  readonly grids: readonly RasterGrid[];
  /** Unusable grid variables. */
  readonly skipped: readonly SkippedVariable[];
  /** Date of a TIFF (tag 306), in milliseconds since 1970. */
  readonly dateTime: number | undefined;
  /** Modification time, in milliseconds since 1970. */
  readonly modified: number;
  readonly bytes: number;
}

/** In the grid's CRS, counter-clockwise even if mirrored. */
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

/** Box in the grid's CRS. */
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
