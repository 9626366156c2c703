/** The transform of a NetCDF grid, computed from the cell centres. */
import type { GeoTransform } from "../../model/raster.ts";
import type { Horizontal } from "./cf-axes.ts";
import {
  numberOf,
  textOf,
  variableNear,
  type NetcdfDataset,
  type Variable,
} from "./netcdf-dataset.ts";

/** The outer edges along an axis, in the order of the file. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Factors from axis units to CRS units. */
export interface AxisScale {
  readonly x: number;
  readonly y: number;
}

/** The transform, or a text that says why there is none. */
export async function gridTransform(
  dataset: NetcdfDataset,
  horizontal: Horizontal,
  scale: AxisScale,
): Promise<GeoTransform | string> {
  const { xs, ys, isPerCell, isAngular } = horizontal;
  const values = { xValues: await coordinatesOf(xs), yValues: await coordinatesOf(ys) };
  const { xValues, yValues } = values;
  if (!xValues.every(Number.isFinite) || !yValues.every(Number.isFinite))
    return "its axes have gaps";
  const [rows, columns] = isPerCell ? cellsOf(xs) : [yValues.length, xValues.length];
  if (columns * rows === 0) return "it has no cells";
  const sides = isPerCell
    ? { x: boxSpan(xValues, columns), y: boxSpan(yValues, rows) }
    : await sidesOf(dataset, horizontal, values);
  if (typeof sides === "string") return sides;
  const x = isAngular ? onGlobe(sides.x) : sides.x;
  const stepX = ((x.to - x.from) / columns) * scale.x;
  const stepY = (Math.abs(sides.y.to - sides.y.from) / rows) * scale.y;
  const top = Math.max(sides.y.from, sides.y.to) * scale.y;
  const found: GeoTransform = [x.from * scale.x, stepX, 0, top, 0, -stepY];
  return stepX * stepY !== 0 && found.every(Number.isFinite) ? found : "its cells have no size";
}

function cellsOf({ dimensions }: Variable): readonly [number, number] {
  return [dimensions[0]?.size ?? 0, dimensions[1]?.size ?? 0];
}

/** Values with `scale_factor` and `add_offset` applied. */
export async function coordinatesOf(variable: Variable): Promise<readonly number[]> {
  const values = await variable.values();
  const factor = numberOf(variable.attributes, "scale_factor") ?? 1;
  const offset = numberOf(variable.attributes, "add_offset") ?? 0;
  return factor === 1 && offset === 0 ? values : values.map((one) => one * factor + offset);
}

interface AxisValues {
  readonly xValues: readonly number[];
  readonly yValues: readonly number[];
}

async function sidesOf(
  dataset: NetcdfDataset,
  { xs, ys }: Horizontal,
  { xValues, yValues }: AxisValues,
): Promise<{ readonly x: Span; readonly y: Span } | string> {
  const whole = wholeCells(dataset, xs, ys);
  if (whole !== undefined) return whole;
  const x = await sideOf(dataset, xs, xValues);
  const y = await sideOf(dataset, ys, yValues);
  if (x === "unordered") return "its columns are in no order";
  if (y === "unordered") return "its rows are in no order";
  // If there is only one column or row, square cells are assumed.
  const cell = cellOf(x, xValues) ?? cellOf(y, yValues);
  if (cell === undefined) return "nothing says how large its only cell is";
  return { x: x ?? around(xValues[0] ?? 0, cell), y: y ?? around(yValues[0] ?? 0, cell) };
}

async function sideOf(
  dataset: NetcdfDataset,
  axis: Variable,
  values: readonly number[],
): Promise<Span | "unordered" | undefined> {
  return values.length > 1 ? (spanOf(values) ?? "unordered") : boundsSpan(dataset, axis);
}

function cellOf(span: Span | undefined, { length }: readonly number[]): number | undefined {
  return span === undefined ? undefined : Math.abs(span.to - span.from) / length;
}

function around(middle: number, cell: number): Span {
  return { from: middle - cell / 2, to: middle + cell / 2 };
}

/** Outer edges, half a cell beyond the outer centres; undefined for unordered values. */
function spanOf(values: readonly number[]): Span | undefined {
  const [first, second] = values;
  const [last, beforeLast] = [values.at(-1), values.at(-2)];
  if (first === undefined || second === undefined) return undefined;
  if (last === undefined || beforeLast === undefined) return undefined;
  const rises = last > first;
  const isOrdered = values.every((value, index) => {
    const before = values[index - 1];
    return before === undefined || (rises ? value > before : value < before);
  });
  if (!isOrdered) return undefined;
  const step = (last - first) / (values.length - 1);
  const isRegular = values.every(
    (value, index) => Math.abs(value - (first + index * step)) < Math.abs(step) / 10,
  );
  return isRegular
    ? { from: first - step / 2, to: last + step / 2 }
    : { from: first - (second - first) / 2, to: last + (last - beforeLast) / 2 };
}

/** The cell bounds of an axis with one value. */
async function boundsSpan(dataset: NetcdfDataset, axis: Variable): Promise<Span | undefined> {
  const name = textOf(axis.attributes, "bounds");
  const variable = name === undefined ? undefined : variableNear(dataset, axis, name);
  const [from, to] = variable === undefined ? [] : await coordinatesOf(variable);
  return from === undefined || to === undefined || from === to ? undefined : { from, to };
}

/** With `node_offset` 1, `actual_range` gives the outer edges. */
function wholeCells(dataset: NetcdfDataset, xs: Variable, ys: Variable) {
  if (numberOf(dataset.attributes, "node_offset") !== 1) return undefined;
  const [x, y] = [xs, ys].map(({ attributes }): Span | undefined => {
    const range = attributes.get("actual_range");
    const [from, to] = typeof range === "string" ? [] : (range ?? []);
    return from === undefined || to === undefined || from === to ? undefined : { from, to };
  });
  return x === undefined || y === undefined ? undefined : { x, y };
}

/** The box around irregular cell centres, widened by half a cell. */
function boxSpan(values: readonly number[], cells: number): Span {
  const from = values.reduce((least, value) => Math.min(least, value), Infinity);
  const to = values.reduce((most, value) => Math.max(most, value), -Infinity);
  const half = cells > 1 ? (to - from) / (cells - 1) / 2 : 0;
  return { from: from - half, to: to + half };
}

/** Shifts longitudes that all lie at 180° or beyond by -360°. */
function onGlobe({ from, to }: Span): Span {
  return Math.min(from, to) >= 180 ? { from: from - 360, to: to - 360 } : { from, to };
}
