/** Roles of NetCDF axes, by the CF conventions and by common practice of writers. */
import { isTimeUnit } from "./cf-time.ts";
import {
  textOf,
  variableNear,
  type Dimension,
  type NetcdfDataset,
  type Variable,
} from "./netcdf-dataset.ts";

/** `x` and `y` are projected coordinates or those of a rotated pole. */
export type AxisRole = "longitude" | "latitude" | "x" | "y" | "time" | "elevation";

export interface Axis {
  readonly dimension: Dimension;
  /** The coordinate variable, if the file has one. */
  readonly variable: Variable | undefined;
  readonly role: AxisRole | undefined;
}

const standardNames: ReadonlyMap<string, AxisRole> = new Map<string, AxisRole>(
  Object.entries({
    latitude: "latitude",
    longitude: "longitude",
    projection_x_coordinate: "x",
    projection_y_coordinate: "y",
    projection_x_angular_coordinate: "x",
    projection_y_angular_coordinate: "y",
    grid_longitude: "x",
    grid_latitude: "y",
    time: "time",
    height: "elevation",
    altitude: "elevation",
    depth: "elevation",
    air_pressure: "elevation",
    height_above_mean_sea_level: "elevation",
    height_above_reference_ellipsoid: "elevation",
    model_level_number: "elevation",
    atmosphere_sigma_coordinate: "elevation",
    ocean_sigma_coordinate: "elevation",
  }),
);

const axisTypes: ReadonlyMap<string, AxisRole> = new Map<string, AxisRole>(
  Object.entries({
    lat: "latitude",
    lon: "longitude",
    geox: "x",
    geoy: "y",
    time: "time",
    height: "elevation",
    pressure: "elevation",
    geoz: "elevation",
  }),
);

const letters: ReadonlyMap<string, AxisRole> = new Map<string, AxisRole>(
  Object.entries({
    x: "x",
    y: "y",
    z: "elevation",
    t: "time",
  }),
);

const namesInUse: readonly (readonly [RegExp, AxisRole])[] = [
  [/^(?:lat|latitude|latitudes|nav_lat)$/i, "latitude"],
  [/^(?:lon|long|longitude|longitudes|nav_lon)$/i, "longitude"],
  [/^(?:x|xc|easting)$/i, "x"],
  [/^(?:y|yc|northing)$/i, "y"],
  [/^(?:z|lev|level|height|altitude|elevation|depth|plev|pressure|isobaric\d*)$/i, "elevation"],
];

export function roleOf({ name, attributes }: Variable): AxisRole | undefined {
  const text = (attribute: string) => textOf(attributes, attribute)?.toLowerCase() ?? "";
  const short = name.split("/").at(-1) ?? name;
  return (
    standardNames.get(text("standard_name")) ??
    roleOfUnits(text("units")) ??
    axisTypes.get(text("_CoordinateAxisType")) ??
    letters.get(text("axis")) ??
    (text("positive") === "" ? undefined : "elevation") ??
    namesInUse.find(([pattern]) => pattern.test(short))?.[1]
  );
}

function roleOfUnits(units: string): AxisRole | undefined {
  if (/^degrees?_?(?:n|north)$/i.test(units)) return "latitude";
  if (/^degrees?_?(?:e|east)$/i.test(units)) return "longitude";
  if (isTimeUnit(units)) return "time";
  return /^(?:[hkd]?pa|[hkd]?pascals?|m?bars?|millibars?|atm)$/i.test(units)
    ? "elevation"
    : undefined;
}

/** In the order of the variable's dimensions. */
export function axesOf(dataset: NetcdfDataset, variable: Variable): readonly Axis[] {
  return variable.dimensions.map((dimension) => {
    const found =
      dimension.coordinates === ""
        ? undefined
        : variableNear(dataset, variable, dimension.coordinates);
    const isCoordinate = found !== undefined && found.dimensions.length === 1;
    const own = isCoordinate ? found : undefined;
    return { dimension, variable: own, role: own === undefined ? undefined : roleOf(own) };
  });
}

export interface Horizontal {
  /** Indexes into the dimensions. */
  readonly x: number;
  readonly y: number;
  /** One-dimensional coordinates, or one value per cell. */
  readonly xs: Variable;
  readonly ys: Variable;
  readonly isAngular: boolean;
  readonly isPerCell: boolean;
}

/** Undefined for a variable that is no grid. */
export function horizontalOf(
  dataset: NetcdfDataset,
  variable: Variable,
  axes: readonly Axis[],
): Horizontal | undefined {
  const perCell = perCellCoordinates(dataset, variable);
  const angular = pairOf(axes, "longitude", "latitude");
  if (angular !== undefined) return { ...angular, isAngular: true, isPerCell: false };
  const plane = pairOf(axes, "x", "y");
  const isDescribed = plane !== undefined && textOf(variable.attributes, "grid_mapping");
  if (plane !== undefined && (isDescribed || perCell === undefined))
    return { ...plane, isAngular: false, isPerCell: false };
  return perCell;
}

function pairOf(axes: readonly Axis[], xRole: AxisRole, yRole: AxisRole) {
  const [x, y] = [xRole, yRole].map((role) => axes.findIndex((axis) => axis.role === role));
  if (x === undefined || y === undefined) return undefined;
  const [xs, ys] = [axes[x]?.variable, axes[y]?.variable];
  return xs === undefined || ys === undefined ? undefined : { x, y, xs, ys };
}

/** Finds longitudes and latitudes per cell: named by the variable, or with the same dimensions. */
function perCellCoordinates(dataset: NetcdfDataset, variable: Variable): Horizontal | undefined {
  const named = coordinateNames(variable).flatMap(
    (name) => variableNear(dataset, variable, name) ?? [],
  );
  const candidates = [...named, ...dataset.variables.values()];
  const find = (role: AxisRole) =>
    candidates.find(
      (one) =>
        one !== variable && one.dimensions.length === 2 && roleOf(one) === role && one.sample,
    );
  const [xs, ys] = [find("longitude"), find("latitude")];
  if (xs === undefined || ys === undefined) return undefined;
  const positions = ys.dimensions.map(({ name, size }) =>
    variable.dimensions.findIndex((own) => own.name === name && own.size === size),
  );
  const [y = -1, x = -1] = positions;
  return x < 0 || y < 0 || x === y ? undefined : { x, y, xs, ys, isAngular: true, isPerCell: true };
}

/** Names in the attribute `coordinates`. */
export function coordinateNames({ attributes }: Variable): readonly string[] {
  return (textOf(attributes, "coordinates") ?? "").split(/\s+/).filter((name) => name !== "");
}
