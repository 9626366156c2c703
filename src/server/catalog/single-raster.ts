/**
 * Coverages of files that hold one alone, as a stock server describes them: such a coverage is called as its file is
 * (docs/compatibility.md, "Coverage stores and coverages"). What else that server finds in the raster is not known here.
 */
import type { PublishedPatch } from "../../model/published.ts";
import { mergeDetails } from "./patch.ts";
import { CatalogError } from "./errors.ts";
import type { Stored } from "./records.ts";

/** Types of stores whose one coverage is called as the file is. */
const SINGLE: ReadonlySet<string> = new Set(["GeoTIFF", "WorldImage", "ArcGrid"]);

/** What readers of GeoTIFF called every coverage once. They know it still, and old catalogs are full of it. */
const FORMER = "geotiff_coverage";

/** The only coverage in a file. */
export interface SingleRaster {
  readonly name: string;
  /** All that its reader takes for its name, in lower case: it looks at no case. */
  readonly names: ReadonlySet<string>;
}

/** The only coverage in the file of a store; undefined where there may be several, or no file is said. */
export function singleRaster({ value }: Stored<"coverage-store">): SingleRaster | undefined {
  const { storeType, url } = value;
  if (storeType === null || !SINGLE.has(storeType)) return undefined;
  const name = (url ?? "").replace(/^(?:file:)?(?:.*[/\\])?/, "").replace(/\.[^.]*$/, "");
  if (name === "") return undefined;
  const former = storeType === "GeoTIFF" ? [FORMER] : [];
  return { name, names: new Set([name.toLowerCase(), ...former]) };
}

/**
 * What a client says of a new coverage, as a stock server takes it. `isBare`: nothing but names is said, so all else is
 * read from the raster. Refuses a native name that the file has not.
 */
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

/** Who says a system and no policy has the raster brought to it. */
function placed({ details }: PublishedPatch): PublishedPatch["details"] {
  if (details?.["srs"] === undefined) return details;
  return { projectionPolicy: "REPROJECT_TO_DECLARED", ...details };
}
