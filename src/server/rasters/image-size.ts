/** Size and bands of images that have a world file, from their headers. */
import type { FileBytes } from "./file-bytes.ts";
import { RasterError } from "./raster-error.ts";

export interface ImageSize {
  readonly width: number;
  readonly height: number;
  readonly bands: readonly string[];
  readonly bits: 8 | 16;
}

export type ImageFormat = "PNG" | "JPEG" | "GIF" | "BMP";

const rgb = ["RED_BAND", "GREEN_BAND", "BLUE_BAND"];
const grey = ["GRAY_INDEX"];
const palette = ["PALETTE_INDEX"];

/** Rejects with RasterError when the header is damaged. */
export async function imageSize(file: FileBytes, format: ImageFormat): Promise<ImageSize> {
  const view = viewOf(file.head);
  try {
    const size = await readers[format](file, view);
    if (size.width > 0 && size.height > 0) return size;
  } catch (error) {
    // A DataView throws RangeError past the end.
    if (!(error instanceof RangeError)) throw error;
  }
  throw new RasterError("unreadable", `${file.name}: is a damaged ${format} file: it has no size`);
}

const readers: Readonly<
  Record<ImageFormat, (file: FileBytes, view: DataView) => Promise<ImageSize> | ImageSize>
> = {
  PNG: (_file, view) => {
    const [bits, colour] = [view.getUint8(24), view.getUint8(25)];
    return {
      width: view.getUint32(16),
      height: view.getUint32(20),
      bands: pngBands.get(colour) ?? grey,
      bits: bits === 16 ? 16 : 8,
    };
  },
  GIF: (_file, view) => ({
    width: view.getUint16(6, true),
    height: view.getUint16(8, true),
    bands: palette,
    bits: 8,
  }),
  BMP: (_file, view) => {
    const old = view.getUint32(14, true) === 12;
    const depth = view.getUint16(old ? 24 : 28, true);
    return {
      width: old ? view.getUint16(18, true) : view.getInt32(18, true),
      // A negative height means that rows run from the top.
      height: old ? view.getUint16(20, true) : Math.abs(view.getInt32(22, true)),
      bands: depth <= 8 ? palette : depth === 32 ? [...rgb, "ALPHA_BAND"] : rgb,
      bits: 8,
    };
  },
  JPEG: readJpeg,
};

const pngBands: ReadonlyMap<number, readonly string[]> = new Map([
  [0, grey],
  [2, rgb],
  [3, palette],
  [4, [...grey, "ALPHA_BAND"]],
  [6, [...rgb, "ALPHA_BAND"]],
]);

/** Walks the segments up to the start of a frame. */
async function readJpeg(file: FileBytes): Promise<ImageSize> {
  let at = 2;
  for (let segments = 0; segments < 1_000; segments++) {
    const view = viewOf(await file.read(at, 10));
    if (view.getUint8(0) !== 0xff) break;
    const marker = view.getUint8(1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      const count = view.getUint8(9);
      return {
        height: view.getUint16(5),
        width: view.getUint16(7),
        bands: count === 1 ? grey : count === 3 ? rgb : numbered(count),
        bits: view.getUint8(4) > 8 ? 16 : 8,
      };
    }
    at += marker === 0xff ? 1 : 2 + view.getUint16(2);
  }
  throw new RasterError("unreadable", `${file.name}: is a damaged JPEG file: it has no size`);
}

function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_none, index) => `Band${index + 1}`);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
