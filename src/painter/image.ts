/** Images of styles: format, size, and content as a `data:` address. */
import { painter as limits } from "../model/limits.ts";

/** An image with its content. */
export interface StyleImage {
  /** A `data:` address. */
  readonly address: string;
  /** Pixels; undefined where the content does not say. */
  readonly width: number | undefined;
  readonly height: number | undefined;
}

interface Format {
  readonly mediaType: string;
  readonly isIt: (bytes: Bytes) => boolean;
  readonly size: (bytes: Bytes) => readonly [width: number, height: number] | undefined;
}

/** The bytes of an image, read without APIs of Node or of browsers. */
interface Bytes {
  readonly length: number;
  readonly letters: (from: number, to: number) => string;
  readonly view: DataView;
}

const formats: readonly Format[] = [
  {
    mediaType: "image/png",
    isIt: ({ letters }) => letters(1, 4) === "PNG",
    size: ({ length, view }) =>
      length < 24 ? undefined : [view.getUint32(16), view.getUint32(20)],
  },
  {
    mediaType: "image/gif",
    isIt: ({ letters }) => letters(0, 4) === "GIF8",
    size: ({ length, view }) =>
      length < 10 ? undefined : [view.getUint16(6, true), view.getUint16(8, true)],
  },
  {
    mediaType: "image/bmp",
    isIt: ({ letters }) => letters(0, 2) === "BM",
    size: ({ length, view }) =>
      length < 26 ? undefined : [view.getInt32(18, true), Math.abs(view.getInt32(22, true))],
  },
  {
    mediaType: "image/jpeg",
    isIt: ({ letters }) => letters(0, 2) === "\u00ff\u00d8",
    size: jpegSize,
  },
  {
    mediaType: "image/svg+xml",
    isIt: ({ letters }) => /<(?:[\w-]+:)?svg[\s>]/.test(letters(0, 4_096)),
    size: svgSize,
  },
];

/** Undefined for other content, and for images beyond the size limit. */
export function styleImage(content: Uint8Array): StyleImage | undefined {
  if (content.byteLength > limits.imageBytes) return undefined;
  const letters = (from: number, to: number): string =>
    Array.from(content.subarray(from, to), (byte) => String.fromCodePoint(byte)).join("");
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const bytes = { length: content.byteLength, letters, view };
  const format = formats.find(({ isIt }) => isIt(bytes));
  if (format === undefined) return undefined;
  const [width, height] = format.size(bytes) ?? [];
  const address = `data:${format.mediaType};base64,${btoa(letters(0, bytes.length))}`;
  return { address, width, height };
}

/** The first frame segment of a JPEG holds its size. */
function jpegSize({ length, view }: Bytes): readonly [number, number] | undefined {
  let at = 2;
  while (at + 9 <= length && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [view.getUint16(at + 7), view.getUint16(at + 5)];
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** The size is in the first tag: width and height, or else the viewBox. */
function svgSize({ length, letters }: Bytes): readonly [number, number] | undefined {
  const text = letters(0, length);
  const start = text.search(/<(?:[\w-]+:)?svg\b/);
  // A tag without an end has no attributes. A regular expression would search from each tag again.
  const tag = start < 0 ? "" : text.slice(start, text.indexOf(">", start) + 1);
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
