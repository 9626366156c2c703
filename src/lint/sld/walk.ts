/** Walks a style: finds the name and the index of every element, and what is not read. */
import type { StyleVersion } from "../../model/style.ts";
import { didYouMean, nearest } from "../../model/nearest.ts";
import {
  attributesOf,
  childElements,
  type XmlAttribute,
  type XmlElement,
} from "../../wire/xml-document.ts";
import type { Finding } from "../finding.ts";
import { functionProblem } from "../functions.ts";
import { vocabularyOf, type Vocabulary } from "./elements.ts";
import { attributesRead, parametersOf, vendorOptionNames, type AttributesRead } from "./names.ts";

/** A finding about an element; `at` is its index in the document. */
export interface ElementFinding extends Omit<Finding, "line" | "column"> {
  readonly at: number;
}

/** An element that servers read. */
export interface ReadElement {
  readonly element: XmlElement;
  /** The name that it is read as. */
  readonly name: string;
  /** The index in document order. */
  readonly at: number;
  readonly children: readonly ReadElement[];
  /** Whether something inside is not read. */
  readonly isPartly: boolean;
}

export interface Walked {
  readonly root: ReadElement;
  readonly findings: readonly ElementFinding[];
}

/** An element and all read elements in it, in document order. */
export function* withInner(element: ReadElement): Generator<ReadElement> {
  const open = [element];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    for (let last = next.children.length - 1; last >= 0; last--) {
      const child = next.children[last];
      if (child !== undefined) open.push(child);
    }
  }
}

interface Walk {
  readonly version: StyleVersion;
  readonly vocabulary: Vocabulary;
  readonly findings: ElementFinding[];
  count: number;
}

/** Reads a style from its root. */
export function walkStyle(root: XmlElement, version: StyleVersion): Walked {
  const walk: Walk = { version, vocabulary: vocabularyOf(version), findings: [], count: 0 };
  const { name } = root;
  return { root: read(root, { name, written: name, parent: "" }, walk), findings: walk.findings };
}

/** `name` is the name that the element is read as. */
interface Names {
  readonly name: string;
  readonly written: string;
  readonly parent: string;
}

// Each access to an element calls the XML library, so results are passed on.
function read(element: XmlElement, { name, written, parent }: Names, walk: Walk): ReadElement {
  const at = walk.count++;
  reportNames(element, { name, parent, at }, walk);
  const inside = walk.vocabulary.inside(name);
  const before = walk.findings.length;
  const children: ReadElement[] = [];
  for (const child of childElements(element)) {
    if (inside === undefined) {
      skip(child, walk);
      continue;
    }
    const own = child.name;
    const known = walk.vocabulary.named(own);
    if (known !== undefined && inside.includes(known))
      children.push(read(child, { name: known, written: own, parent: written }, walk));
    else {
      walk.findings.push(unread(own, { name, inside }, walk));
      skip(child, walk);
    }
  }
  return { element, name, at, children, isPartly: walk.findings.length > before };
}

/** Unread elements count, too. */
function skip(element: XmlElement, walk: Walk): void {
  walk.count++;
  for (const child of childElements(element)) skip(child, walk);
}

function unread(
  written: string,
  parent: { readonly name: string; readonly inside: readonly string[] },
  { version, vocabulary, count }: Walk,
): ElementFinding {
  const at = { type: "unread", at: count } as const;
  const known = vocabulary.named(written);
  if (known !== undefined) {
    const places = vocabulary.around(known);
    const hint = `It belongs in ${listed(places)}.`;
    const message = `${written} is not read in ${parent.name}; servers pass over it`;
    return { ...at, message, hint: places.length > MANY ? undefined : hint };
  }
  const other = version === "1.0.0" ? "1.1.0" : "1.0.0";
  if (vocabularyOf(other).named(written) !== undefined) {
    const message = `${written} is read in SLD ${other} only, and this is ${version}`;
    return { ...at, message, hint: counterparts[written] };
  }
  const hint = didYouMean(written, parent.inside) ?? didYouMean(written, vocabulary.names);
  const message = `${written} is no element of a style; servers pass over it`;
  return { ...at, message, hint };
}

/** A longer list of places does not help. */
const MANY = 8;

const counterparts: Readonly<Record<string, string>> = {
  CssParameter: "Name it SvgParameter.",
  SvgParameter: "Name it CssParameter.",
  Description: "Write Title and Abstract without it.",
};

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
}

/** Elements whose attribute "name" identifies their purpose. */
const NAMED: ReadonlySet<string> = new Set([
  "CssParameter",
  "Function",
  "SvgParameter",
  "VendorOption",
]);

/** Reports unread attributes and unread names in attributes. */
function reportNames(
  element: XmlElement,
  { name, parent, at }: { readonly name: string; readonly parent: string; readonly at: number },
  { findings }: Walk,
): void {
  const report = (message: string, hint?: string): void => {
    findings.push({ type: "unread", message, hint, at });
  };
  const isNamed = NAMED.has(name);
  const read = attributesRead(name);
  // Reading attributes is slow, and most elements have no relevant ones.
  if (!isNamed && read === undefined) return;
  const given = attributesOf(element).map((one) => ({ name: one.name, one }));
  if (read !== undefined) reportAttributes(name, read, given, report);
  if (!isNamed) return;
  const own = given.find((attribute) => attribute.name === "name")?.one.value;
  reportName(name, own, parent, report);
  const problem = name === "Function" ? functionProblem(own ?? "parameter") : undefined;
  if (problem !== undefined) findings.push({ type: "refused", ...problem, at });
}

type Report = (message: string, hint?: string) => void;

/** Reports missing attributes, and misspelt ones. */
function reportAttributes(
  name: string,
  read: AttributesRead,
  given: readonly { readonly name: string; readonly one: XmlAttribute }[],
  report: Report,
): void {
  const names = given.map((attribute) => attribute.name);
  for (const needed of read.needed.filter((one) => !names.includes(one))) {
    const meant = nearest(needed, names);
    const message = `${name} has no attribute ${needed}, without which it means nothing`;
    report(message, meant === undefined ? undefined : `Did you mean ${needed} by ${meant}?`);
  }
  const left = read.optional.filter((one) => !names.includes(one));
  for (const { name: own, one } of given) {
    const isKnown = read.needed.includes(own) || read.optional.includes(own);
    const meant = isKnown || one.prefix !== "" ? undefined : didYouMean(own, left);
    if (meant !== undefined)
      report(`${own} is no attribute of ${name}; servers pass over it`, meant);
  }
}

/** Reports unknown parameters and options. */
function reportName(name: string, given: string | undefined, parent: string, report: Report): void {
  if (given === undefined) return;
  if (name === "VendorOption" && !vendorOptionNames.includes(given))
    report(`The option ${given} is one that no server reads`, didYouMean(given, vendorOptionNames));
  if (name !== "CssParameter" && name !== "SvgParameter") return;
  const known = parametersOf(parent);
  if (known === undefined || known.names.includes(given.toLowerCase())) return;
  const { of, names } = known;
  report(`${given} is no parameter of ${of}; servers pass over it`, didYouMean(given, names));
}
