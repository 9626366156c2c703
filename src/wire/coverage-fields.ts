/**
 * Default fields of a coverage that a client only names, from the mosaic index and a granule
 * header. They are stored like fields of a client, which can change them (docs/interface.md, 2.7).
 */
import { GEOGRAPHIC } from "../model/bounds.ts";
import type { Detail, Details } from "../model/details.ts";
import type { Box } from "../model/geometry.ts";
import type { GeoTransform, RasterBand, RasterGrid } from "../model/raster.ts";
import { decimalText } from "./decimal.ts";
import { writableText } from "../model/writable.ts";

export interface ConfiguredCoverage {
  readonly name: string;
  /** Name of the coverage in its store. */
  readonly nativeName: string;
  readonly store: string;
  /** `EPSG:n`; undefined for a system without a code. */
  readonly crs: string | undefined;
  /** WKT of the system. */
  readonly crsText: string | undefined;
  /** Around all granules, in units of the system. */
  readonly bounds: Box;
  /** In degrees; undefined when unknown. */
  readonly geographic: Box | undefined;
  /** A granule's grid: its cells and bands; its place and size only if it is rotated. */
  readonly grid: RasterGrid;
}

const FORMAT = "ImageMosaic";

const SUPPORTED_FORMATS = ["GEOTIFF", "GIF", "PNG", "JPEG", "TIFF"];

const INTERPOLATIONS = ["nearest neighbor", "bilinear", "bicubic"] as const;

/** Default read parameters of a mosaic; the catalog only stores them. */
const PARAMETERS: readonly Detail[] = [
  { string: ["OVERVIEW_POLICY", "QUALITY"] },
  { string: ["MergeBehavior", "FLAT"] },
  { string: "AllowMultithreading", boolean: false },
  { string: "MaxAllowedTiles", int: "-1" },
  { string: ["ExcessGranuleRemoval", "NONE"] },
  { string: "RescalePixels", boolean: true },
  { string: ["SUGGESTED_TILE_SIZE", "512,512"] },
  { string: "Accurate resolution computation", boolean: false },
  { string: ["FootprintBehavior", "None"] },
];

/** Fields of an automatically configured coverage, in document order. */
export function coverageFields(input: ConfiguredCoverage): Details {
  const { store, crs, geographic } = input;
  const nativeName = writableText(input.nativeName);
  const crsText = input.crsText === undefined ? undefined : writableText(input.crsText);
  // As GeoServer does for an unknown system.
  const declared = crs ?? GEOGRAPHIC;
  const native = crs ?? crsText ?? declared;
  return {
    description: `Generated from ${FORMAT}`,
    keywords: { string: [input.name, "WCS", FORMAT] },
    ...(crsText === undefined ? {} : { nativeCRS: classified(crsText, crsText) }),
    srs: declared,
    nativeBoundingBox: boxDetail(input.bounds, classified(native, crsText)),
    ...(geographic === undefined ? {} : { latLonBoundingBox: boxDetail(geographic, GEOGRAPHIC) }),
    projectionPolicy: crs === undefined ? "FORCE_DECLARED" : "REPROJECT_TO_DECLARED",
    metadata: { entry: { "@key": "dirName", $: `${store}_${nativeName}` } },
    nativeFormat: FORMAT,
    grid: gridDetail(input, native),
    supportedFormats: { string: SUPPORTED_FORMATS },
    interpolationMethods: { string: [...INTERPOLATIONS] },
    defaultInterpolationMethod: INTERPOLATIONS[0],
    ...dimensions(input.grid.bands),
    requestSRS: { string: declared },
    responseSRS: { string: declared },
    parameters: { entry: PARAMETERS },
    nativeCoverageName: nativeName,
  };
}

/** Marks the text if the system is projected. */
function classified(text: string, wkt: string | undefined): Detail {
  return /^\s*PROJ(?:CS|CRS)\b/i.test(wkt ?? "") ? { "@class": "projected", $: text } : text;
}

function boxDetail({ minx, maxx, miny, maxy }: Box, crs: Detail): Detail {
  return {
    minx: decimalText(minx),
    maxx: decimalText(maxx),
    miny: decimalText(miny),
    maxy: decimalText(maxy),
    crs,
  };
}

function gridDetail({ bounds, grid }: ConfiguredCoverage, crs: string): Detail {
  const { width, height, transform } = mosaicGrid(bounds, grid);
  const [left, columnX, rowX, top, columnY, rowY] = transform;
  return {
    "@dimension": "2",
    range: { low: "0 0", high: `${width} ${height}` },
    // Documents place the centre of the first pixel.
    transform: {
      scaleX: decimalText(columnX),
      scaleY: decimalText(rowY),
      shearX: decimalText(rowX),
      shearY: decimalText(columnY),
      translateX: decimalText(left + (columnX + rowX) / 2),
      translateY: decimalText(top + (columnY + rowY) / 2),
    },
    crs,
  };
}

/** The grid of the whole mosaic, north up, with the granule's cell size. */
function mosaicGrid(
  bounds: Box,
  grid: RasterGrid,
): { readonly width: number; readonly height: number; readonly transform: GeoTransform } {
  const [, columnX, rowX, , columnY, rowY] = grid.transform;
  const turned = rowX !== 0 || columnY !== 0;
  if (turned || columnX === 0 || rowY === 0) return grid;
  const [cellWidth, cellHeight] = [Math.abs(columnX), Math.abs(rowY)];
  return {
    width: Math.max(1, Math.round((bounds.maxx - bounds.minx) / cellWidth)),
    height: Math.max(1, Math.round((bounds.maxy - bounds.miny) / cellHeight)),
    transform: [bounds.minx, cellWidth, 0, bounds.maxy, 0, -cellHeight],
  };
}

function dimensions(bands: readonly RasterBand[]): Details {
  const [first, ...others] = bands.map(bandDetail);
  if (first === undefined) return {};
  return { dimensions: { coverageDimension: others.length === 0 ? first : [first, ...others] } };
}

/** Pixels are never read, so the range is unbounded. */
function bandDetail({ name, type, noData, unit }: RasterBand): Detail {
  return {
    name: writableText(name),
    description: "GridSampleDimension[-Infinity,Infinity]",
    range: { min: "-inf", max: "inf" },
    ...(noData === undefined ? {} : { nullValues: { double: decimalText(noData) } }),
    ...(unit === undefined ? {} : { unit: writableText(unit) }),
    dimensionType: { name: type },
  };
}
