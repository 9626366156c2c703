/** Images that styles name: what kind they are, how large, and as addresses that hold their content. */
import { painter as limits } from "../model/limits.ts";

/** An image as pictures hold it. */
export interface StyleImage {
  /** The content itself, as a `data:` address. */
  readonly address: string;
  /** Pixels; undefined where the content does not say. */
  readonly width: number | undefined;
  readonly height: number | undefined;
}

interface Format {
  readonly mediaType: string;
  readonly isIt: (bytes: Buffer) => boolean;
  readonly size: (bytes: Buffer) => readonly [width: number, height: number] | undefined;
}

const formats: readonly Format[] = [
  {
    mediaType: "image/png",
    isIt: (bytes) => bytes.subarray(1, 4).toString("latin1") === "PNG",
    size: (bytes) =>
      bytes.length < 24 ? undefined : [bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
  },
  {
    mediaType: "image/gif",
    isIt: (bytes) => bytes.subarray(0, 4).toString("latin1") === "GIF8",
    size: (bytes) =>
      bytes.length < 10 ? undefined : [bytes.readUInt16LE(6), bytes.readUInt16LE(8)],
  },
  {
    mediaType: "image/bmp",
    isIt: (bytes) => bytes.subarray(0, 2).toString("latin1") === "BM",
    size: (bytes) =>
      bytes.length < 26 ? undefined : [bytes.readInt32LE(18), Math.abs(bytes.readInt32LE(22))],
  },
  {
    mediaType: "image/jpeg",
    isIt: (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8,
    size: jpegSize,
  },
  {
    mediaType: "image/svg+xml",
    isIt: (bytes) => /<(?:[\w-]+:)?svg[\s>]/.test(bytes.subarray(0, 4_096).toString("utf8")),
    size: svgSize,
  },
];

/** An image of its bytes; undefined for what is none, and for more than a picture may hold. */
export function styleImage(content: Uint8Array): StyleImage | undefined {
  if (content.byteLength > limits.imageBytes) return undefined;
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const format = formats.find(({ isIt }) => isIt(bytes));
  if (format === undefined) return undefined;
  const [width, height] = format.size(bytes) ?? [];
  const address = `data:${format.mediaType};base64,${bytes.toString("base64")}`;
  return { address, width, height };
}

/** The frame of a JPEG is in the first segment that begins one. */
function jpegSize(bytes: Buffer): readonly [number, number] | undefined {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** An SVG says its size in its first tag, or the box that it is drawn in. */
function svgSize(bytes: Buffer): readonly [number, number] | undefined {
  const tag = /<(?:[\w-]+:)?svg\b[^>]*>/.exec(bytes.toString("utf8"))?.[0] ?? "";
  const box = attributeOf(tag, "viewBox")
    .split(/[\s,]+/)
    .map(Number);
  const [width, height] = [
    pixelsOf(attributeOf(tag, "width")) ?? box[2],
    pixelsOf(attributeOf(tag, "height")) ?? box[3],
  ];
  if (width === undefined || height === undefined) return undefined;
  return width > 0 && height > 0 ? [width, height] : undefined;
}

function attributeOf(tag: string, name: string): string {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1]?.trim() ?? "";
}

function pixelsOf(text: string): number | undefined {
  const number = /^([\d.]+)(?:px)?$/.exec(text)?.[1];
  return number === undefined ? undefined : Number(number);
}
