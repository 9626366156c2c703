/**
 * The fault table of a live 2.28.2 as an estate with one layer for each row: what is broken, and what `verify` has to
 * say of it, or that neither REST nor a picture shows it.
 */
import type { Fault } from "../support/ogc/faults.ts";
import type { Trait } from "../support/ogc/scene.ts";
import { BOUNDS, layer, tables, type, workspace, type Declared } from "./served-estate.ts";

/** A row of the table. */
export interface FaultRow {
  /** What it is in the table. */
  readonly row: string;
  /** The address of what is judged. */
  readonly address: string;
  readonly declared: readonly Declared[];
  readonly faults?: Readonly<Record<string, Fault>>;
  readonly traits?: Readonly<Record<string, Trait>>;
  readonly health: "healthy" | "degraded" | "unknown";
  /** The words of the first finding; none for what is healthy without a remark. */
  readonly says?: string | RegExp;
  readonly cause?: string;
}

const BLANK = /^is drawn without a visible pixel/;

/** Layers need a style that is there; its content is told by the fault. */
const STYLE = "point.sld";

const METRES = {
  native: { minx: 1_113_000, miny: 6_446_000, maxx: 1_224_000, maxy: 6_621_000, crs: "EPSG:3857" },
  geographic: BOUNDS.geographic,
};

/** Files beside the manifests. */
export const rowFiles: Readonly<Record<string, string>> = {
  [STYLE]: sld("<PointSymbolizer/>"),
  "bands.sld": sld(
    "<MinScaleDenominator>1000</MinScaleDenominator><MaxScaleDenominator>5000</MaxScaleDenominator><PointSymbolizer/>",
  ),
};

function sld(rule: string): string {
  return `<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld"><NamedLayer><Name>x</Name><UserStyle><FeatureTypeStyle><Rule>${rule}</Rule></FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>`;
}

/** What all of them stand on. */
export const ground: readonly Declared[] = [
  workspace("city"),
  tables("city:pg"),
  tables("city:down"),
  tables("city:off", { enabled: false }),
  tables("city:gauges"),
  workspace("iso", { isolated: true }),
  tables("iso:pg"),
  { kind: "WmsStore", at: "city:far", spec: { capabilitiesUrl: "http://127.0.0.1:1/wms" } },
];

/** A type with a fault of its source. */
function ofType(
  name: string,
  fault: Fault | undefined,
  more: object = {},
): Pick<FaultRow, "address" | "declared" | "faults"> {
  return {
    address: `Layer/city:${name}`,
    declared: [type(`city:${name}`, more), layer(`city:${name}`, "point")],
    ...(fault === undefined ? {} : { faults: { [`city:${name}`]: fault } }),
  };
}

/** A type in a style of its own that has a fault. */
function ofStyle(name: string, fault: Fault): Pick<FaultRow, "address" | "declared" | "faults"> {
  return {
    address: `Layer/city:${name}`,
    declared: [
      { kind: "Style", at: `city:${name}`, spec: { source: `./${STYLE}` } },
      type(`city:${name}`),
      layer(`city:${name}`, name),
    ],
    faults: { [`Style/city:${name}`]: fault },
  };
}

function ofRaster(
  name: string,
  fault: Fault | undefined,
): Pick<FaultRow, "address" | "declared" | "faults"> {
  const at = `city:${name}`;
  return {
    address: `Layer/${at}`,
    declared: [
      { kind: "CoverageStore", at, spec: { type: "GeoTIFF", url: `file:data/${name}.tif` } },
      { kind: "Coverage", at, spec: { store: name, srs: "EPSG:4326", bounds: BOUNDS } },
      layer(at, "raster"),
    ],
    ...(fault === undefined ? {} : { faults: { [at]: fault } }),
  };
}

function ofGroup(
  name: string,
  members: readonly string[],
  mode = "SINGLE",
): Pick<FaultRow, "address" | "declared"> {
  const bounds = { minx: 10, miny: 50, maxx: 11, maxy: 51, crs: "EPSG:4326" };
  const layers = members.map((one) => ({ layer: one }));
  const spec = { mode, bounds, layers };
  return {
    address: `LayerGroup/city:${name}`,
    declared: [{ kind: "LayerGroup", at: `city:${name}`, spec }],
  };
}

