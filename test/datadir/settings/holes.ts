/** Settings that imports do not declare, with the reason. */

import type { Setting } from "./measure.ts";

/** Places by their beginnings. */
const holes: readonly (readonly [place: RegExp, reason: string])[] = [
  [
    /^coverage\/nativeName$/,
    "servers write what they find; nativeCoverageName says which raster it is",
  ],
  [/^(?:coverage|featureType)\/(?:nativeCRS|nativeFormat)$/, "servers find it in the data"],
  [/^coverage\/(?:grid|dimensions)\//, "servers find it in the data, as far as no field says it"],
  [/\/entry\[dirName\]$/, "servers write it by themselves"],
  [/\/virtualTable\/name$/, "it is the native name, which is declared"],
  [/^GeoServerTileLayer\/inMemoryCached$/, "no version since 3.0 has it"],
  [/^GeoServerTileLayer\/.*\/defaultStyle$/, "follows from the layer"],
  [/^GeoServerTileLayer\/transientSetting$/, "an element that nobody knows"],
  [/^GeoServerGWCConfig\/version$/, "of the file, not of what it says"],
  [/^(?:wps|csw)\//, "the services WPS and CSW have no kind"],
  [
    /^global\/(?:charset|contact|numDecimals|onlineResource|verbose|verboseExceptions)$/,
    "read by no version since 2.2",
  ],
  [/\/disabledServices\/string$/, "counts only where serviceConfiguration says so"],
  [/\/dimensionInfo\/enabled$/, "a disabled dimension without its attribute has no meaning yet"],
  [/^security\//, "settings of security are never read or written"],
];

/** Why a setting is not declared; undefined where nobody has said it. */
export function reasonOf({ path, kinds }: Pick<Setting, "path" | "kinds">): string | undefined {
  const isMapped = kinds.includes("AppSchemaStore");
  const place = isMapped ? mapped.find(([pattern]) => pattern.test(path)) : undefined;
  return (place ?? holes.find(([pattern]) => pattern.test(path)))?.[1];
}

/** The same of what a mapping publishes. */
const mapped: typeof holes = [
  [/^featureType\/nativeName$/, "the mapping says it"],
  [/^featureType\/(?:title|enabled)$/, "its layer says it, where the directory has one"],
  [
    /^featureType\/(?:cqlFilter|attributes|disabledServices)/,
    "what hides rows or attributes has no field: an upload would show them",
  ],
];
