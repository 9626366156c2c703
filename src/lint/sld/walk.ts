/** Goes through a style: every element with its name, its place in the order of the document, and what is wrong with it. */
import type { StyleVersion } from "../../model/style.ts";
import { nearest } from "../../model/nearest.ts";
import { attributesOf, childElements, type XmlElement } from "../../wire/xml-document.ts";
import type { Finding } from "../finding.ts";
import { functionProblem } from "../functions.ts";
import { vocabularyOf, type Vocabulary } from "./elements.ts";
import { attributesRead, parameters, vendorOptionNames } from "./names.ts";

/** A finding about the nth element of a document, counted from 0. */
export interface ElementFinding extends Omit<Finding, "line" | "column"> {
  readonly at: number;
}

/** An element that is read. */
export interface ReadElement {
  readonly element: XmlElement;
  /** The name that it is read as. */
  readonly name: string;
  /** Its number in the order of the document, from 0. */
  readonly at: number;
  readonly children: readonly ReadElement[];
  /** Whether something in it is not read. */
  readonly isPartly: boolean;
}

/** A style as it is read, and what of it is not. */
export interface Walked {
  readonly root: ReadElement;
  readonly findings: readonly ElementFinding[];
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
  return { root: read(root, root.name, walk), findings: walk.findings };
}

function read(element: XmlElement, name: string, walk: Walk): ReadElement {
  const at = walk.count++;
  reportNames(element, { name, at }, walk);
  const inside = walk.vocabulary.inside(name);
  const before = walk.findings.length;
  const children: ReadElement[] = [];
  for (const child of childElements(element)) {
    const known = walk.vocabulary.named(child.name);
    if (inside === undefined) skip(child, walk);
    else if (known !== undefined && inside.includes(known)) children.push(read(child, known, walk));
    else {
      walk.findings.push(unread(child.name, { name, inside }, walk));
      skip(child, walk);
    }
  }
  return { element, name, at, children, isPartly: walk.findings.length > before };
}

/** Elements are counted whether or not they are looked into. */
function skip(element: XmlElement, walk: Walk): void {
  walk.count++;
  for (const child of childElements(element)) skip(child, walk);
}

/** An element that nothing reads where it stands. */
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
  const meant = nearest(written, parent.inside) ?? nearest(written, vocabulary.names);
  const message = `${written} is no element of a style; servers pass over it`;
  return { ...at, message, hint: meant === undefined ? undefined : `Did you mean ${meant}?` };
}

/** More places than these are no help. */
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

/** Elements whose attribute "name" says what they are about. */
const NAMED: ReadonlySet<string> = new Set([
  "CssParameter",
  "Function",
  "SvgParameter",
  "VendorOption",
]);

/** Names in attributes that nothing reads, and attributes themselves. */
function reportNames(
  element: XmlElement,
  { name, at }: { readonly name: string; readonly at: number },
  { findings }: Walk,
): void {
  const report = (message: string, hint?: string): void => {
    findings.push({ type: "unread", message, hint, at });
  };
  const isNamed = NAMED.has(name);
  const read = attributesRead(name);
  // Each look at attributes costs, and most elements have none that mean anything.
  if (!isNamed && read === undefined) return;
  const given = attributesOf(element).map((one) => ({ name: one.name, prefix: one.prefix, one }));
  if (read !== undefined) reportAttributes(name, { read, given }, report);
  if (!isNamed) return;
  const own = given.find((attribute) => attribute.name === "name")?.one.value;
  reportName(name, own, { element, report });
  const problem = name === "Function" ? functionProblem(own ?? "parameter") : undefined;
  if (problem !== undefined) findings.push({ type: "refused", ...problem, at });
}

/** Attributes that have to be there, and those that are nearly others. */
function reportAttributes(
  name: string,
  {
    read,
    given,
  }: {
    readonly read: NonNullable<ReturnType<typeof attributesRead>>;
    readonly given: readonly { readonly name: string; readonly prefix: string }[];
  },
  report: (message: string, hint?: string) => void,
): void {
  const names = given.map((attribute) => attribute.name);
  for (const needed of read.needed.filter((one) => !names.includes(one))) {
    const meant = nearest(needed, names);
    const message = `${name} has no attribute ${needed}, without which it means nothing`;
    report(message, meant === undefined ? undefined : `Did you mean ${needed} by ${meant}?`);
  }
  const left = read.optional.filter((one) => !names.includes(one));
  for (const { name: own, prefix } of given) {
    const isOwn = prefix === "" && ![...read.needed, ...read.optional].includes(own);
    const meant = isOwn ? nearest(own, left) : undefined;
    if (meant !== undefined)
      report(`${own} is no attribute of ${name}; servers pass over it`, `Did you mean ${meant}?`);
  }
}

/** Parameters and options that nobody knows. */
function reportName(
  name: string,
  given: string | undefined,
  {
    element,
    report,
  }: { readonly element: XmlElement; readonly report: (message: string, hint?: string) => void },
): void {
  if (given === undefined) return;
  if (name === "VendorOption" && !vendorOptionNames.includes(given))
    report(`The option ${given} is one that no server reads`, meantBy(given, vendorOptionNames));
  if (name !== "CssParameter" && name !== "SvgParameter") return;
  const parent = element.parent?.name ?? "";
  const known = Object.entries(parameters).find(
    ([one]) => one.toLowerCase() === parent.toLowerCase(),
  );
  if (known === undefined || known[1].includes(given.toLowerCase())) return;
  report(`${given} is no parameter of ${known[0]}; servers pass over it`, meantBy(given, known[1]));
}

function meantBy(given: string, known: readonly string[]): string | undefined {
  const meant = nearest(given, known);
  return meant === undefined ? undefined : `Did you mean ${meant}?`;
}
