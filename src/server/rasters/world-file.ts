/** Reads the world file and the `.prj` file (WKT) beside an image. */
import { open } from "node:fs/promises";
import { extname } from "node:path";
import { raster as limits } from "../../model/limits.ts";
import { worldExtensions } from "../../model/mosaic/side-files.ts";
import type { GeoTransform } from "../../model/raster.ts";
import { crsName, knownCrs } from "./crs.ts";
import { OPEN_FLAGS } from "./file-bytes.ts";
import { RasterError } from "./raster-error.ts";
import { movedBack } from "./tiff-place.ts";

export interface Place {
  readonly transform: GeoTransform;
  /** As in RasterGrid. */
  readonly crs: string | undefined;
}

/** Undefined without a world file. Rejects with RasterError for an invalid one. */
export async function placeBeside(path: string, name: string): Promise<Place | undefined> {
  const extension = extname(path);
  const stem = path.slice(0, path.length - extension.length);
  for (const candidate of worldExtensions(extension)) {
    const text = await textOf(`${stem}.${candidate}`);
    if (text === undefined) continue;
    const transform = transformOf(text);
    if (transform === undefined)
      throw new RasterError(
        "unreadable",
        `${name}: its world file .${candidate} is not six numbers`,
      );
    const description = (await textOf(`${stem}.prj`)) ?? (await textOf(`${stem}.PRJ`));
    const known = description === undefined ? undefined : knownCrs(description);
    return { transform, crs: known === undefined ? undefined : crsName(known) };
  }
  return undefined;
}

/** The numbers are x and y per column, x and y per row, then the centre of the first pixel. */
function transformOf(text: string): GeoTransform | undefined {
  const words = text.trim().split(/\s+/);
  if (words.length < 6) return undefined;
  // Some writers use a decimal comma.
  const numbers = words.slice(0, 6).map((word) => Number(word.replace(",", ".")));
  if (!numbers.every(Number.isFinite)) return undefined;
  const [columnX = 0, columnY = 0, rowX = 0, rowY = 0, x = 0, y = 0] = numbers;
  if (columnX * rowY - rowX * columnY === 0) return undefined;
  return movedBack([x, columnX, rowX, y, columnY, rowY]);
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    const handle = await open(path, OPEN_FLAGS);
    try {
      const bytes = new Uint8Array(limits.sideFileBytes);
      const { bytesRead } = await handle.read(bytes, 0, bytes.byteLength, 0);
      return new TextDecoder().decode(bytes.subarray(0, bytesRead));
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}
