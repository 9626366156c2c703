/**
 * Parses and renders documents by the field table of a noun (`model/fields.ts`). A document's own
 * file adds other members, such as links.
 */
import type { Details, DetailsChange } from "../model/details.ts";
import type { Field, FieldTable, FieldType, NounDocument, Patch } from "../model/fields.ts";
import { splitQualifiedName, type QualifiedName } from "../model/layer.ts";
import { parseEntries } from "./body.ts";
import { arranged, detailsOf, neutralBody } from "./details.ts";
import {
  renderDocument,
  value,
  type DocumentNode,
  type Fields,
  type RenderedDocument,
  type Rendering,
} from "./document.ts";
import { parseStyleReference, styleInput, styleNode } from "./style-reference.ts";
import {
  asList,
  member,
  memberFlag,
  memberText,
  memberWholeText,
  referenceName,
  textOf,
  wholeText,
  type Tree,
} from "./tree.ts";
import { WireError } from "./wire-error.ts";
import type { XmlValue } from "./xml.ts";

interface Codec {
  /** Undefined if the body does not have the element. */
  readonly read: (body: Tree, element: string) => unknown;
  /** Undefined if documents omit the value; not called for null or undefined. */
  readonly show: (found: unknown) => DocumentNode | undefined;
  /** As in a request body. */
  readonly write: (wanted: unknown) => XmlValue;
}

const plain = {
  show: (found: unknown) => value(found as string | number | boolean),
  write: (wanted: unknown) => wanted as string | number | boolean,
};

const codecs: Readonly<Record<FieldType, Codec>> = {
  flag: { ...plain, read: memberFlag },
  number: { ...plain, read: wholeNumber },
  word: { ...plain, read: memberText },
  "filled-word": { ...plain, read: (body, element) => memberText(body, element) || undefined },
  "optional-filled-word": {
    ...plain,
    read: (body, element) => {
      const word = nullable(body, element, textOf);
      return word === "" ? null : word;
    },
  },
  text: { ...plain, read: memberWholeText },
  "filled-text": {
    ...plain,
    read: (body, element) =>
      memberText(body, element) === "" ? undefined : memberWholeText(body, element),
  },
  "optional-text": { ...plain, read: (body, element) => nullable(body, element, wholeText) },
  reference: {
    ...plain,
    read: (body, element) => referenceName(member(body, element)) || undefined,
  },
  "reference-inside": {
    ...plain,
    read: (body, element) => {
      const name = referenceName(member(body, element)) ?? "";
      return name === "" ? undefined : splitQualifiedName(name).name;
    },
  },
  style: {
    read: (body, element) => parseStyleReference(member(body, element)),
    show: (found) => styleNode(found as QualifiedName),
    write: (wanted) => styleInput(wanted as QualifiedName),
  },
  styles: {
    read: (body, element) => readStyles(member(body, element)),
    show: (found) => showStyles(found as readonly QualifiedName[]),
    write: (wanted) => writeStyles(wanted as readonly QualifiedName[]),
  },
  entries: {
    ...plain,
    read: (body, element) => parseEntries(member(body, element)),
    show: (found) => ({ type: "entries", entries: found as ReadonlyMap<string, string> }),
  },
};

/** Null to unset a value; undefined for a missing member. */
function nullable(body: Tree, element: string, read: typeof textOf): string | null | undefined {
  const node = member(body, element);
  return node === null ? null : read(node);
}

/** Undefined for a missing or empty member. Throws WireError. */
function wholeNumber(body: Tree, element: string): number | undefined {
  const text = memberText(body, element);
  if (text === undefined || text === "") return undefined;
  if (/^[+-]?\d{1,10}$/.test(text)) return Number(text);
  throw new WireError(
    "malformed",
    `The element ${element} holds ${JSON.stringify(text)}, which is no whole number`,
  );
}

