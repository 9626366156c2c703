/** Slices of a NetCDF variable: one per time, elevation and position on other axes. */
import { raster as limits } from "../../model/limits.ts";
import type { RasterSlice } from "../../model/raster.ts";
import { coordinateNames, roleOf, type Axis, type AxisRole } from "./cf-axes.ts";
import { coordinatesOf } from "./cf-place.ts";
import { timeUnits } from "./cf-time.ts";
import { textOf, variableNear, type NetcdfDataset, type Variable } from "./netcdf-dataset.ts";

interface Positions {
  readonly name: string;
  readonly role: AxisRole | undefined;
  readonly values: readonly (number | string)[];
}

/** The first axis varies slowest. A text says why there are no slices. */
export async function slicesOf(
  dataset: NetcdfDataset,
  variable: Variable,
  vertical: readonly Axis[],
): Promise<readonly RasterSlice[] | string> {
  const all: Positions[] = [];
  for (const axis of [...vertical, ...scalarAxes(dataset, variable)]) {
    const found = await positionsOf(axis, all);
    if (typeof found === "string") return found;
    all.push(found);
  }
  const count = all.reduce((product, { values }) => product * values.length, 1);
  if (count === 0) return "it has no records";
  if (count > limits.slices) return `it has ${count} slices, more than ${limits.slices}`;
  return Array.from({ length: count }, (_none, imageIndex) => sliceAt(all, imageIndex));
}

/** Scalar coordinate variables that the variable names. */
function scalarAxes(dataset: NetcdfDataset, variable: Variable): readonly Axis[] {
  return coordinateNames(variable).flatMap((name) => {
    const found = variableNear(dataset, variable, name);
    if (found === undefined || found.dimensions.length > 0 || found.sample === undefined) return [];
    const dimension = { name, size: 1, coordinates: found.name };
    return [{ dimension, variable: found, role: roleOf(found) }];
  });
}

async function positionsOf(axis: Axis, before: readonly Positions[]): Promise<Positions | string> {
  const { dimension, variable, role } = axis;
  const { name } = dimension;
  if (variable?.sample === undefined)
    return { name, role: undefined, values: counted(dimension.size) };
  const values = await coordinatesOf(variable);
  const isTaken = before.some((one) => one.role === role);
  const units = textOf(variable.attributes, "units");
  if (role !== "time" || units === undefined)
    return { name, role: isTaken || role !== "elevation" ? undefined : role, values };
  const time = timeUnits(units, textOf(variable.attributes, "calendar"));
  if (typeof time === "string") return time;
  const times = values.map(time.toMs);
  if (!times.every((ms) => Math.abs(ms) <= 8.64e15)) return "its times are beyond all dates";
  if (!isTaken) return { name, role, values: times };
  return { name, role: undefined, values: times.map((ms) => new Date(ms).toISOString()) };
}

function counted(length: number): readonly number[] {
  if (length > limits.slices) return Array.from({ length: limits.slices + 1 }, () => 0);
  return Array.from({ length }, (_none, index) => index);
}

function sliceAt(all: readonly Positions[], imageIndex: number): RasterSlice {
  let rest = imageIndex;
  let time: number | undefined;
  let elevation: number | undefined;
  const others: [string, number | string][] = [];
  for (const { name, role, values } of all.toReversed()) {
    const value = values[rest % values.length] ?? 0;
    rest = Math.floor(rest / values.length);
    if (role === "time") time = Number(value);
    else if (role === "elevation") elevation = Number(value);
    else others.unshift([name, value]);
  }
  return { imageIndex, time, elevation, others: Object.fromEntries(others) };
}
