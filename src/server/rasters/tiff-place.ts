/** The transform of a TIFF file from its model tags, interpreted as GDAL does. */
import type { GeoTransform } from "../../model/raster.ts";
import type { TagValue, TiffPage } from "./geotiff.ts";

const MODEL_PIXEL_SCALE = 33_550;
const MODEL_TIEPOINT = 33_922;
const MODEL_TRANSFORMATION = 34_264;
const PIXEL_IS_POINT = 2;

/** Undefined without such tags, and with control points only. */
export async function tiffTransform(page: TiffPage): Promise<GeoTransform | undefined> {
  const [scale, tie, matrix] = await Promise.all(
    [MODEL_PIXEL_SCALE, MODEL_TIEPOINT, MODEL_TRANSFORMATION].map(async (tag) =>
      numbersOf(await page.tag(tag)),
    ),
  );
  const found = fromScale(scale ?? [], tie ?? []) ?? fromMatrix(matrix ?? []);
  if (found === undefined || !found.every(Number.isFinite)) return undefined;
  // The tie point is at a pixel centre, half a pixel from its corner.
  const isPoint = page.geoKeys?.["GTRasterTypeGeoKey"] === PIXEL_IS_POINT;
  return isPoint ? movedBack(found) : found;
}

/** Converts an origin at a pixel centre to one at its corner. */
export function movedBack(transform: GeoTransform): GeoTransform {
  const [x, columnX, rowX, y, columnY, rowY] = transform;
  return [x - (columnX + rowX) / 2, columnX, rowX, y - (columnY + rowY) / 2, columnY, rowY];
}

function fromScale(scale: readonly number[], tie: readonly number[]): GeoTransform | undefined {
  const [scaleX = 0, scaleY = 0] = scale;
  if (scaleX === 0 || scaleY === 0 || tie.length < 6) return undefined;
  const [column = 0, row = 0, , x = 0, y = 0] = tie;
  const down = -Math.abs(scaleY);
  return [x - column * scaleX, scaleX, 0, y - row * down, 0, down];
}

function fromMatrix(matrix: readonly number[]): GeoTransform | undefined {
  if (matrix.length !== 16) return undefined;
  const [columnX = 0, rowX = 0, , x = 0, columnY = 0, rowY = 0, , y = 0] = matrix;
  return columnX * rowY - rowX * columnY === 0 ? undefined : [x, columnX, rowX, y, columnY, rowY];
}

function numbersOf(value: TagValue | undefined): readonly number[] {
  return Array.isArray(value) ? (value as readonly number[]) : [];
}
