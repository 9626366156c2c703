/** How two contents of one file differ, in words; and as texts to compare, without their passwords. */
import { parse as parseProperties } from "dot-properties";
import { isSecretParameter, isWithheld } from "../model/connection-parameters.ts";
import { fillsGaps } from "../model/gaps.ts";
import { hasMeaning } from "../model/object-digest.ts";
import { kept, openDifferences, withoutPasswords, type Difference } from "./difference.ts";
import { textDifferences } from "./text-difference.ts";
import { decodeText } from "./text.ts";
import { WireError } from "./wire-error.ts";
import { xmlDifferences } from "./xml-difference.ts";

/** What is known of the two sides of a comparison. */
export interface Sides {
  /** What stands in the new content for secrets that are not given: anything may stand there in the other. */
  readonly hole?: string | undefined;
  /** The old content is as a server shows it: a password that it keeps to itself is taken for the wanted one. */
  readonly isShown?: boolean | undefined;
}

/**
 * Differences of contents that are not the same; `path` says by its extension what they are. At least one: what
 * only differs in layout is said to.
 */
export function contentDifferences(
  path: string,
  before: Uint8Array,
  after: Uint8Array,
  sides: Sides = {},
): readonly Difference[] {
  const found = differencesIn(path, before, after, sides);
  return found.length > 0 ? found : [opaque("differs in layout only")];
}

function differencesIn(
  path: string,
  before: Uint8Array,
  after: Uint8Array,
  sides: Sides,
): readonly Difference[] {
  try {
    const bytes = Math.max(before.byteLength, after.byteLength);
    if (XML.test(path) || hasMeaning(path, bytes)) return xmlDifferences(before, after, sides);
    if (PROPERTIES.test(path)) return propertyDifferences(before, after, sides);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
  }
  const [one, other] = [before, after].map((content) => readableText(path, content));
  if (one === undefined || other === undefined) return [opaque("its bytes differ")];
  if (one === other) return [{ place: [], sort: "secret" }];
  return textDifferences(one, other) ?? [opaque("its text differs")];
}

function opaque(after: string): Difference {
  return { place: [], sort: "opaque", after };
}

const PROPERTIES = /\.properties$/i;
const XML = /\.(?:appschema|sld|svg|xml|xsd)$/i;

/** Whether a file is one that people read. */
function isText(path: string): boolean {
  return /\.(?:appschema|css|csv|ftl|json|properties|sld|svg|txt|xml|xsd|ya?ml)$/i.test(path);
}

/** Keys are the same in upper and lower case, unless nothing else differs. */
function propertyDifferences(
  given: Uint8Array,
  wanted: Uint8Array,
  sides: Sides,
): readonly Difference[] {
  const [old, now] = [propertiesIn(given), propertiesIn(wanted)];
  const found = openDifferences();
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(key), now.get(key)];
    const change = changeOf(key, [was?.value, is?.value], sides);
    const name = is?.key ?? was?.key ?? key;
    const paths = { pathBefore: was?.key, pathAfter: is?.key };
    if (change !== undefined) found.add({ place: [name], ...change, ...paths });
  }
  if (found.count() > 0) return found.all();
  for (const [key, is] of now) {
    const was = old.get(key);
    if (was !== undefined && was.key !== is.key)
      found.add({ place: [is.key], sort: "changed", before: was.key, after: is.key });
  }
  return found.all();
}

function changeOf(
  key: string,
  [was, is]: readonly [string | undefined, string | undefined],
  { hole, isShown }: Sides,
): Pick<Difference, "sort" | "before" | "after"> | undefined {
  if (was === is) return undefined;
  const isSecret = isSecretParameter(key);
  if (isShown === true && isSecret && is !== undefined && isWithheld(was)) return undefined;
  const isOpen = hole !== undefined && is?.includes(hole) === true;
  if (isOpen && was !== undefined && fillsGaps(was, is.split(hole))) return undefined;
  if (was === undefined || is === undefined) {
    const sort = was === undefined ? "added" : "removed";
    return isSecret || isOpen ? { sort } : { sort, ...kept(shown(was), shown(is)) };
  }
  const [before, after] = [withoutPasswords(was), withoutPasswords(is)];
  if (isSecret || isOpen || before === after) return { sort: "secret" };
  return { sort: "changed", ...kept(before, after) };
}

function shown(text: string | undefined): string | undefined {
  return text === undefined ? undefined : withoutPasswords(text);
}

interface Property {
  readonly key: string;
  readonly value: string;
}

/** Properties by their keys in lower case; the last one of a key counts. */
function propertiesIn(bytes: Uint8Array): ReadonlyMap<string, Property> {
  // A mark of UTF-8 in front belongs to no key.
  const text = Buffer.from(bytes).toString("latin1").replace(/^ï»¿/, "");
  const entries = Object.entries(parseProperties(text) as Record<string, string>);
  return new Map(
    entries.map(([key, value]) => [key.trim().toLowerCase(), { key, value: value.trim() }]),
  );
}

/** A content as lines for people, passwords masked; undefined for what nobody reads. */
export function readableText(path: string, bytes: Uint8Array): string | undefined {
  if (!isText(path)) return undefined;
  try {
    const text = PROPERTIES.test(path) ? Buffer.from(bytes).toString("latin1") : decodeText(bytes);
    const plain = withoutPasswords(text);
    return PROPERTIES.test(path) ? maskProperties(plain) : maskParameters(plain);
  } catch (error) {
    if (error instanceof WireError) return undefined;
    throw error;
  }
}

function maskProperties(text: string): string {
  return text.replaceAll(/^([ \t]*)([^\s=:#!]+)([ \t]*[=: ][ \t]*)(.*)$/gm, (line, ...parts) => {
    const [indent, key, sign] = parts as [string, string, string];
    return isSecretParameter(key) ? `${indent}${key}${sign}(secret)` : line;
  });
}

const PARAMETER = /<((?:[\w.-]+:)?Parameter)(?=[\s>])[\s\S]*?<\/\1\s*>/g;
const NAME = /<(?:[\w.-]+:)?name(?:\s[^<>]*)?>([^<>]*)</;
const VALUE = /(<((?:[\w.-]+:)?value)(?:\s[^<>]*)?>)[\s\S]*?(<\/\2\s*>)/g;
const ENTRY = /(<entry\s+key\s*=\s*["']([^"'<>]*)["'][^<>]*>)[\s\S]*?(<\/entry\s*>)/g;

/** Values of parameters with a secret's name, as mappings and documents of stores write them. */
function maskParameters(text: string): string {
  return text
    .replaceAll(PARAMETER, (parameter) =>
      isSecretParameter(NAME.exec(parameter)?.[1] ?? "")
        ? parameter.replaceAll(VALUE, "$1(secret)$3")
        : parameter,
    )
    .replaceAll(ENTRY, (entry, open: string, key: string, close: string) =>
      isSecretParameter(key) ? `${open}(secret)${close}` : entry,
    );
}
