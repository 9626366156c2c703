/** Reads family and face names from font files (docs/compatibility.md, "Fonts"). */

import { fonts as limits } from "./limits.ts";

/** Name IDs of a family and of a full face name. */
const FAMILY = 1;
const FACE = 4;

const COLLECTION = "ttcf";
const KINDS: ReadonlySet<string> = new Set(["\0\u0001\0\0", "OTTO", "true", "typ1"]);

/** Reads font bytes; reads beyond the end throw RangeError. */
interface Reader {
  readonly u16: (at: number) => number;
  readonly u32: (at: number) => number;
  readonly tag: (at: number) => string;
  readonly slice: (at: number, length: number) => Uint8Array;
}

/** Unordered names; empty for unreadable files. */
export function fontNames(bytes: Uint8Array): readonly string[] {
  try {
    const reader = readerOf(bytes);
    return [...new Set(fontsIn(reader).flatMap((at) => namesOf(reader, at)))];
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function readerOf(bytes: Uint8Array): Reader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const slice = (at: number, length: number) => {
    if (at + length > bytes.byteLength) throw new RangeError("The font ends before its names");
    return bytes.subarray(at, at + length);
  };
  return {
    u16: (at) => view.getUint16(at),
    u32: (at) => view.getUint32(at),
    tag: (at) => String.fromCharCode(...slice(at, 4)),
    slice,
  };
}

/** A collection has several fonts. */
function fontsIn({ tag, u32 }: Reader): readonly number[] {
  const kind = tag(0);
  if (KINDS.has(kind)) return [0];
  if (kind !== COLLECTION) return [];
  const count = Math.min(u32(8), limits.inFile);
  return Array.from({ length: count }, (_, at) => u32(12 + 4 * at));
}

function namesOf(reader: Reader, font: number): readonly string[] {
  const { u16, u32, tag } = reader;
  const tables = placesOf(font + 12, 16, Math.min(u16(font + 4), limits.tables));
  const table = tables.find((at) => tag(at) === "name");
  if (table === undefined) return [];
  const start = u32(table + 8);
  const texts = start + u16(start + 4);
  const records = placesOf(start + 6, 12, Math.min(u16(start + 2), limits.names));
  const found = records.flatMap((at) => {
    const [platform, name, length] = [u16(at), u16(at + 6), u16(at + 8)];
    const rank = rankOf(platform, u16(at + 4));
    if (rank === undefined || length === 0) return [];
    return [{ name, rank, platform, length, start: texts + u16(at + 10) }];
  });
  return [FAMILY, FACE].flatMap((name) => {
    const [best] = found
      .filter((one) => one.name === name)
      .toSorted((one, other) => one.rank - other.rank);
    const text = best && decoded(reader.slice(best.start, best.length), best.platform);
    return text ? [text] : [];
  });
}

function placesOf(first: number, size: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => first + size * at);
}

const [UNICODE, MACINTOSH, WINDOWS] = [0, 1, 3];
const ENGLISH = 0x04_09;

/** Prefers English Windows names, which every font has. */
function rankOf(platform: number, language: number): number | undefined {
  if (platform === WINDOWS) return language === ENGLISH ? 0 : 3;
  if (platform === UNICODE) return 1;
  return platform === MACINTOSH && language === 0 ? 2 : undefined;
}

function decoded(bytes: Uint8Array, platform: number): string {
  const label = platform === MACINTOSH ? "macintosh" : "utf-16be";
  return new TextDecoder(label)
    .decode(bytes)
    .replaceAll(/[\u0000-\u001f]/g, "")
    .trim();
}
