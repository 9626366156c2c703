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

/** The name of the only coverage in the file of a store; undefined where there may be several, or no file is said. */
export function singleRaster({ value }: Stored<"coverage-store">): string | undefined {
  if (value.storeType === null || !SINGLE.has(value.storeType)) return undefined;
  const file = (value.url ?? "").replace(/^(?:file:)?(?:.*[/\\])?/, "").replace(/\.[^.]*$/, "");
  return file === "" ? undefined : file;
}

/**
 * What a client says of a new coverage, as a stock server takes it. `isBare`: nothing but names is said, so all else is
 * read from the raster. Refuses a native name that the file has not.
 */
export function describedAsSingle(
  raster: string,
  change: PublishedPatch,
  isBare: boolean,
): PublishedPatch {
  const given = change.details?.["nativeCoverageName"];
  const native = typeof given === "string" ? given : change.nativeName;
  if (native !== undefined && native !== raster)
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
