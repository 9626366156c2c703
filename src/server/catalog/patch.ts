/** What becomes of a value by what a client says of it. */
import { changedDetails, type Details, type DetailsChange } from "../../model/details.ts";
import { fieldsOfPatch, type Detailed, type Patch } from "../../model/fields.ts";
import { details as limits } from "../../model/limits.ts";
import { CatalogError } from "./errors.ts";

/** What patches say of the key of a record (`records.ts`), which is kept outside its value. */
const KEYS: ReadonlySet<string> = new Set(["name", "workspace"]);

/**
 * A value after a patch. A field that the value has not yet, because its record is older than the field, is set
 * like any other. Refuses with too-large what is more than an object may hold.
 */
export function merged<Value extends Detailed>(before: Value, patch: Patch<Value>): Value {
  const set = Object.entries(fieldsOfPatch(patch)).filter(([name]) => !KEYS.has(name));
  const details = mergeDetails(before.details ?? {}, patch.details);
  return { ...before, ...Object.fromEntries(set), details };
}

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
