/** Keeping what clients say beyond the fields the catalog understands, within a bound. */
import { changedDetails, type Details, type DetailsChange } from "../../model/details.ts";
import { details as limits } from "../../model/limits.ts";
import { CatalogError } from "./errors.ts";

/** The kept fields after a change. Refuses with too-large what is more than an object may hold. */
export function mergeDetails(before: Details, change: DetailsChange | undefined): Details {
  if (change === undefined) return before;
  const after = changedDetails(before, change);
  const bytes = Buffer.byteLength(JSON.stringify(after));
  if (bytes <= limits.keptBytes) return after;
  throw new CatalogError(
    "too-large",
    `The document would have ${bytes} bytes beside its known fields; the limit is ${limits.keptBytes}`,
  );
}
