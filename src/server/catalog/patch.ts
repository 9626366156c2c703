/** Applies patches to values. */
import { changedDetails, type Details, type DetailsChange } from "../../model/details.ts";
import { type Detailed, type Patch, fieldsOfPatch } from "../../model/schema.ts";
import { details as limits } from "../../model/limits.ts";
import { CatalogError } from "./errors.ts";

/** These keys of a record (`records.ts`) are not part of its value. */
const KEYS: ReadonlySet<string> = new Set(["name", "workspace"]);

/** Sets fields that an older record lacks, too. Throws too-large beyond the limit of an object. */
export function merged<Value extends Detailed>(before: Value, patch: Patch<Value>): Value {
  const set = Object.entries(fieldsOfPatch(patch)).filter(([name]) => !KEYS.has(name));
  const details = mergeDetails(before.details ?? {}, patch.details);
  return { ...before, ...Object.fromEntries(set), details };
}

/** Throws too-large beyond the limit of an object. */
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
