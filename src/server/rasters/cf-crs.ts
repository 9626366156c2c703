/** Coordinate systems of NetCDF grids: CF grid mappings, or WKT beside them. */
import type { AxisScale } from "./cf-place.ts";
import type { Horizontal } from "./cf-axes.ts";
import { crsName, knownCrs } from "./crs.ts";
import {
  numberOf,
  textOf,
  variableNear,
  type Attributes,
  type NetcdfDataset,
  type Variable,
} from "./netcdf-dataset.ts";

export interface GridSystem {
  /** As in RasterGrid. */
  readonly crs: string | undefined;
  readonly scale: AxisScale;
}

/** The CRS of a grid, or a text that says why it cannot be used. */
export function gridSystem(
  dataset: NetcdfDataset,
  variable: Variable,
  horizontal: Horizontal,
): GridSystem | string {
  const mapping = mappingOf(dataset, variable);
  const angular = { x: 1, y: 1 };
  if (horizontal.isAngular) return { crs: geographicCrs(mapping), scale: angular };
  if (mapping === undefined) return { crs: undefined, scale: scaleOf(horizontal, 1) };
  const described = fromWkt(mapping);
  if (described !== undefined) return { crs: described, scale: scaleOf(horizontal, 1) };
  const method = textOf(mapping, "grid_mapping_name") ?? "";
  const parameters = methods.get(method)?.(mapping);
  if (parameters === undefined)
    return `its projection ${method.slice(0, 60) || "without a name"} is not read`;
  const isRotated = method === "rotated_latitude_longitude";
  const proj = `${parameters} ${ellipsoidOf(mapping)}${isRotated ? "" : " +units=m"}`;
  if (knownCrs(proj) === undefined) return `its projection ${method} has impossible parameters`;
  const height = numberOf(mapping, "perspective_point_height") ?? 1;
  return { crs: proj, scale: isRotated ? angular : scaleOf(horizontal, height) };
}

/** The long form of the attribute has a colon and coordinate names after the variable name. */
function mappingOf(dataset: NetcdfDataset, variable: Variable): Attributes | undefined {
  const name = textOf(variable.attributes, "grid_mapping")?.split(/[\s:]/, 1)[0];
  if (name === undefined || name === "") return undefined;
  return variableNear(dataset, variable, name)?.attributes;
}

function fromWkt(mapping: Attributes): string | undefined {
  for (const name of ["crs_wkt", "spatial_ref", "esri_pe_string"]) {
    const text = textOf(mapping, name);
    const known = text === undefined ? undefined : knownCrs(text);
    if (known !== undefined) return crsName(known);
  }
  return undefined;
}

function geographicCrs(mapping: Attributes | undefined): string {
  if (mapping === undefined) return "EPSG:4326";
  const described = fromWkt(mapping);
  if (described !== undefined) return described;
  const ellipsoid = ellipsoidOf(mapping);
  return ellipsoid === "+datum=WGS84" ? "EPSG:4326" : `+proj=longlat ${ellipsoid}`;
}

/** The default is WGS 84, as in GeoServer. */
function ellipsoidOf(mapping: Attributes): string {
  const radius = numberOf(mapping, "earth_radius");
  const major = numberOf(mapping, "semi_major_axis") ?? radius;
  const minor = numberOf(mapping, "semi_minor_axis");
  const flattening = numberOf(mapping, "inverse_flattening");
  if (major === undefined) return "+datum=WGS84";
  if (flattening !== undefined && flattening !== 0) {
    const isWgs84 = major === 6_378_137 && Math.abs(flattening - 298.257223563) < 1e-8;
    return isWgs84 ? "+datum=WGS84" : `+a=${major} +rf=${flattening}`;
  }
  return `+a=${major} +b=${minor ?? major}`;
}

const lengths: ReadonlyMap<string, number> = new Map(
  Object.entries({
    m: 1,
    metre: 1,
    meter: 1,
    km: 1_000,
    kilometre: 1_000,
    kilometer: 1_000,
    ft: 0.3048,
    foot: 0.3048,
    feet: 0.3048,
  }),
);

