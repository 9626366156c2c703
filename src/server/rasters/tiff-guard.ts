/**
 * Checks the directories of a TIFF file before the library parses it: a file with values beyond a
 * limit, offsets outside the file or cyclic directories never reaches the library.
 */
import { raster as limits } from "../../model/limits.ts";
import type { FileBytes } from "./file-bytes.ts";
import { RasterError } from "./raster-error.ts";

/** Bytes by TIFF field type. */
const typeBytes: ReadonlyMap<number, number> = new Map([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 4],
  [5, 8],
  [6, 1],
  [7, 1],
  [8, 2],
  [9, 4],
  [10, 8],
  [11, 4],
  [12, 8],
  [13, 4],
  [16, 8],
  [17, 8],
  [18, 8],
]);

/** Offsets and byte counts of strips and tiles; their values are never read. */
const blockTags: ReadonlySet<number> = new Set([273, 279, 324, 325]);
const GDAL_METADATA = 42_112;

interface Layout {
  readonly littleEndian: boolean;
  readonly big: boolean;
}

/** Totals over all directories; values may overlap in the file. */
interface Amount {
  blocks: number;
  bytes: number;
}

/** The number of directories. Rejects with RasterError when they are damaged or exceed a limit. */
export async function countDirectories(file: FileBytes): Promise<number> {
  const { head, name } = file;
  if (head.byteLength < 16) throw damaged(name, "it ends within its header");
  const view = viewOf(head);
  const littleEndian = head[0] === 0x49;
  const big = view.getUint16(2, littleEndian) === 43;
  const layout = { littleEndian, big };
  let offset = big ? wide(view, 8, littleEndian) : view.getUint32(4, littleEndian);
  const seen = new Set<number>();
  const amount = { blocks: 0, bytes: 0 };
  while (offset !== 0) {
    if (seen.has(offset)) throw damaged(name, "its directories form a circle");
    seen.add(offset);
    if (seen.size > limits.directories)
      throw new RasterError("bounds", `${name}: more than ${limits.directories} directories`);
    offset = await nextDirectory(file, { ...layout, amount }, offset);
  }
  if (seen.size === 0) throw damaged(name, "it has no directory");
  return seen.size;
}

type Walk = Layout & { readonly amount: Amount };

async function nextDirectory(file: FileBytes, walk: Walk, offset: number): Promise<number> {
  const { littleEndian, big } = walk;
  const [countBytes, entryBytes, placeBytes] = big ? [8, 20, 8] : [2, 12, 4];
  if (offset + countBytes > file.size) throw damaged(file.name, "a directory is outside of it");
  const start = viewOf(await file.read(offset, countBytes));
  const count = big ? wide(start, 0, littleEndian) : start.getUint16(0, littleEndian);
  if (count > limits.tags)
    throw new RasterError("bounds", `${file.name}: a directory has more than ${limits.tags} tags`);
  const length = count * entryBytes + placeBytes;
  const bytes = await file.read(offset + countBytes, length);
  if (bytes.byteLength < length) throw damaged(file.name, "a directory is cut off");
  const view = viewOf(bytes);
  for (let entry = 0; entry < count; entry++) checkEntry(file, walk, view, entry * entryBytes);
  const last = count * entryBytes;
  return big ? wide(view, last, littleEndian) : view.getUint32(last, littleEndian);
}

function checkEntry(file: FileBytes, walk: Walk, view: DataView, at: number): void {
  const { littleEndian, big, amount } = walk;
  const tag = view.getUint16(at, littleEndian);
  const size = typeBytes.get(view.getUint16(at + 2, littleEndian));
  if (size === undefined) throw damaged(file.name, `tag ${tag} is of an unknown type`);
  const count = big ? wide(view, at + 4, littleEndian) : view.getUint32(at + 4, littleEndian);
  const length = count * size;
  checkAmount(file, amount, { tag, count, length });
  if (length <= (big ? 8 : 4)) return;
  const place = at + (big ? 12 : 8);
  const offset = big ? wide(view, place, littleEndian) : view.getUint32(place, littleEndian);
  if (offset + length > file.size) throw damaged(file.name, `tag ${tag} points outside of it`);
}

interface Value {
  readonly tag: number;
  readonly count: number;
  readonly length: number;
}

function checkAmount(file: FileBytes, amount: Amount, { tag, count, length }: Value): void {
  const isBlocks = blockTags.has(tag);
  if (isBlocks) amount.blocks += count;
  else amount.bytes += length;
  if (amount.blocks > limits.blocks)
    throw new RasterError("bounds", `${file.name}: more than ${limits.blocks} places of pixels`);
  const most = tag === GDAL_METADATA ? limits.metadataBytes : limits.tagBytes;
  if ((length > most && !isBlocks) || amount.bytes > limits.tiffBytes)
    throw new RasterError("bounds", `${file.name}: tag ${tag} has ${length} bytes, too many`);
}

function wide(view: DataView, at: number, littleEndian: boolean): number {
  return Number(view.getBigUint64(at, littleEndian));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function damaged(name: string, what: string): RasterError {
  return new RasterError("unreadable", `${name}: is a damaged TIFF file: ${what}`);
}