function readStyles(tree: Tree | undefined): readonly QualifiedName[] | undefined {
  if (tree === undefined) return undefined;
  return asList(member(tree, "style")).flatMap((entry) => parseStyleReference(entry) ?? []);
}

function showStyles(styles: readonly QualifiedName[]): DocumentNode | undefined {
  if (styles.length === 0) return undefined;
  const nodes = styles.map(styleNode);
  return { type: "list", name: "style", className: "linked-hash-set", nodes };
}

function writeStyles(styles: readonly QualifiedName[]): XmlValue {
  return styles.length === 0 ? "" : { style: styles.map(styleInput) };
}

type Fielded<Noun> = Pick<NounDocument<Noun>, "fields">;

type Named = readonly (readonly [name: string, field: Field])[];

function fieldsOf<Noun>(fields: FieldTable<Noun>): Named {
  return Object.entries(fields);
}

function elementOf([name, { element = name }]: Named[number]): string {
  return element;
}

/** Throws WireError. */
export function fieldsIn<Noun>({ fields }: Fielded<Noun>, body: Tree): Patch<Noun> {
  const read = fieldsOf(fields).map(([name, field]) => {
    const codec = codecs[field.type];
    const aliased = field.alias === undefined ? undefined : codec.read(body, field.alias);
    return [name, aliased ?? codec.read(body, elementOf([name, field]))] as const;
  });
  return Object.fromEntries(read) as Patch<Noun>;
}

/** Parses a body: the fields of the noun, and all other members. Throws WireError. */
export function parsePatch<Noun>(
  document: NounDocument<Noun>,
  tree: Tree,
): Patch<Noun> & { readonly details: DetailsChange } {
  const body = neutralBody(tree);
  const details = detailsOf(body, new Set([...ownElements(document), ...DATES]));
  return { ...fieldsIn(document, body), details };
}

/** Servers write these elements themselves. */
const DATES = ["dateCreated", "dateModified", "modifiedBy"] as const;

/** Elements that are not stored as given: those of fields and of the server. */
export function ownElements<Noun>({
  fields,
  written,
}: Pick<NounDocument<Noun>, "fields" | "written">): readonly string[] {
  const aliases = fieldsOf(fields).flatMap(([, { alias }]) => alias ?? []);
  return [...written, ...fieldsOf(fields).map(elementOf), ...aliases];
}

export function shownFields<Noun>({ fields }: Fielded<Noun>, noun: Partial<Noun>): Fields {
  const found = noun as Readonly<Record<string, unknown>>;
  return fieldsOf(fields).map((named) => {
    const [name, { type }] = named;
    const isThere = found[name] !== undefined && found[name] !== null;
    return [elementOf(named), isThere ? codecs[type].show(found[name]) : undefined] as const;
  });
}

/** Renders fields, then `irregular` members, which replace fields, and kept ones. */
export function renderNoun<Noun>(
  document: NounDocument<Noun>,
  shown: { readonly noun: Partial<Noun>; readonly irregular: Fields; readonly kept: Details },
  rendering: Rendering,
): RenderedDocument {
  const { root, elements } = document;
  const known: Fields = [...shownFields(document, shown.noun), ...shown.irregular];
  return renderDocument(root, arranged(elements, known, shown.kept), rendering);
}

/** Omits undefined values. */
export function writtenFields<Noun>(
  { fields }: Fielded<Noun>,
  patch: Patch<Noun>,
): Readonly<Record<string, XmlValue>> {
  const wanted = patch as Readonly<Record<string, unknown>>;
  const written = fieldsOf(fields).filter(([name]) => wanted[name] !== undefined);
  return Object.fromEntries(
    written.map((named) => [elementOf(named), codecs[named[1].type].write(wanted[named[0]])]),
  );
}

/** A reference by name with a link. */
export function nameReference(name: string, path: string, className?: string): DocumentNode {
  const node = { type: "reference", path, fields: [["name", value(name)]] } as const;
  return className === undefined ? node : { ...node, className };
}