function scaleOf({ xs, ys }: Horizontal, height: number): AxisScale {
  const [x = 1, y = 1] = [xs, ys].map(({ attributes }) => {
    const unit = textOf(attributes, "units")?.toLowerCase() ?? "m";
    // In satellite views, the axes are angles.
    if (/^rad(?:ians?)?$/.test(unit)) return height;
    if (/^micro_?rad(?:ians?)?$/.test(unit)) return height / 1_000_000;
    return lengths.get(unit) ?? lengths.get(unit.replace(/s$/, "")) ?? 1;
  });
  return { x, y };
}

type Build = (mapping: Attributes) => string;

/** Pairs of a PROJ parameter and its CF attribute. */
function build(name: string, ...parameters: readonly (readonly [string, string])[]): Build {
  return (mapping) => {
    const found = [...parameters, ...offsets].flatMap(([key, attribute]) => {
      const value = numberOf(mapping, attribute);
      return value === undefined ? [] : [`+${key}=${value}`];
    });
    return [`+proj=${name}`, ...found].join(" ");
  };
}

const offsets = [
  ["x_0", "false_easting"],
  ["y_0", "false_northing"],
] as const;
const latitude = ["lat_0", "latitude_of_projection_origin"] as const;
const longitude = ["lon_0", "longitude_of_projection_origin"] as const;
const meridian = ["lon_0", "longitude_of_central_meridian"] as const;
const trueScale = ["lat_ts", "standard_parallel"] as const;

function withParallels(name: string): Build {
  const rest = build(name, latitude, meridian);
  return (mapping) => {
    const value = mapping.get("standard_parallel");
    const [first, second = first] = typeof value === "string" ? [] : (value ?? []);
    return first === undefined
      ? rest(mapping)
      : `${rest(mapping)} +lat_1=${first} +lat_2=${second}`;
  };
}

function polar(mapping: Attributes): string {
  const pole = numberOf(mapping, "latitude_of_projection_origin") ?? 90;
  const rest = build(
    "stere",
    latitude,
    ["lon_0", "straight_vertical_longitude_from_pole"],
    trueScale,
    ["k", "scale_factor_at_projection_origin"],
  )(mapping);
  return mapping.has("latitude_of_projection_origin") ? rest : `${rest} +lat_0=${pole}`;
}

function rotated(mapping: Attributes): string {
  const poleLatitude = numberOf(mapping, "grid_north_pole_latitude") ?? 90;
  const poleLongitude = numberOf(mapping, "grid_north_pole_longitude") ?? 0;
  const gridLongitude = numberOf(mapping, "north_pole_grid_longitude") ?? 0;
  const centre = 180 + poleLongitude;
  return `+proj=ob_tran +o_proj=longlat +o_lon_p=${gridLongitude} +o_lat_p=${poleLatitude} +lon_0=${centre}`;
}

const methods: ReadonlyMap<string, Build> = new Map<string, Build>(
  Object.entries({
    albers_conical_equal_area: withParallels("aea"),
    azimuthal_equidistant: build("aeqd", latitude, longitude),
    geostationary: (mapping) =>
      `${build("geos", longitude, ["h", "perspective_point_height"])(mapping)} +sweep=${
        textOf(mapping, "sweep_angle_axis") === "x" ? "x" : "y"
      }`,
    lambert_azimuthal_equal_area: build("laea", latitude, longitude),
    lambert_conformal_conic: withParallels("lcc"),
    lambert_cylindrical_equal_area: build("cea", trueScale, meridian),
    mercator: build("merc", trueScale, longitude, ["k", "scale_factor_at_projection_origin"]),
    orthographic: build("ortho", latitude, longitude),
    polar_stereographic: polar,
    rotated_latitude_longitude: rotated,
    sinusoidal: build("sinu", longitude, meridian),
    stereographic: build("stere", latitude, longitude, ["k", "scale_factor_at_projection_origin"]),
    transverse_mercator: build("tmerc", latitude, meridian, [
      "k",
      "scale_factor_at_central_meridian",
    ]),
  }),
);
