/** Compares .properties files key by key. Passwords are never reported. */
import { parse as parseProperties } from "dot-properties";
import { isSecretParameter, isWithheld } from "../model/connection-parameters.ts";
import { fillsGaps } from "../model/gaps.ts";
import { kept, openDifferences, withoutPasswords, type Difference } from "./difference.ts";

export interface Sides {
  /** Placeholder for unknown secrets in the new content. */
  readonly hole?: string | undefined;
  /** The old content comes from a server; a withheld password counts as equal. */
  readonly isShown?: boolean | undefined;
}

/** Keys are case-insensitive, unless nothing else differs. */
export function propertyDifferences(
  given: Uint8Array,
  wanted: Uint8Array,
  sides: Sides,
): readonly Difference[] {
  const [old, now] = [propertiesIn(given), propertiesIn(wanted)];
  const found = openDifferences();
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const change = changeOf(old.get(key), now.get(key), sides);
    if (change !== undefined) found.add(change);
  }
  if (found.count() > 0) return found.all();
  for (const [key, { key: after }] of now) {
    const before = old.get(key)?.key;
    if (before !== undefined && before !== after)
      found.add({ place: [after], sort: "changed", before, after });
  }
  return found.all();
}

interface Property {
  readonly key: string;
  readonly value: string;
}

/** By lower-case key; the last value of a key wins. */
function propertiesIn(bytes: Uint8Array): ReadonlyMap<string, Property> {
  // Removes a UTF-8 byte order mark.
  const text = Buffer.from(bytes).toString("latin1").replace(/^ï»¿/, "");
  const entries = Object.entries(parseProperties(text) as Record<string, string>);
  return new Map(
    entries.map(([key, value]) => [key.trim().toLowerCase(), { key, value: value.trim() }]),
  );
}

/** Undefined for an unchanged property. */
function changeOf(
  was: Property | undefined,
  is: Property | undefined,
  sides: Sides,
): Difference | undefined {
  if (was === undefined) return is && addition(is, sides);
  if (is === undefined) {
    const own = isSecretParameter(was.key) ? {} : said(was, undefined);
    return { place: [was.key], sort: "removed", ...own, pathBefore: was.key };
  }
  if (was.value === is.value || mayBeSame(was.value, is, sides)) return undefined;
  const about = { place: [is.key], pathBefore: was.key, pathAfter: is.key };
  const isSame = withoutPasswords(was.value) === withoutPasswords(is.value);
  if (isSame || isHidden(is, sides)) return { ...about, sort: "secret" };
  return { ...about, sort: "changed", ...said(was, is) };
}

function addition(is: Property, sides: Sides): Difference | undefined {
  if (mayBeSame(undefined, is, sides)) return undefined;
  const own = isHidden(is, sides) ? {} : said(undefined, is);
  return { place: [is.key], sort: "added", ...own, pathAfter: is.key };
}

/** True for values that the server withholds or that are unknown here. */
function mayBeSame(was: string | undefined, is: Property, { hole, isShown }: Sides): boolean {
  if (isShown === true && isSecretParameter(is.key) && isWithheld(was)) return true;
  return hole !== undefined && was !== undefined && fillsGaps(was, is.value.split(hole));
}

/** Whether the wanted value is or contains a secret. */
function isHidden({ key, value }: Property, { hole }: Sides): boolean {
  return isSecretParameter(key) || (hole !== undefined && value.includes(hole));
}

function said(
  was: Property | undefined,
  is: Property | undefined,
): Pick<Difference, "before" | "after"> {
  return kept(was && withoutPasswords(was.value), is && withoutPasswords(is.value));
}
