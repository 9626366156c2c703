/**
 * Reads headers of rasters: GeoTIFF, NetCDF, and images with a world file. The first bytes decide
 * the format; a contradicting extension is rejected.
 */
import { open } from "node:fs/promises";
import { basename, extname } from "node:path";
import type { RasterFile, RasterGrid } from "../../model/raster.ts";
import { isShortage } from "../../model/shortage.ts";
import { fileBytes, OPEN_FLAGS, type FileBytes } from "./file-bytes.ts";
import { imageSize, type ImageFormat } from "./image-size.ts";
import { threadMs } from "../workers/thread-time.ts";
import { RasterError, reasonOf } from "./raster-error.ts";
import { sampleType } from "./sample-type.ts";
import { readTiff } from "./tiff.ts";
import { placeBeside } from "./world-file.ts";

export { RasterError, type RasterErrorCode } from "./raster-error.ts";

type Format = "TIFF" | "NetCDF" | "NetCDF-4" | ImageFormat;

type Content = Pick<RasterFile, "format" | "grids" | "skipped" | "dateTime">;

/**
 * Rejects with RasterError: `unsupported` for other kinds of files, `unreadable` for damaged files,
 * links and those that cannot be opened, `bounds` for those that exceed a limit. Keeps no state
 * between calls. Call it in a worker that is terminated some time after `raster.computeMs` of the
 * limits, because the NetCDF-4 library can loop forever on a damaged file. The worker's
 * `workerData` must be an object, which the TIFF library needs.
 */
export async function readRaster(path: string): Promise<RasterFile> {
  const name = basename(path);
  try {
    const handle = await open(path, OPEN_FLAGS);
    try {
      const stat = await handle.stat();
      if (!stat.isFile()) throw new RasterError("unsupported", `${name}: is no file`);
      const file = await fileBytes({ handle, name, path, size: stat.size, clock: threadMs });
      const content = await readers[formatOf(file)](file);
      return { ...content, modified: Math.trunc(stat.mtimeMs), bytes: stat.size };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof RasterError || isShortage(error)) throw error;
    throw new RasterError("unreadable", `${name}: ${plainReason(error)}`);
  }
}

const readers: Readonly<Record<Format, (file: FileBytes) => Promise<Content>>> = {
  TIFF: tiffContent,
  PNG: (file) => worldContent(file, "PNG"),
  JPEG: (file) => worldContent(file, "JPEG"),
  GIF: (file) => worldContent(file, "GIF"),
  BMP: (file) => worldContent(file, "BMP"),
  NetCDF: async (file) => {
    const { readClassic } = await import("./netcdf-classic.ts");
    const { netcdfContent } = await import("./netcdf.ts");
    return netcdfContent(file, await readClassic(file));
  },
  "NetCDF-4": async (file) => {
    const { withHdf5 } = await import("./hdf5.ts");
    const { netcdfContent } = await import("./netcdf.ts");
    return withHdf5(file, (dataset) => netcdfContent(file, dataset));
  },
};

async function tiffContent(file: FileBytes): Promise<Content> {
  const { grid, dateTime } = await readTiff(file);
  const beside = grid.transform === undefined ? await placeBeside(file.path, file.name) : undefined;
  const transform = grid.transform ?? beside?.transform;
  if (transform === undefined) throw placeless(file);
  const placed: RasterGrid = { ...grid, transform, crs: grid.crs ?? beside?.crs };
  return { format: "GeoTIFF", grids: [placed], skipped: [], dateTime };
}

async function worldContent(file: FileBytes, format: ImageFormat): Promise<Content> {
  const { width, height, bands, bits } = await imageSize(file, format);
  const place = await placeBeside(file.path, file.name);
  if (place === undefined) throw placeless(file);
  const type = sampleType(bits, 1) ?? "UNSIGNED_8BITS";
  const grid: RasterGrid = {
    name: undefined,
    width,
    height,
    ...place,
    bands: bands.map((name) => ({ name, type, noData: undefined, unit: undefined })),
    slices: [{ imageIndex: 0, time: undefined, elevation: undefined, others: {} }],
  };
  return { format: "WorldImage", grids: [grid], skipped: [], dateTime: undefined };
}

const signatures: readonly (readonly [Format, RegExp])[] = [
  ["TIFF", /^(?:II[*+]\0|MM\0[*+])/],
  ["NetCDF", /^CDF[\x01\x02\x05]/],
  ["NetCDF-4", /^\x89HDF\r\n\x1a\n/],
  ["PNG", /^\x89PNG\r\n\x1a\n/],
  ["JPEG", /^\xff\xd8\xff/],
  ["GIF", /^GIF8[79]a/],
  ["BMP", /^BM.{12}[\x0c\x28\x34\x38\x40\x6c\x7c]\0\0\0/s],
];

const extensions: ReadonlyMap<string, readonly Format[]> = new Map<string, readonly Format[]>(
  Object.entries({
    tif: ["TIFF"],
    tiff: ["TIFF"],
    gtif: ["TIFF"],
    gtiff: ["TIFF"],
    btf: ["TIFF"],
    nc: ["NetCDF", "NetCDF-4"],
    nc3: ["NetCDF"],
    nc4: ["NetCDF-4"],
    cdf: ["NetCDF", "NetCDF-4"],
    netcdf: ["NetCDF", "NetCDF-4"],
    h5: ["NetCDF-4"],
    hdf5: ["NetCDF-4"],
    png: ["PNG"],
    jpg: ["JPEG"],
    jpeg: ["JPEG"],
    gif: ["GIF"],
    bmp: ["BMP"],
  }),
);

/** Extensions of sidecar files that look like rasters. */
const companions: ReadonlySet<string> = new Set(["ovr", "msk"]);

function formatOf({ head, name, size }: FileBytes): Format {
  const start = Array.from(head.subarray(0, 18), (byte) => String.fromCharCode(byte)).join("");
  const found = signatures.find(([, pattern]) => pattern.test(start))?.[0];
  const extension = extname(name).slice(1).toLowerCase();
  if (companions.has(extension))
    throw new RasterError(
      "unsupported",
      `${name}: belongs to another raster and is not a raster itself`,
    );
  const expected = extensions.get(extension);
  if (found !== undefined && (expected === undefined || expected.includes(found))) return found;
  if (expected === undefined)
    throw new RasterError("unsupported", `${name}: is no raster of a format that is read`);
  if (size === 0) throw new RasterError("unreadable", `${name}: is empty`);
  const is = found === undefined ? "" : `, but ${found}`;
  throw new RasterError(
    "unsupported",
    `${name}: is not what its extension .${extension} says${is}`,
  );
}

function placeless({ name }: FileBytes): RasterError {
  return new RasterError(
    "unsupported",
    `${name}: does not say where it lies: it has neither geo keys nor a world file beside it`,
  );
}

/** The error code for system errors, because their messages contain the full path. */
function plainReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const isOfSystem = /^E[A-Z\d]+$/.test(code);
  return isOfSystem ? `cannot be opened: ${code}` : `cannot be read: ${reasonOf(error)}`;
}
