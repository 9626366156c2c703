/**
 * GET requests to the map services of a server, as data. A path begins at the root of the service,
 * beside `/rest`. Positions are longitude and latitude.
 */
import type { Coordinate } from "../model/geometry.ts";
import { gridSetUsual, usualMetersPerUnit } from "../model/grid-set.ts";

/** A request to a map service. */
export interface MapRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Width and height of a map that is only looked at, in pixels. */
const LOOK_PIXELS = 64;

/** minx, miny, maxx, maxy. */
export type MapBox = readonly [number, number, number, number];

/** A box in a coordinate system, such as EPSG:4326 with longitudes first. */
export interface MapWindow {
  readonly srs: string;
  readonly box: MapBox;
}

/** The coordinate system of windows around a position. */
export const DEGREES = "EPSG:4326";

/** Metres of one degree, and of one pixel, by which map services compute scales. */
const [DEGREE_METRES, PIXEL_METRES] = [usualMetersPerUnit(4326), gridSetUsual.pixelSize];

/** The window around a position in which a map has this scale denominator. */
export function windowAround([x, y]: Coordinate, denominator: number): MapWindow {
  const half = (LOOK_PIXELS * PIXEL_METRES * denominator) / DEGREE_METRES / 2;
  return { srs: DEGREES, box: [x - half, y - half, x + half, y + half] };
}

/** The endpoint of a service: that of a workspace, or the global one. */
export interface MapService {
  readonly workspace: string | undefined;
  readonly service: "wms" | "wfs" | "wcs";
}

function endpoint({ workspace, service }: MapService): string {
  return workspace === undefined ? `/${service}` : `/${encodeURIComponent(workspace)}/${service}`;
}

const EXCEPTIONS = "application/json";

/** A transparent map of a layer or group in its default style. */
export function mapOf(layer: string, workspace: string | undefined, seen: MapWindow): MapRequest {
  const wanted = {
    service: "WMS",
    version: "1.1.1",
    request: "GetMap",
    layers: layer,
    styles: "",
    srs: seen.srs,
    bbox: seen.box.join(","),
    width: String(LOOK_PIXELS),
    height: String(LOOK_PIXELS),
    format: "image/png",
    transparent: "true",
    exceptions: EXCEPTIONS,
  };
  return { path: endpoint({ workspace, service: "wms" }), query: wanted };
}

/** One feature of a type, with its geometry in degrees. */
export function featureOf(type: string, workspace: string | undefined): MapRequest {
  return {
    path: endpoint({ workspace, service: "wfs" }),
    query: {
      service: "WFS",
      version: "2.0.0",
      request: "GetFeature",
      typeNames: type,
      count: "1",
      srsName: DEGREES,
      outputFormat: "application/json",
      exceptions: EXCEPTIONS,
    },
  };
}

/** A tile of a layer or group. */
export interface Tile {
  readonly layer: string;
  readonly format: string;
  readonly gridSet: string;
  /** Name of the level. */
  readonly level: string;
  readonly column: number;
  readonly row: number;
}

/** A cached tile in the default style. */
export function tileOf({ layer, format, gridSet, level, column, row }: Tile): MapRequest {
  const wanted = {
    service: "WMTS",
    version: "1.0.0",
    request: "GetTile",
    layer,
    style: "",
    tilematrixset: gridSet,
    tilematrix: level,
    tilerow: String(row),
    tilecol: String(column),
    format,
  };
  return { path: "/gwc/service/wmts", query: wanted };
}

/** The capabilities document of the map service. */
export function capabilitiesOf(workspace: string | undefined): MapRequest {
  const query = { service: "WMS", version: "1.1.1", request: "GetCapabilities" };
  return { path: endpoint({ workspace, service: "wms" }), query };
}

/** The capabilities documents of the tile cache, which one broken layer can take away from all. */
export const tileCapabilities: readonly MapRequest[] = [
  {
    path: "/gwc/service/wmts",
    query: { service: "WMTS", version: "1.0.0", request: "GetCapabilities" },
  },
  { path: "/gwc/service/tms/1.0.0", query: {} },
];
