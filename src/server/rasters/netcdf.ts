/** Grids of a NetCDF file: one per variable with two horizontal axes. */
import { raster as limits } from "../../model/limits.ts";
import type {
  RasterBand,
  RasterFile,
  RasterGrid,
  RasterSlice,
  SampleType,
  SkippedVariable,
} from "../../model/raster.ts";
import { axesOf, horizontalOf, roleOf } from "./cf-axes.ts";
import { gridSystem } from "./cf-crs.ts";
import { gridTransform } from "./cf-place.ts";
import { slicesOf } from "./cf-slices.ts";
import type { FileBytes } from "./file-bytes.ts";
import { numberOf, textOf, type NetcdfDataset, type Variable } from "./netcdf-dataset.ts";
import { RasterError } from "./raster-error.ts";
import { sampleType } from "./sample-type.ts";

/** Variables on the same axes share their slices. */
type SliceCache = Map<string, readonly RasterSlice[] | string>;

/** Rejects with RasterError when no grid is usable. */
export async function netcdfContent(
  file: FileBytes,
  dataset: NetcdfDataset,
): Promise<Pick<RasterFile, "format" | "grids" | "skipped" | "dateTime">> {
  const grids: RasterGrid[] = [];
  const skipped: SkippedVariable[] = [];
  const cache: SliceCache = new Map();
  for (const variable of dataset.variables.values()) {
    file.checkTime();
    const found = await gridOf(dataset, variable, cache);
    if (typeof found === "string") skipped.push({ name: variable.name, reason: found });
    else if (found !== undefined) grids.push(found);
    const slices = [...cache.values()].reduce((sum, one) => sum + one.length, 0);
    if (slices > limits.slices)
      throw new RasterError("bounds", `${file.name}: more than ${limits.slices} slices`);
  }
  if (grids.length > 0) return { format: "NetCDF", grids, skipped, dateTime: undefined };
  const [first] = skipped;
  const reason =
    first === undefined
      ? "has no variable with two horizontal axes"
      : `has no grid that can be used: ${first.name}: ${first.reason}`;
  throw new RasterError("unsupported", `${file.name}: ${reason}`);
}

async function gridOf(
  dataset: NetcdfDataset,
  variable: Variable,
  cache: SliceCache,
): Promise<RasterGrid | string | undefined> {
  const { name, attributes, dimensions, sample } = variable;
  if (dimensions.length < 2 || sample === undefined || isCoordinate(variable)) return undefined;
  const axes = axesOf(dataset, variable);
  const horizontal = horizontalOf(dataset, variable, axes);
  if (horizontal === undefined) return undefined;
  const type = sampleType(sample.bits, sample.format);
  if (type === undefined) return "its values are of a type that is not read";
  const system = gridSystem(dataset, variable, horizontal);
  if (typeof system === "string") return system;
  const transform = await gridTransform(dataset, horizontal, system.scale);
  if (typeof transform === "string") return transform;
  const rest = axes.filter((_axis, index) => index !== horizontal.x && index !== horizontal.y);
  const key = JSON.stringify([
    name.split("/").slice(0, -1),
    rest.map(({ dimension }) => [dimension.coordinates, dimension.name, dimension.size]),
    textOf(attributes, "coordinates"),
  ]);
  const slices = cache.get(key) ?? (await slicesOf(dataset, variable, rest));
  cache.set(key, slices);
  if (typeof slices === "string") return slices;
  const [width = 0, height = 0] = [horizontal.x, horizontal.y].map((at) => dimensions[at]?.size);
  const bands = [bandOf(variable, type)];
  return { name, width, height, transform, crs: system.crs, bands, slices };
}

function bandOf({ name, attributes }: Variable, type: SampleType): RasterBand {
  return {
    name,
    type,
    noData: numberOf(attributes, "_FillValue") ?? numberOf(attributes, "missing_value"),
    // The second spelling is a common mistake.
    unit: textOf(attributes, "units") ?? textOf(attributes, "unit"),
  };
}

/** Longitudes and latitudes per cell have two horizontal axes themselves. */
function isCoordinate(variable: Variable): boolean {
  const role = roleOf(variable);
  return role === "longitude" || role === "latitude";
}
