/**
 * How two XML documents differ in what they mean, in words: which rule of a style, which type of a
 * mapping. What counts is what `canonical-xml.ts` says; what cannot be named by the words of styles
 * and mappings is named by its elements. Passwords in connection parameters are never reported.
 */
import { isSecretParameter } from "../model/connection-parameters.ts";
import { canonicalElement } from "./canonical-xml.ts";
import {
  attributeNamed,
  attributesOf,
  childElements,
  childNamed,
  trimmedText,
  withXmlDocument,
  type XmlElement,
} from "./xml-document.ts";

/** One difference: where, from the outside in, and what. */
export interface Difference {
  readonly place: readonly string[];
  readonly what: string;
}

/** Differences of two documents in document order; none when they mean the same. Throws WireError. */
export function xmlDifferences(before: Uint8Array, after: Uint8Array): readonly Difference[] {
  return withXmlDocument(before, (one) =>
    withXmlDocument(after, (other) => {
      const found: Difference[] = [];
      if (nameOf(one) === nameOf(other)) compare(one, other, { place: [], found });
      else found.push({ place: [], what: `${shortName(one)} → ${shortName(other)}` });
      return found;
    }),
  );
}

interface Comparison {
  readonly place: readonly string[];
  readonly found: Difference[];
}

function compare(before: XmlElement, after: XmlElement, { place, found }: Comparison): void {
  if (canonicalElement(before) === canonicalElement(after)) return;
  const count = found.length;
  compareAttributes(before, after, { place, found });
  const [old, now] = [childElements(before), childElements(after)];
  if (old.length === 0 && now.length === 0) {
    const [was, is] = [textOf(before), textOf(after)];
    if (was !== is) found.push({ place, what: changeOf(after, was, is) });
  } else compareChildren(old, now, { place, found });
  if (found.length === count) found.push({ place, what: "is in another order" });
}

function textOf(element: XmlElement): string {
  const text = element.content;
  return text.trim() === "" ? text : text.trim();
}

function compareAttributes(
  before: XmlElement,
  after: XmlElement,
  { place, found }: Comparison,
): void {
  const [old, now] = [attributeMap(before), attributeMap(after)];
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(name), now.get(name)];
    if (was !== is) found.push({ place: [...place, name], what: `${quote(was)} → ${quote(is)}` });
  }
}

function attributeMap(element: XmlElement): ReadonlyMap<string, string> {
  return new Map(attributesOf(element).map(({ name, value }) => [name, value]));
}

/** Children of one name belong together where they are called the same; equal ones first of all. */
function compareChildren(
  old: readonly XmlElement[],
  now: readonly XmlElement[],
  { place, found }: Comparison,
): void {
  const byKey = Map.groupBy(now, keyOf);
  const counts = Map.groupBy([...old, ...now], nameOf);
  const placeOf = (element: XmlElement, among: readonly XmlElement[]) => {
    const isOnly = (counts.get(nameOf(element))?.length ?? 0) <= 2;
    return [...place, ...wordsFor(element, among, isOnly)];
  };
  for (const [key, ones] of Map.groupBy(old, keyOf)) {
    const pairs = paired(ones, byKey.get(key) ?? []);
    byKey.delete(key);
    for (const [one, other] of pairs) {
      if (one !== undefined && other !== undefined)
        compare(one, other, { place: placeOf(one, old), found });
      else if (one !== undefined) found.push({ place: placeOf(one, old), what: "is removed" });
      else if (other !== undefined) found.push({ place: placeOf(other, now), what: "is added" });
    }
  }
  for (const added of [...byKey.values()].flat())
    found.push({ place: placeOf(added, now), what: "is added" });
}

type Pair = readonly [before: XmlElement | undefined, after: XmlElement | undefined];

