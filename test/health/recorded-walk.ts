/** What happened between the recordings that REST does not show, and what of them is not compared. */
import type { Fault } from "../support/ogc/faults.ts";

/** Faults from a row on. */
export const faultChanges: Readonly<Record<string, Readonly<Record<string, Fault>>>> = {
  "cascaded WMS that is down": { "casc:far": "cascade-down" },
  "cascaded WMS that is down, after /reset": { "casc:far": "cascade-down-after-reset" },
  "F2: after the upload": { "water:Gauge": "schema-changed" },
  "F2: under another name": { "water:Gauge": "image-missing" },
  "mapping that is no XML": { "water:Gauge": "mapping-no-xml", "water:Station": "mapping-no-xml" },
  "mapping good again": { "water:Gauge": "image-missing", "water:Station": "image-missing" },
};

/** Settings of the server by the row that changed them. */
export const settingChanges: Readonly<Record<string, object>> = {
  "global services off": { globalServices: false },
  "global services on": { globalServices: true },
  "resourceErrorHandling OGC_EXCEPTION_REPORT": { globalServices: true },
  "resourceErrorHandling SKIP_MISCONFIGURED_LAYERS": {
    resourceErrorHandling: "SKIP_MISCONFIGURED_LAYERS",
  },
  "resourceErrorHandling OGC_EXCEPTION_REPORT (2)": {
    resourceErrorHandling: "OGC_EXCEPTION_REPORT",
  },
  "resourceErrorHandling SKIP_MISCONFIGURED_LAYERS (2)": {
    resourceErrorHandling: "SKIP_MISCONFIGURED_LAYERS",
  },
  "resourceErrorHandling OGC_EXCEPTION_REPORT (3)": {
    resourceErrorHandling: "OGC_EXCEPTION_REPORT",
  },
  "resourceErrorHandling SKIP_MISCONFIGURED_LAYERS (3)": {
    resourceErrorHandling: "SKIP_MISCONFIGURED_LAYERS",
  },
};

/** What Plumbline never asks for. */
export const leftOutRows: readonly RegExp[] = [
  /\/wms\/reflect\?|\/gwc\/demo|\/service\/tms\/1\.0\.0\/|\/wmts\/rest\/|request=GetStyles|request=DescribeLayer|ListStoredQueries/,
  /^DescribeFeatureType of all types/,
  // A legend as JSON is no matter of the source: the good mapping has none either.
  /GetLegendGraphic&layer=water:Gauge.*json/,
  // The URI is that of the default workspace there.
  /^unknown workspace .*DescribeFeatureType/,
  // Names of these lists were not written down.
  /^capabilities WCS 1\.0\.0 (?:global|of a workspace) /,
  /^WMTS: then /,
  // Which layer comes first in a list that stops at one was not written down.
  /^resourceErrorHandling OGC_EXCEPTION_REPORT \(2\) .*(?:service=WMS|WCS&version=1\.0\.0)/,
  // The page was cut off when it was written down.
  /^WMTS capabilities: layers that the caller may not see/,
  // What the server of the tests does not know: JPEG with pixels, the pole, strokes beyond a point, two types at once, times.
  /^blank: JPEG |^SRS out of its area |^WMS tiled=true direct |^GetFeature of two types|time=2026-01-09/,
];
