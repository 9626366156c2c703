/**
 * Request paths that every server resolves to the right object. Servers cut the text after the last
 * dot off as a format: Plumbline's server six suffixes, GeoServer any. A name with a dot gets a
 * further suffix, so that a request for the style `road.sld` does not reach the style `road`
 * (docs/compatibility.md, "Addresses").
 */
import {
  layerGroupPath,
  objectPath,
  pathOf,
  routePattern,
  stylePath,
  type PathName,
  type PathParameters,
} from "./paths.ts";

/** Servers do not cut suffixes off these paths. */
const WHOLE: ReadonlySet<PathName> = new Set([
  "dataStoreUpload",
  "coverageStoreUpload",
  "layerRule",
  "serviceRule",
  "restRule",
  "granule",
  "resource",
]);

/** As `pathOf`, but safe for names with a dot. */
export function pathTo<Name extends PathName>(
  name: Name,
  parameters: PathParameters<Name>,
  suffix?: string,
): string {
  const path = pathOf(name, parameters, suffix);
  const endsInName = /\/:[A-Za-z]+$/.test(routePattern(name)) && !WHOLE.has(name);
  return suffix === undefined && endsInName ? guarded(path) : path;
}

/** As `objectPath`, but safe for names with a dot. */
export function objectPathTo(...[name, at, suffix]: Parameters<typeof objectPath>): string {
  const path = objectPath(name, at, suffix);
  return suffix === undefined ? guarded(path) : path;
}

/** As `stylePath`, but safe for names with a dot. */
export function stylePathTo(workspace: string | null, style: string, suffix?: string): string {
  const path = stylePath(workspace, style, suffix);
  return suffix === undefined ? guarded(path) : path;
}

/** As `layerGroupPath`, but safe for names with a dot. */
export function layerGroupPathTo(
  workspace: string | null,
  layerGroup: string,
  suffix?: string,
): string {
  const path = layerGroupPath(workspace, layerGroup, suffix);
  return suffix === undefined ? guarded(path) : path;
}

function guarded(path: string): string {
  return path.slice(path.lastIndexOf("/")).includes(".") ? `${path}.xml` : path;
}