/** Rows of sources. */
const sources: readonly FaultRow[] = [
  { row: "good table", ...ofType("roads", undefined), health: "healthy" },
  {
    row: "good lines, metres of another system",
    ...ofType("places", undefined, { srs: "EPSG:3857", bounds: METRES }),
    traits: { "city:places": { at: [1_168_000, 6_519_000], shape: "LineString" } },
    health: "healthy",
  },
  {
    row: "table dropped",
    ...ofType("gone", "table-dropped", { nativeName: "gone_table" }),
    health: "degraded",
    says: "FeatureType/city:gone has no source: the table or type gone_table is not in its store",
    cause: "FeatureType/city:gone",
  },
  {
    row: "broken SQL view",
    ...ofType("viewbad", { fault: "sql-broken", names: "roadz" }),
    health: "degraded",
    says: 'FeatureType/city:viewbad cannot be queried, the database says: relation "roadz" does not exist',
    cause: "FeatureType/city:viewbad",
  },
  {
    row: "database down",
    ...ofType("dbdown", undefined, { store: "down" }),
    faults: { "dataStore city:down": "database-down" },
    health: "degraded",
    says: "DataStore/city:down cannot reach its database",
    cause: "DataStore/city:down",
  },
  {
    row: "mapping names a missing column",
    ...ofType("Gauge", "mapping-column-missing", { store: "gauges" }),
    health: "degraded",
    says: "DataStore/city:gauges has a mapping of city:label that names the column labell, which is not there",
    cause: "DataStore/city:gauges",
  },
  {
    row: "XSD changed at its place (only GetFeature shows it)",
    ...ofType("Stale", { fault: "schema-changed", names: "note" }, { store: "gauges" }),
    health: "degraded",
    says: "DataStore/city:gauges has a mapping of city:note that does not fit its data",
    cause: "DataStore/city:gauges",
  },
  {
    row: "mapping that is no XML",
    ...ofType("Unread", "mapping-no-xml", { store: "gauges" }),
    health: "degraded",
    says: "DataStore/city:gauges has a mapping that cannot be read",
    cause: "DataStore/city:gauges",
  },
  {
    row: "empty table",
    ...ofType("emptyt", "empty-table"),
    health: "unknown",
    says: BLANK,
  },
  {
    row: "raster file gone",
    ...ofRaster("reliefgone", "raster-gone"),
    health: "degraded",
    says: "CoverageStore/city:reliefgone cannot be opened: its file is not there, or cannot be read",
    cause: "CoverageStore/city:reliefgone",
  },
  { row: "good raster", ...ofRaster("relief", undefined), health: "healthy" },
  {
    row: "mosaic without granules",
    ...ofRaster("sstempty", "mosaic-empty"),
    health: "unknown",
    says: BLANK,
  },
  {
    row: "cascaded WMS down",
    address: "Layer/city:remote",
    declared: [
      {
        kind: "WmsLayer",
        at: "city:remote",
        spec: { store: "far", nativeName: "remote" },
      },
      layer("city:remote", "raster"),
    ],
    faults: { "city:remote": "cascade-down" },
    health: "degraded",
    says: "WmsStore/city:far cannot reach the remote server that it passes on",
    cause: "WmsStore/city:far",
  },
];

const styles: readonly FaultRow[] = [
  {
    row: "style cut off",
    ...ofStyle("broken", "style-cut-off"),
    health: "degraded",
    says: "Style/city:broken cannot be read: its content is no style, or is cut off",
    cause: "Style/city:broken",
  },
  {
    row: "style that is no SLD",
    ...ofStyle("badstyle", "style-no-sld"),
    health: "degraded",
    says: "Style/city:badstyle cannot be read: its content is no style, or is cut off",
    cause: "Style/city:badstyle",
  },
  {
    row: "style with an unknown function",
    ...ofStyle("nofunc", { fault: "style-unknown-function", names: "noSuch" }),
    health: "degraded",
    says: "Style/city:nofunc calls the function noSuch, which the server does not have",
    cause: "Style/city:nofunc",
  },
  {
    row: "style with an unknown mark",
    ...ofStyle("badmark", { fault: "style-unknown-mark", names: "nosuchmark" }),
    health: "degraded",
    says: "Style/city:badmark draws with the mark nosuchmark, which the server does not have",
    cause: "Style/city:badmark",
  },
  {
    row: "style filters on a missing attribute",
    ...ofStyle("noattr", { fault: "filter-missing-attribute", names: "klass" }),
    health: "degraded",
    says: "Style/city:noattr asks for the attribute `klass`, which city:noattr does not have",
    cause: "Style/city:noattr",
  },
  {
    row: "style for another geometry",
    ...ofStyle("lines", "style-of-other-geometry"),
    health: "unknown",
    says: BLANK,
  },
  {
    row: "style that draws only in a band of scales",
    address: "Layer/city:banded",
    declared: [
      { kind: "Style", at: "city:banded", spec: { source: "./bands.sld" } },
      type("city:banded"),
      layer("city:banded", "banded"),
    ],
    traits: { "city:banded": { scales: [[1_000, 5_000]] } },
    health: "healthy",
  },
];

