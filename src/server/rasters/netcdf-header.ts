/**
 * Parses headers of classic NetCDF files (CDF-1, CDF-2 and CDF-5). Every count is checked against
 * its limit before memory is allocated for it.
 */
import { raster as limits } from "../../model/limits.ts";
import type { AttributeValue } from "./netcdf-dataset.ts";
import { RasterError } from "./raster-error.ts";

export interface HeaderVariable {
  readonly name: string;
  /** Indexes into the dimensions of the header. */
  readonly dimensions: readonly number[];
  readonly attributes: ReadonlyMap<string, AttributeValue>;
  readonly type: ValueType;
  /** Offset of the values in the file. */
  readonly begin: number;
}

export interface Header {
  /** Undefined when the writer left it unset. */
  readonly records: number | undefined;
  /** The unlimited dimension has size 0. */
  readonly dimensions: readonly { readonly name: string; readonly size: number }[];
  readonly attributes: ReadonlyMap<string, AttributeValue>;
  readonly variables: readonly HeaderVariable[];
}

/** `format` is the number format of `sampleType`. */
export interface ValueType {
  readonly bytes: number;
  /** Undefined for characters. */
  readonly format: number | undefined;
  readonly read: (view: DataView, at: number) => number;
}

const types: ReadonlyMap<number, ValueType> = new Map<number, ValueType>([
  [1, { bytes: 1, format: 2, read: (view, at) => view.getInt8(at) }],
  [2, { bytes: 1, format: undefined, read: (view, at) => view.getUint8(at) }],
  [3, { bytes: 2, format: 2, read: (view, at) => view.getInt16(at) }],
  [4, { bytes: 4, format: 2, read: (view, at) => view.getInt32(at) }],
  [5, { bytes: 4, format: 3, read: (view, at) => view.getFloat32(at) }],
  [6, { bytes: 8, format: 3, read: (view, at) => view.getFloat64(at) }],
  [7, { bytes: 1, format: 1, read: (view, at) => view.getUint8(at) }],
  [8, { bytes: 2, format: 1, read: (view, at) => view.getUint16(at) }],
  [9, { bytes: 4, format: 1, read: (view, at) => view.getUint32(at) }],
  [10, { bytes: 8, format: 2, read: (view, at) => Number(view.getBigInt64(at)) }],
  [11, { bytes: 8, format: 1, read: (view, at) => Number(view.getBigUint64(at)) }],
]);

interface Cursor {
  readonly view: DataView;
  readonly version: number;
  readonly name: string;
  at: number;
}

const LIST_TAGS = { dimensions: 10, variables: 11, attributes: 12 } as const;

/** Throws RangeError when the bytes end too early, and RasterError for an invalid header. */
export function parseHeader(bytes: Uint8Array, name: string): Header {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const cursor: Cursor = { view, version: view.getUint8(3), name, at: 4 };
  const streaming = cursor.version === 5 ? 2 ** 64 : 2 ** 32 - 1;
  const records = count(cursor);
  const dimensions = list(cursor, "dimensions", () => ({
    name: text(cursor, "name"),
    size: count(cursor),
  }));
  const attributes = attributeList(cursor);
  const variables = list(cursor, "variables", () => variable(cursor, dimensions.length));
  return {
    records: records === streaming ? undefined : records,
    dimensions,
    attributes,
    variables,
  };
}

function variable(cursor: Cursor, dimensions: number): HeaderVariable {
  const name = text(cursor, "name");
  const rank = bounded(cursor, count(cursor), "rank");
  const ids = Array.from({ length: rank }, () => count(cursor));
  if (ids.some((id) => id >= dimensions)) throw damaged(cursor, `${name} has unknown dimensions`);
  const attributes = attributeList(cursor);
  const type = valueType(cursor);
  // Skips the size field, which is wrong for large variables.
  count(cursor);
  const begin = cursor.version === 1 ? uint32(cursor) : uint64(cursor);
  return { name, dimensions: ids, attributes, type, begin };
}

function attributeList(cursor: Cursor): ReadonlyMap<string, AttributeValue> {
  return new Map(
    list(cursor, "attributes", (): [string, AttributeValue] => {
      const name = text(cursor, "name");
      const type = valueType(cursor);
      if (type.format === undefined) return [name, text(cursor, "attribute")];
      const length = count(cursor);
      if (length * type.bytes > limits.attributeBytes) throw beyond(cursor, "attributeBytes");
      const start = advance(cursor, length * type.bytes);
      const value = Array.from({ length }, (_none, index) =>
        type.read(cursor.view, start + index * type.bytes),
      );
      return [name, value];
    }),
  );
}

function list<T>(cursor: Cursor, what: keyof typeof LIST_TAGS, read: () => T): readonly T[] {
  const tag = uint32(cursor);
  const length = bounded(cursor, count(cursor), what);
  if (tag !== LIST_TAGS[what] && (tag !== 0 || length !== 0))
    throw damaged(cursor, `its list of ${what} is none`);
  return Array.from({ length }, read);
}

function valueType(cursor: Cursor): ValueType {
  const code = uint32(cursor);
  const type = types.get(code);
  if (type === undefined || (code > 6 && cursor.version !== 5))
    throw damaged(cursor, `it has values of an unknown type ${code}`);
  return type;
}

function text(cursor: Cursor, what: "name" | "attribute"): string {
  const length = bounded(cursor, count(cursor), `${what}Bytes`);
  const start = advance(cursor, length);
  const bytes = new Uint8Array(cursor.view.buffer, cursor.view.byteOffset + start, length);
  const end = what === "name" ? -1 : bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}

/** Skips a value and its padding to four bytes; returns the start. */
function advance(cursor: Cursor, length: number): number {
  const start = cursor.at;
  if (start + length > cursor.view.byteLength) throw new RangeError("the bytes end here");
  cursor.at += Math.ceil(length / 4) * 4;
  return start;
}

function count(cursor: Cursor): number {
  return cursor.version === 5 ? uint64(cursor) : uint32(cursor);
}

function uint32(cursor: Cursor): number {
  const value = cursor.view.getUint32(cursor.at);
  cursor.at += 4;
  return value;
}

function uint64(cursor: Cursor): number {
  const value = Number(cursor.view.getBigUint64(cursor.at));
  cursor.at += 8;
  return value;
}

type Bound = "rank" | "dimensions" | "variables" | "attributes" | "nameBytes" | "attributeBytes";

function bounded(cursor: Cursor, value: number, bound: Bound): number {
  if (value > limits[bound]) throw beyond(cursor, bound);
  return value;
}

function beyond({ name }: Cursor, bound: Bound): RasterError {
  const words = bound.replace("Bytes", " bytes");
  return new RasterError("bounds", `${name}: its header has more than ${limits[bound]} ${words}`);
}

function damaged({ name }: Cursor, what: string): RasterError {
  return new RasterError("unreadable", `${name}: is a damaged NetCDF file: ${what}`);
}
