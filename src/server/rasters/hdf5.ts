/**
 * Reads NetCDF-4 (HDF5) files by the optional package h5wasm, which is loaded at the first such
 * file. The library may open only the requested file, because HDF5 files can refer to other files.
 */
import { openSync } from "node:fs";
import { devNull } from "node:os";
import { raster as limits } from "../../model/limits.ts";
import type { FileBytes } from "./file-bytes.ts";
import type { AttributeValue, Dimension, NetcdfDataset, Variable } from "./netcdf-dataset.ts";
import { RasterError, reasonOf } from "./raster-error.ts";

type Library = typeof import("h5wasm/node");
type Hdf5File = InstanceType<Library["File"]>;
type Hdf5Dataset = InstanceType<Library["Dataset"]>;

interface Opened {
  readonly file: FileBytes;
  readonly library: Library;
  readonly root: Hdf5File;
}

const INTEGER = 0;
const FLOAT = 1;
const STRING = 3;

/** Rejects with RasterError for a damaged file, an exceeded limit or a missing library. */
export async function withHdf5<T>(
  file: FileBytes,
  work: (dataset: NetcdfDataset) => Promise<T>,
): Promise<T> {
  const library = await load(file);
  file.restartTime();
  const root = openOnly(library, file);
  try {
    return await work(datasetOf({ file, library, root }));
  } catch (error) {
    if (error instanceof RasterError) throw error;
    throw damaged(file, reasonOf(error));
  } finally {
    root.close();
  }
}

async function load(file: FileBytes): Promise<Library> {
  let library: Library;
  try {
    library = await import("h5wasm/node");
  } catch {
    throw new RasterError(
      "unsupported",
      `${file.name}: NetCDF-4 needs the optional package h5wasm, which is not installed`,
    );
  }
  await library.ready;
  silence(library);
  return library;
}

/** Members of the virtual file system that the library's types do not declare. */
interface FileSystem {
  open: (...args: unknown[]) => unknown;
  readonly streams: { nfd?: number }[];
}

function fileSystem(library: Library): FileSystem {
  return library.Module.FS as unknown as FileSystem;
}

/** The library prints a page about every damaged file to standard error. */
function silence(library: Library): void {
  const stream = fileSystem(library).streams[2];
  if (stream?.nfd === 2) stream.nfd = openSync(devNull, "w");
}

const opener = Symbol("opener");

interface Refusal {
  (...args: unknown[]): unknown;
  [opener]?: FileSystem["open"];
}

function openOnly(library: Library, file: FileBytes): Hdf5File {
  const system = fileSystem(library);
  const current: Refusal = system.open;
  const original = current[opener] ?? system.open;
  const refuse: Refusal = () => {
    // The library's form of ENOENT.
    throw Object.assign(new Error("other files are not opened"), { name: "ErrnoError", errno: 44 });
  };
  refuse[opener] = original;
  system.open = (path, ...others) =>
    path === file.openPath ? original.call(system, path, ...others) : refuse();
  try {
    const root = new library.File(file.openPath, "r");
    if (root.file_id <= 0n) throw new Error("it is not an HDF5 file, or is truncated");
    return root;
  } catch (error) {
    throw damaged(file, reasonOf(error));
  } finally {
    system.open = refuse;
  }
}

function datasetOf(opened: Opened): NetcdfDataset {
  const variables = new Map<string, Variable>();
  for (const dataset of datasetsOf(opened)) {
    opened.file.checkTime();
    const found = variableOf(opened, dataset);
    if (found !== undefined) variables.set(found.name, found);
  }
  return { attributes: attributesOf(opened, opened.root), variables };
}

/** Walks the groups breadth-first. */
function datasetsOf({ file, library, root }: Opened): readonly Hdf5Dataset[] {
  const found: Hdf5Dataset[] = [];
  const groups = [{ path: "", depth: 0 }];
  let objects = 0;
  for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
    const { path, depth } = group;
    if (depth > limits.depth)
      throw new RasterError("bounds", `${file.name}: groups deeper than ${limits.depth}`);
    for (const key of library.Module.get_names(root.file_id, path === "" ? "/" : path, false)) {
      file.checkTime();
      objects += 1;
      if (objects > limits.objects)
        throw new RasterError("bounds", `${file.name}: more than ${limits.objects} objects`);
      const full = `${path}/${key}`;
      const type = library.Module.get_type(root.file_id, full);
      if (type === library.Module.H5G_GROUP) groups.push({ path: full, depth: depth + 1 });
      if (type === library.Module.H5G_DATASET) found.push(new library.Dataset(root.file_id, full));
    }
  }
  return found;
}