const switches: readonly FaultRow[] = [
  {
    row: "type off",
    ...ofType("offtype", undefined, { enabled: false }),
    health: "healthy",
    says: "is off",
  },
  {
    row: "store off",
    ...ofType("instoreoff", undefined, { store: "off" }),
    health: "healthy",
    says: "is off",
  },
  {
    row: "advertised=false",
    ...ofType("unadv", undefined, { advertised: false }),
    health: "healthy",
  },
  {
    row: "not offered by WFS",
    ...ofType("nowfs", undefined, { disabledServices: ["WFS"] }),
    health: "healthy",
  },
  {
    row: "not offered by WMS",
    ...ofType("nowms", undefined, { disabledServices: ["WMS"] }),
    health: "healthy",
    says: /WMS|Web Map Service/,
  },
  {
    row: "isolated, seen at its own service",
    address: "Layer/iso:isoroads",
    declared: [type("iso:isoroads"), layer("iso:isoroads", "point")],
    health: "healthy",
  },
];

const names: readonly FaultRow[] = [
  { row: "a name with a dot", ...ofType("roads.v2", undefined), health: "healthy" },
  { row: "a name of another script", ...ofType("straße_дорога", undefined), health: "healthy" },
  { row: "a name with a hyphen", ...ofType("rail-lines", undefined), health: "healthy" },
  {
    row: "a name with a dot, table dropped",
    ...ofType("gone.v2", "table-dropped"),
    health: "degraded",
    says: /has no source/,
    cause: "FeatureType/city:gone.v2",
  },
];

const boxes: readonly FaultRow[] = [
  {
    row: "box 0,0,0,0",
    ...ofType("zerobox", undefined, { bounds: boxOf(0) }),
    traits: { "city:zerobox": { at: [8, 47] } },
    health: "healthy",
  },
  {
    row: "empty box",
    ...ofType("nobox", undefined, { bounds: boxOf(-1) }),
    traits: { "city:nobox": { at: [8, 47] } },
    health: "healthy",
  },
  {
    row: "large table: the whole box is never drawn",
    ...ofType("large", undefined),
    traits: { "city:large": { widest: 0.2, shape: "Polygon" } },
    health: "healthy",
  },
  {
    row: "features without geometry",
    ...ofType("plain", undefined),
    traits: { "city:plain": { shape: "none" } },
    health: "unknown",
    says: BLANK,
  },
];

function boxOf(maxx: number): object {
  const box = { minx: 0, miny: 0, maxx, maxy: maxx, crs: "EPSG:4326" };
  return { native: box, geographic: box };
}

const groups: readonly FaultRow[] = [
  { row: "group, good", ...ofGroup("map", ["relief", "roads"]), health: "healthy" },
  {
    row: "group, member whose table is dropped",
    ...ofGroup("mapgone", ["roads", "gone"]),
    health: "degraded",
    says: /gone_table/,
  },
  {
    row: "group, member with a broken style",
    ...ofGroup("mapbroken", ["roads", "broken"]),
    health: "degraded",
    says: /cannot be read: its content is no style, or is cut off/,
  },
  {
    row: "container, which has no map of its own",
    ...ofGroup("folder", ["relief", "roads"], "CONTAINER"),
    health: "healthy",
    says: "is a container, which has no map of its own",
  },
  { row: "group, member is off", ...ofGroup("mapoff", ["roads", "offtype"]), health: "healthy" },
  {
    row: "group, member is a raster that is gone",
    ...ofGroup("mapraster", ["roads", "reliefgone"]),
    health: "degraded",
    says: /cannot be opened/,
  },
];

/** What neither REST nor a picture shows: it is called healthy, and docs/compatibility.md says so. */
export const notShown: readonly FaultRow[] = [
  { row: "image missing: a grey square", ...ofType("noimage", "image-missing"), health: "healthy" },
  {
    row: "mosaic, the file of one granule gone: drawn without it",
    ...ofRaster("sstmiss", { fault: "granule-gone", names: "2026-01-04" }),
    health: "healthy",
  },
  {
    row: "wrong declared SRS: its features are drawn where it says they are",
    ...ofType("wrongsrs", "wrong-srs", { srs: "EPSG:25832", projectionPolicy: "FORCE_DECLARED" }),
    health: "healthy",
  },
];

/** All that is shown. */
export const rows: readonly FaultRow[] = [
  ...sources,
  ...styles,
  ...switches,
  ...names,
  ...boxes,
  ...groups,
];
