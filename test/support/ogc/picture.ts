/** Pictures of the map services of the tests: PNG with and without pixels, every row by another filter. */
import { crc32, deflateSync } from "node:zlib";

/** How a picture is made. */
export interface Paint {
  readonly width: number;
  readonly height: number;
  readonly transparent: boolean;
  /** Rasters are grey. */
  readonly grey?: boolean;
  /** Parts with pixels, as left, top, right and bottom from 0 to 1. */
  readonly spots: readonly (readonly [number, number, number, number])[];
}

/** Where a feature is drawn. */
export const SPOT = [0.4, 0.4, 0.6, 0.6] as const;
/** What a raster fills. */
export const WHOLE = [0, 0, 1, 1] as const;

/** A JPEG, of one pixel. */
export const JPEG = Buffer.from(
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
  "base64",
);

/** Paints a PNG of eight bits a channel. */
export function png({ width, height, transparent, grey = false, spots }: Paint): Buffer {
  const opaque = grey ? [73] : [204, 0, 0];
  const empty = grey ? [255] : [255, 255, 255];
  const ink = transparent ? [...opaque, 255] : opaque;
  const paper = transparent ? [...empty, 0] : empty;
  const isInk = (x: number, y: number) =>
    spots.some(
      ([left, top, right, bottom]) =>
        x >= Math.floor(left * width) &&
        x < Math.max(Math.floor(left * width) + 1, right * width) &&
        y >= Math.floor(top * height) &&
        y < Math.max(Math.floor(top * height) + 1, bottom * height),
    );
  const rows = Array.from({ length: height }, (_row, y) =>
    Uint8Array.from(
      Array.from({ length: width }, (_column, x) => (isInk(x, y) ? ink : paper)).flat(),
    ),
  );
  const filtered = rows.map((row, y) => filter(row, rows[y - 1], ink.length, y % 5));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = (grey ? 0 : 2) + (transparent ? 4 : 0);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(filtered))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A row as differences (PNG, "Filter types"). */
function filter(
  row: Uint8Array,
  above: Uint8Array | undefined,
  step: number,
  kind: number,
): Buffer {
  const filtered = Buffer.alloc(row.length + 1);
  filtered[0] = kind;
  for (let at = 0; at < row.length; at++) {
    const left = row[at - step] ?? 0;
    const up = above?.[at] ?? 0;
    const corner = at >= step ? (above?.[at - step] ?? 0) : 0;
    const predicted = [0, left, up, (left + up) >> 1, nearest(left, up, corner)][kind] ?? 0;
    filtered[at + 1] = ((row[at] ?? 0) - predicted) & 0xff;
  }
  return filtered;
}

function nearest(left: number, up: number, corner: number): number {
  const [a, b, c] = [
    Math.abs(up - corner),
    Math.abs(left - corner),
    Math.abs(left + up - 2 * corner),
  ];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
