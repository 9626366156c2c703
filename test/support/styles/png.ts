/** Reads PNG images of eight bits a channel, colours or grey with or without opacity, that are not interlaced. */
import { inflateSync } from "node:zlib";

/** An image: rows of pixels from above, each as `0xrrggbb`. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly at: (x: number, y: number) => number;
  /** From 0 to 255. */
  readonly opacity: (x: number, y: number) => number;
}

/** Reads an image. Throws for one of another form. */
export function readPng(bytes: Buffer): Pixels {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const channels = { 0: 1, 2: 3, 4: 2, 6: 4 }[bytes[25] ?? 0];
  if (bytes[24] !== 8 || channels === undefined || bytes[28] !== 0)
    throw new Error("a PNG of another form");
  const raw = inflateSync(Buffer.concat(dataOf(bytes)));
  const line = width * channels;
  const rows: Uint8Array[] = [];
  for (let y = 0; y < height; y++) {
    const from = y * (line + 1);
    const row = Uint8Array.from(raw.subarray(from + 1, from + 1 + line));
    unfilter(row, { above: rows[y - 1], kind: raw[from] ?? 0, step: channels });
    rows.push(row);
  }
  const pixel = (x: number, y: number) => rows[y]?.subarray(x * channels, (x + 1) * channels) ?? [];
  return {
    width,
    height,
    at: (x, y) => {
      const [red = 0, green = 0, blue = 0] = pixel(x, y);
      return channels < 3 ? red * 0x01_01_01 : (red << 16) | (green << 8) | blue;
    },
    opacity: (x, y) => (channels % 2 === 1 ? 255 : (pixel(x, y)[channels - 1] ?? 0)),
  };
}

function dataOf(bytes: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString("latin1", at + 4, at + 8) === "IDAT")
      parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return parts;
}

/** Puts back what a row was filtered by (PNG, "Filter types"). */
function unfilter(
  row: Uint8Array,
  { above, kind, step }: { above: Uint8Array | undefined; kind: number; step: number },
): void {
  for (let at = 0; at < row.length; at++) {
    const left = row[at - step] ?? 0;
    const up = above?.[at] ?? 0;
    const corner = at >= step ? (above?.[at - step] ?? 0) : 0;
    const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][kind] ?? 0;
    row[at] = ((row[at] ?? 0) + predicted) & 0xff;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const sum = left + up - corner;
  const [a, b, c] = [Math.abs(sum - left), Math.abs(sum - up), Math.abs(sum - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
