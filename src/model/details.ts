/**
 * Fields that the catalog does not interpret, but returns as they were sent (docs/compatibility.md,
 * "Documents").
 */
import { isSecretParameter } from "./connection-parameters.ts";

/** A node: attributes are `@name`, its text is `$`. */
export type Detail =
  | string
  | number
  | boolean
  | readonly Detail[]
  | { readonly [name: string]: Detail };

/** Kept fields by name, in order. */
export type Details = Readonly<Record<string, Detail>>;

/** A change: null unsets a field, absent fields stay. */
export type DetailsChange = Readonly<Record<string, Detail | null>>;

/**
 * Replaces each named field as a whole, unless its text is the same: XML does not distinguish
 * numbers from texts.
 */
export function changedDetails(before: Details, change: DetailsChange): Details {
  const after = new Map<string, Detail>(Object.entries(before));
  for (const [name, detail] of Object.entries(change)) {
    if (detail === null) after.delete(name);
    else if (!saysTheSame(before[name], detail)) after.set(name, detail);
  }
  return Object.fromEntries(after);
}

function saysTheSame(one: Detail | undefined, other: Detail | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  if (typeof one !== "object" || typeof other !== "object")
    return typeof one !== "object" && typeof other !== "object" && String(one) === String(other);
  const [fields, others] = [Object.entries<Detail>(one), new Map(Object.entries<Detail>(other))];
  return (
    isList(one) === isList(other) &&
    fields.length === others.size &&
    fields.every(([name, inner]) => saysTheSame(inner, others.get(name)))
  );
}

/** Encrypts all members and map entries with a secret's name. */
export function sealDetails(change: DetailsChange, seal: (text: string) => string): DetailsChange {
  return Object.fromEntries(
    Object.entries(change).map(([name, detail]) => [
      name,
      detail === null ? null : sealed(name, detail, seal),
    ]),
  );
}

function sealed(name: string, detail: Detail, seal: (text: string) => string): Detail {
  if (typeof detail !== "object") {
    return isSecretParameter(name) && detail !== "" ? seal(String(detail)) : detail;
  }
  if (isList(detail)) return detail.map((node) => sealed(name, node, seal));
  const key = detail["@key"];
  const owner = typeof key === "string" ? key : name;
  return Object.fromEntries(
    Object.entries(detail).map(([member, node]) => [
      member,
      sealed(member === "$" ? owner : member, node, seal),
    ]),
  );
}

/** Whether a node is a list. */
export function isList(detail: Detail): detail is readonly Detail[] {
  return Array.isArray(detail);
}
