/** Reads classic NetCDF files: the header and single variables, never the whole file. */
import { raster as limits } from "../../model/limits.ts";
import type { FileBytes } from "./file-bytes.ts";
import type { Dimension, NetcdfDataset, Variable } from "./netcdf-dataset.ts";
import { parseHeader, type Header, type HeaderVariable } from "./netcdf-header.ts";
import { RasterError } from "./raster-error.ts";

/** Records within this span are read in blocks, although most bytes are discarded. */
const SPAN_BYTES = 16_777_216;
const BLOCK_BYTES = 1_048_576;

/** Layout of a variable's values in the file. */
interface Layout {
  /** Values per record, or in all. */
  readonly count: number;
  readonly records: number;
  /** Bytes between the starts of two records. */
  readonly step: number;
}

/** Rejects with RasterError when the header is damaged or exceeds a limit. */
export async function readClassic(file: FileBytes): Promise<NetcdfDataset> {
  const header = await headerOf(file);
  const growing = header.dimensions.findIndex(({ size }) => size === 0);
  const recordSizes = header.variables
    .filter(({ dimensions }) => dimensions[0] === growing)
    .map((variable) => byteCount(header, variable, growing));
  // Records are padded to four bytes, except if there is only one record variable.
  const step =
    recordSizes.length === 1
      ? (recordSizes[0] ?? 0)
      : recordSizes.reduce((sum, size) => sum + padded(size), 0);
  const records = header.records ?? recordsFrom(file, header, growing, step);
  const variables = header.variables.map((variable): readonly [string, Variable] => {
    const isRecord = growing >= 0 && variable.dimensions[0] === growing;
    const count = byteCount(header, variable, growing) / variable.type.bytes;
    const layout = { count, records: isRecord ? records : 1, step: isRecord ? step : 0 };
    return [variable.name, variableOf(file, { header, variable, layout, growing, records })];
  });
  return { attributes: header.attributes, variables: new Map(variables) };
}

async function headerOf(file: FileBytes): Promise<Header> {
  const { name, size } = file;
  for (let length: number = limits.firstReadBytes; ; length *= 16) {
    const bytes = await file.read(0, Math.min(length, limits.netcdfHeaderBytes));
    try {
      return parseHeader(bytes, name);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      if (bytes.byteLength >= size)
        throw new RasterError("unreadable", `${name}: is a damaged NetCDF file: it is truncated`);
      if (length >= limits.netcdfHeaderBytes)
        throw new RasterError(
          "bounds",
          `${name}: its header has more than ${limits.netcdfHeaderBytes} bytes`,
        );
    }
  }
}

interface Placed {
  readonly header: Header;
  readonly variable: HeaderVariable;
  readonly layout: Layout;
  readonly growing: number;
  readonly records: number;
}

function variableOf(file: FileBytes, placed: Placed): Variable {
  const { header, variable, layout, growing, records } = placed;
  const { name, attributes, type } = variable;
  const last = variable.begin + (layout.records - 1) * layout.step + layout.count * type.bytes;
  if (layout.records > 0 && last > file.size)
    throw new RasterError(
      "unreadable",
      `${file.name}: is a damaged NetCDF file: it ends before the values of ${name}`,
    );
  const dimensions = variable.dimensions.map((id): Dimension => {
    const { name, size } = header.dimensions[id] ?? { name: "", size: 0 };
    return { name, size: id === growing ? records : size, coordinates: name };
  });
  const sample = type.format === undefined ? undefined : sampleOf(variable, type.format);
  return {
    name,
    dimensions,
    attributes,
    sample,
    values: () => valuesOf(file, variable, layout),
  };
}

/** Classic files have no unsigned types; `_Unsigned` marks them. */
function sampleOf({ attributes, type }: HeaderVariable, format: number) {
  const unsigned = attributes.get("_Unsigned") === "true" && format === 2;
  return { bits: type.bytes * 8, format: unsigned ? 1 : format };
}

async function valuesOf(
  file: FileBytes,
  { name, begin, type }: HeaderVariable,
  { count, records, step }: Layout,
): Promise<readonly number[]> {
  if (count * records > limits.axisValues)
    throw new RasterError(
      "bounds",
      `${file.name}: ${name} has more than ${limits.axisValues} values`,
    );
  const values: number[] = [];
  const take = (bytes: Uint8Array, at: number) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let index = 0; index < count; index++)
      values.push(type.read(view, at + index * type.bytes));
  };
  const length = count * type.bytes;
  const inBlocks = step > 0 && step * records <= SPAN_BYTES;
  const perBlock = inBlocks ? Math.max(1, Math.floor(BLOCK_BYTES / step)) : 1;
  for (let record = 0; record < records; record += perBlock) {
    const taken = Math.min(perBlock, records - record);
    const bytes = await file.read(begin + record * step, (taken - 1) * step + length);
    for (let index = 0; index < taken; index++) take(bytes, index * step);
  }
  return values;
}

/** Bytes of a variable, or of one record. */
function byteCount(header: Header, { dimensions, type }: HeaderVariable, growing: number): number {
  return dimensions.reduce(
    (product, id) => (id === growing ? product : product * (header.dimensions[id]?.size ?? 0)),
    type.bytes,
  );
}

function padded(bytes: number): number {
  return Math.ceil(bytes / 4) * 4;
}

/** Streaming writers leave the number of records unset: it follows from the file size. */
function recordsFrom(file: FileBytes, header: Header, growing: number, step: number): number {
  const begins = header.variables
    .filter(({ dimensions }) => dimensions[0] === growing)
    .map(({ begin }) => begin);
  const begin = Math.min(...begins);
  return step === 0 || !Number.isFinite(begin) ? 0 : Math.floor((file.size - begin) / step);
}
