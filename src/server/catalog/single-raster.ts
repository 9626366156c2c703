/**
 * The only coverage of a raster file, named like the file, as a stock server describes it
 * (docs/compatibility.md, "Coverage stores and coverages"). The raster is not read.
 */
import type { PublishedPatch } from "../../model/published.ts";
import { mergeDetails } from "./patch.ts";
import { CatalogError } from "./errors.ts";
import type { Stored } from "./records.ts";

/** Store types whose one coverage is named like the file. */
const SINGLE: ReadonlySet<string> = new Set(["GeoTIFF", "WorldImage", "ArcGrid"]);

/** Old GeoTIFF readers used this name; readers still accept it, and old catalogs have it. */
const FORMER = "geotiff_coverage";

export interface SingleRaster {
  readonly name: string;
  /** Accepted names in lower case; readers ignore case. */
  readonly names: ReadonlySet<string>;
}

/** Returns undefined if the store may have several coverages or has no file. */
export function singleRaster({ value }: Stored<"coverage-store">): SingleRaster | undefined {
  const { storeType, url } = value;
  if (storeType === null || !SINGLE.has(storeType)) return undefined;
  const name = (url ?? "").replace(/^(?:file:)?(?:.*[/\\])?/, "").replace(/\.[^.]*$/, "");
  if (name === "") return undefined;
  const former = storeType === "GeoTIFF" ? [FORMER] : [];
  return { name, names: new Set([name.toLowerCase(), ...former]) };
}

/** With `isBare`, the raster decides the rest. Throws if the native name is not in the file. */
export function describedAsSingle(
  { name: raster, names }: SingleRaster,
  change: PublishedPatch,
  isBare: boolean,
): PublishedPatch {
  const given = change.details?.["nativeCoverageName"];
  const native = typeof given === "string" ? given : change.nativeName;
  if (native !== undefined && !names.has(native.toLowerCase()))
    throw new CatalogError(
      "coverage-unknown",
      `The specified coverageName ${native}is not supported\nThe file holds ${raster} alone`,
    );
  if (!isBare)
    return { ...change, nativeName: change.nativeName ?? change.name, details: placed(change) };
  const found = { nativeCoverageName: raster, projectionPolicy: "REPROJECT_TO_DECLARED" };
  return {
    ...change,
    nativeName: change.name ?? raster,
    details: mergeDetails(found, change.details),
  };
}

/** A CRS without a policy means reprojection to this CRS. */
function placed({ details }: PublishedPatch): PublishedPatch["details"] {
  if (details?.["srs"] === undefined) return details;
  return { projectionPolicy: "REPROJECT_TO_DECLARED", ...details };
}
