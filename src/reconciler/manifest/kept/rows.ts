/**
 * What is kept, as the text of a file: a line with a digest of all that follows, one with what it is bound to, and a
 * line for each file that a load met, in the order in which it asked for them. The next load asks in the same order, so
 * most lines are found where the last one ended, and nothing is made of a line before somebody asks for it. A text that
 * is not exactly that holds nothing.
 */
import { digestOf, digestStream } from "../../../model/digest.ts";

/** Rows of a text. Each is a key, a stamp and fields. */
export interface KeptRows {
  readonly size: number;
  /** Where the row of a key begins; undefined where there is none. */
  readonly find: (key: string) => number | undefined;
  /** The fields of the row of a key that begins there; undefined where it has another stamp. */
  readonly fields: (at: number, key: string, stamp: string) => readonly string[] | undefined;
  /** Where the one behind the row that begins there would begin. */
  readonly behind: (at: number) => number;
  /** The bytes of the rows that begin in a part. */
  readonly rows: (from: number, to: number) => Uint8Array;
  /** Lets go of all of it at once, instead of when memory is looked through; there are no rows afterwards. */
  readonly close: () => void;
}

/** Form of the text; another one is not read. */
const FORMAT = 5;

/** What the second line says. */
interface Header {
  readonly format: number;
  readonly binding: string;
  readonly rows: number;
}

/** The bytes that keep rows, in parts; given as bytes of one or more of them. */
export function writeRows(
  parts: readonly Uint8Array[],
  { binding, rows }: Pick<Header, "binding" | "rows">,
): readonly Uint8Array[] {
  const header: Header = { format: FORMAT, binding, rows };
  const all = [Buffer.from(`${inAscii(JSON.stringify(header))}\n`), ...parts];
  const digest = digestStream();
  for (const part of all) digest.update(part);
  return [Buffer.from(`${digest.end()}\n`), ...all];
}

/** A row of these parts, which hold no control characters. */
export function rowOf(key: string, stamp: string, fields: readonly string[]): string {
  return `${inAscii([key, stamp, ...fields].join("\t"))}\n`;
}

/** The rows of a part, each by itself. */
export function rowsOf(part: Uint8Array): readonly Uint8Array[] {
  const rows: Uint8Array[] = [];
  for (let at = 0; at < part.length;) {
    const behind = part.indexOf(0x0a, at) + 1;
    rows.push(part.subarray(at, behind));
    at = behind;
  }
  return rows;
}

/** The key of a row. */
export function keyOf(row: Uint8Array): string {
  return Buffer.from(row.subarray(0, row.indexOf(0x09))).toString("latin1");
}

/** A text as a part of a key: of printable ASCII alone, by which a row is found as it stands in the text. */
export function escapeKey(text: string): string {
  return /[^ -~]|["\\]/.test(text) ? inAscii(JSON.stringify(text).slice(1, -1)) : text;
}

/** The text that was escaped; undefined where none was. */
export function unescapeKey(escaped: string): string | undefined {
  if (!escaped.includes("\\")) return escaped;
  try {
    return JSON.parse(`"${escaped}"`) as string;
  } catch {
    return undefined;
  }
}

/** ASCII is read many times faster than UTF-8, as every byte is a character. */
function inAscii(json: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return json.replaceAll(/[\u0080-\uffff]/g, escaped);
}

/** The rows of a text; none where it is damaged, foreign, or bound to something else. */
export function openRows(bytes: Buffer | undefined, binding: string): KeptRows {
  const [first = -1, second = -1] = bytes === undefined ? [] : lineEndsIn(bytes);
  if (bytes === undefined || second === -1) return rowsIn(NO_BYTES);
  if (digestOf(bytes.subarray(first + 1)) !== bytes.toString("utf8", 0, first))
    return rowsIn(NO_BYTES);
  const header = headerIn(bytes.toString("latin1", first + 1, second));
  if (header?.format !== FORMAT || header.binding !== binding) return rowsIn(NO_BYTES);
  return rowsIn(bytes.subarray(second + 1), header.rows);
}

const NO_BYTES = Buffer.alloc(0);

function lineEndsIn(bytes: Buffer): readonly [number, number] {
  const first = bytes.indexOf("\n");
  return [first, first === -1 ? -1 : bytes.indexOf("\n", first + 1)];
}

function headerIn(text: string): Partial<Header> | undefined {
  try {
    return JSON.parse(text) as Partial<Header>;
  } catch {
    return undefined;
  }
}

function rowsIn(bytes: Buffer, size = 0): KeptRows {
  const textAt = textsOf(bytes);
  let next = 0;
  let [lastKey, lastAt] = ["", -1];
  let index: ReadonlyMap<string, number> | undefined;
  const isAt = (at: number, key: string) => {
    const { text, from } = textAt(at);
    return text.startsWith(key, at - from) && text[at - from + key.length] === "\t";
  };
  const endOf = (at: number) => {
    const { text, from } = textAt(at);
    return from + text.indexOf("\n", at - from);
  };
  return {
    size,
    find: (key) => {
      // What is not as it was is asked for once more, to be read.
      if (lastKey === key) return lastAt;
      if (size === 0) return undefined;
      const at = isAt(next, key) ? next : (index ??= indexOf(bytes)).get(key);
      // What is asked for again lies behind.
      if (at !== undefined && at >= next) next = endOf(at) + 1;
      if (at === undefined) return undefined;
      lastKey = key;
      lastAt = at;
      return at;
    },
    fields: (at, key, stamp) => {
      const { text, from } = textAt(at);
      const start = at - from + key.length + 1;
      const behind = start + stamp.length;
      if (!text.startsWith(stamp, start) || text[behind] !== "\t") return undefined;
      return text.slice(behind + 1, endOf(at) - from).split("\t");
    },
    behind: (at) => endOf(at) + 1,
    rows: (from, to) => bytes.subarray(from, to),
    close: () => {
      // Small ones lie in memory that others lie in too.
      if (bytes.byteLength > AT_ONCE.inOrder && bytes.buffer instanceof ArrayBuffer)
        bytes.buffer.transfer(0);
    },
  };
}

/** Bytes that become one text: all of them would be there twice for as long as a plan takes. */
const AT_ONCE = { inOrder: 128 * 1024, elsewhere: 2 * 1024 } as const;

/** Text with the rows around a place, and where it begins. */
function textsOf(bytes: Buffer): (at: number) => { readonly text: string; readonly from: number } {
  let text = "";
  let from = 0;
  return (at) => {
    if (at < from || at >= from + text.length) {
      const length = at === from + text.length ? AT_ONCE.inOrder : AT_ONCE.elsewhere;
      const end = bytes.indexOf("\n", Math.min(at + length, bytes.length - 1));
      text = bytes.toString("latin1", at, end + 1);
      from = at;
    }
    return { text, from };
  };
}

function indexOf(bytes: Buffer): ReadonlyMap<string, number> {
  const index = new Map<string, number>();
  for (let at = 0; at < bytes.length; at = bytes.indexOf("\n", at) + 1)
    index.set(bytes.toString("latin1", at, bytes.indexOf("\t", at)), at);
  return index;
}
