/**
 * Makes a server compute the bounds of data again (docs/compatibility.md, "After new data"). Both
 * parameters keep what a body leaves out.
 */
import { mediaTypes } from "./media.ts";
import type { WireRequest } from "./request.ts";
import { renderXml } from "./xml.ts";

const BOXES = "nativebbox,latlonbbox";

/** What can be recalculated, by its root element, with the parameter that servers read. */
const parameters = { featureType: "recalculate", coverage: "calculate" } as const;

/** Root elements of what can be recalculated. */
export type RecalculatedRoot = keyof typeof parameters;

/** Makes a server drop what it keeps of data, at the path of a reset. */
export function forgetting(path: string): WireRequest {
  return { method: "POST", path };
}

/**
 * `path` is below the store: by the path without it, a stock server knows no type. `enabled` is
 * said as it is, since a stock server fails on a coverage that says nothing.
 */
export function recalculation(root: RecalculatedRoot, path: string, enabled: boolean): WireRequest {
  return {
    method: "PUT",
    path,
    query: { [parameters[root]]: BOXES },
    mediaType: mediaTypes.xml,
    body: { kind: "text", text: renderXml(root, { enabled }) },
  };
}