function variableOf(opened: Opened, dataset: Hdf5Dataset): Variable | undefined {
  const { metadata } = dataset;
  const shape = metadata.shape ?? [];
  if (shape.length > limits.rank) return undefined;
  const attributes = attributesOf(opened, dataset);
  const label = attributes.get("NAME");
  // Placeholder datasets of dimensions without coordinates carry no data.
  if (typeof label === "string" && label.startsWith("This is a netCDF dimension but not"))
    return undefined;
  const { type, signed, size } = metadata;
  const isUnsigned = !signed || attributes.get("_Unsigned") === "true";
  const format = type === FLOAT ? 3 : type === INTEGER ? (isUnsigned ? 1 : 2) : undefined;
  const name = dataset.path.slice(1);
  return {
    name,
    attributes,
    dimensions: shape.map((length, axis) => dimensionOf(opened, dataset, { length, axis })),
    sample: format === undefined ? undefined : { bits: size * 8, format },
    values: () => Promise.resolve(valuesOf(opened.file, dataset)),
  };
}

function dimensionOf(
  { library, root }: Opened,
  { path, metadata }: Hdf5Dataset,
  { length, axis }: { readonly length: number; readonly axis: number },
): Dimension {
  const attached = library.Module.get_attached_scales(root.file_id, path, axis)[0];
  // A one-dimensional variable without a scale is its own coordinate.
  const scale = attached ?? ((metadata.shape ?? []).length === 1 ? path : undefined);
  const name = scale?.split("/").at(-1) ?? `dimension ${axis + 1}`;
  return { name, size: length, coordinates: scale?.slice(1) ?? "" };
}

function attributesOf(
  { file, library, root }: Opened,
  { path }: { readonly path: string },
): ReadonlyMap<string, AttributeValue> {
  const names = library.Module.get_attribute_names(root.file_id, path);
  if (names.length > limits.attributes)
    throw new RasterError("bounds", `${file.name}: more than ${limits.attributes} attributes`);
  const found = new Map<string, AttributeValue>();
  for (const name of names) {
    const attribute = new library.Attribute(root.file_id, path, name);
    const { type, size, total_size: count } = attribute.metadata;
    if (![INTEGER, FLOAT, STRING].includes(type)) continue;
    if (size * count > limits.attributeBytes)
      throw new RasterError(
        "bounds",
        `${file.name}: an attribute has more than ${limits.attributeBytes} bytes`,
      );
    const value = plain(attribute.json_value);
    if (value !== undefined) found.set(name, value);
  }
  return found;
}

function plain(value: unknown): AttributeValue | undefined {
  if (typeof value === "number") return [value];
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return undefined;
  if (value.every((one) => typeof one === "number")) return value;
  const [first] = value as readonly unknown[];
  return typeof first === "string" ? first : undefined;
}

function valuesOf(file: FileBytes, dataset: Hdf5Dataset): readonly number[] {
  const { total_size: count, virtual_sources: sources, type } = dataset.metadata;
  if (count > limits.axisValues)
    throw new RasterError(
      "bounds",
      `${file.name}: ${dataset.path} has more than ${limits.axisValues} values`,
    );
  if (type !== INTEGER && type !== FLOAT) return [];
  if (sources !== undefined && sources.length > 0)
    throw new RasterError("unsupported", `${file.name}: has its values in other files`);
  const { value } = dataset;
  if (typeof value === "number" || typeof value === "bigint") return [Number(value)];
  return ArrayBuffer.isView(value) ? Array.from(value as Iterable<number | bigint>, Number) : [];
}

function damaged({ name }: FileBytes, reason: string): RasterError {
  return new RasterError("unreadable", `${name}: is a damaged NetCDF-4 file: ${reason}`);
}
