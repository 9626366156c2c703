/**
 * Where requests go, so that every server finds the object that is meant. Servers take what follows the
 * last dot of a path for a representation and cut it off: the included one six suffixes, a stock one
 * whatever it is. So a name with a dot at the end of a path gets a suffix of its own, which is cut in
 * its place: a request for the style `road.sld` must not reach the style `road`
 * (docs/compatibility.md, "Addresses").
 */
import type { RegularMember } from "../model/regular-nouns.ts";
import {
  layerGroupPath,
  pathOf,
  regularPath,
  routePattern,
  stylePath,
  type PathName,
  type PathParameters,
} from "./paths.ts";

/** What is taken as it is: uploads, rules by their keys, granules by their ids, files. */
const WHOLE: ReadonlySet<PathName> = new Set([
  "dataStoreUpload",
  "coverageStoreUpload",
  "layerRule",
  "serviceRule",
  "restRule",
  "granule",
  "resource",
]);

/** The path of a request; as `pathOf`, safe for names with a dot. */
export function pathTo<Name extends PathName>(
  name: Name,
  parameters: PathParameters<Name>,
  suffix?: string,
): string {
  const path = pathOf(name, parameters, suffix);
  const endsInName = /\/:[A-Za-z]+$/.test(routePattern(name)) && !WHOLE.has(name);
  return suffix === undefined && endsInName ? guarded(path) : path;
}

/** The path of a request about an object of a regular noun. */
export function regularPathTo(member: RegularMember, name: string, suffix?: string): string {
  const path = regularPath(member, name, suffix);
  return suffix === undefined ? guarded(path) : path;
}

/** The path of a request about a style in its scope. */
export function stylePathTo(workspace: string | null, style: string, suffix?: string): string {
  const path = stylePath(workspace, style, suffix);
  return suffix === undefined ? guarded(path) : path;
}

/** The path of a request about a layer group in its scope. */
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