/** Elements that differ, each beside what it was; those that are equal are left out. */
function paired(old: readonly XmlElement[], now: readonly XmlElement[]): readonly Pair[] {
  const left = now.map((element) => ({ element, text: canonicalElement(element) }));
  const changed = old.filter((element) => {
    const text = canonicalElement(element);
    const at = left.findIndex((one) => one.text === text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const length = Math.max(changed.length, left.length);
  return Array.from({ length }, (_none, index) => [changed[index], left[index]?.element]);
}

function nameOf(element: XmlElement): string {
  return `{${element.namespaceUri}}${element.name}`;
}

function keyOf(element: XmlElement): string {
  return `${nameOf(element)} ${labelOf(element) ?? ""}`;
}

function shortName({ name }: XmlElement): string {
  return name;
}

/** What styles and mappings are made of: what people call it, and what names one of it. */
const nouns: Readonly<Record<string, readonly [noun: string, ...names: readonly string[]]>> = {
  NamedLayer: ["layer", "Name"],
  UserLayer: ["layer", "Name"],
  UserStyle: ["style", "Name"],
  FeatureTypeStyle: ["feature type style", "Name"],
  CoverageStyle: ["coverage style", "Name"],
  Rule: ["rule", "Name", "Title"],
  FeatureTypeMapping: ["type", "mappingName", "targetElement"],
  AttributeMapping: ["attribute", "targetAttribute", "label"],
  DataStore: ["data store", "id"],
  Parameter: ["parameter", "name"],
  Namespace: ["namespace", "prefix"],
};

/** Elements that one attribute names so well that nothing else is needed. */
const NAMED_BY_ATTRIBUTE = new Set(["CssParameter", "SvgParameter", "VendorOption"]);

/** Wrappers that say nothing to those who read about what is in them. */
const SILENT = new Set([
  "typeMappings",
  "attributeMappings",
  "sourceDataStores",
  "parameters",
  "namespaces",
]);

/** What distinguishes an element from its neighbours; undefined where only its place does. */
function labelOf(element: XmlElement): string | undefined {
  if (NAMED_BY_ATTRIBUTE.has(element.name)) return attributeNamed(element, "name");
  const [, ...names] = nouns[element.name] ?? [];
  return names.map((name) => trimmedText(childNamed(element, name))).find((label) => label !== "");
}

/** An element in words; `isOnly` where its parent has no other of the name. */
function wordsFor(
  element: XmlElement,
  among: readonly XmlElement[],
  isOnly: boolean,
): readonly string[] {
  const { name } = element;
  if (SILENT.has(name)) return [];
  const label = labelOf(element);
  if (label !== undefined && NAMED_BY_ATTRIBUTE.has(name)) return [label];
  const noun = nouns[name]?.[0];
  if (label !== undefined) return [`${noun ?? name} ${JSON.stringify(label)}`];
  if (isOnly) return noun === undefined ? [name] : [];
  const same = among.filter((one) => nameOf(one) === nameOf(element));
  return [`${noun ?? name} ${same.indexOf(element) + 1}`];
}

/** Longest text that is reported whole. */
const SHOWN = 60;

function quote(text: string | undefined): string {
  if (text === undefined) return "nothing";
  const flat = withoutPasswords(text).replaceAll(/\s+/g, " ");
  return JSON.stringify(flat.length <= SHOWN ? flat : `${flat.slice(0, SHOWN)}…`);
}

/** A changed text, unless it is a password. */
function changeOf(element: XmlElement, before: string, after: string): string {
  const key = trimmedText(childNamed(element.parent ?? undefined, "name"));
  const isSecret = element.name === "value" && isSecretParameter(key);
  const [was, is] = [quote(before), quote(after)];
  const flat = (text: string) => text.replaceAll(/\s+/g, " ").trim();
  if (!isSecret && flat(before) === flat(after)) return "changes in white space only";
  if (isSecret || (was === is && before.length <= SHOWN)) return "(secret), changed";
  return was === is ? `${was} changes further on` : `${was} → ${is}`;
}

/** A text without the passwords in its addresses. */
export function withoutPasswords(text: string): string {
  return text.replaceAll(/(:\/\/[^/\s:@]*:)[^/\s@]+@/g, "$1(secret)@");
}
