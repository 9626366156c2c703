/**
 * The codec of regular documents: parses what a client says and renders what a catalog shows, by the table of
 * a noun (`model/fields.ts`). What a table does not show, such as links, a document's own file adds.
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

/** How documents hold a type of field. */
interface Codec {
  /** Undefined where a body says nothing of it. */
  readonly read: (body: Tree, element: string) => unknown;
  /** Undefined for what documents leave out; never asked about null or undefined. */
  readonly show: (found: unknown) => DocumentNode | undefined;
  /** As a body says it. */
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

/** What a member says: null where it is to be un-set, undefined where it is not there. */
function nullable(body: Tree, element: string, read: typeof textOf): string | null | undefined {
  const node = member(body, element);
  return node === null ? null : read(node);
}

/** A member that is a whole number; undefined where it says nothing. Throws WireError. */
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

/** A document, or a part of one, with fields. */
type Fielded<Noun> = Pick<NounDocument<Noun>, "fields">;

type Named = readonly (readonly [name: string, field: Field])[];

function fieldsOf<Noun>(fields: FieldTable<Noun>): Named {
  return Object.entries(fields);
}

function elementOf([name, { element = name }]: Named[number]): string {
  return element;
}

/** What a body says of the fields of a noun. Throws WireError. */
export function fieldsIn<Noun>({ fields }: Fielded<Noun>, body: Tree): Patch<Noun> {
  const read = fieldsOf(fields).map(([name, field]) => {
    const codec = codecs[field.type];
    const aliased = field.alias === undefined ? undefined : codec.read(body, field.alias);
    return [name, aliased ?? codec.read(body, elementOf([name, field]))] as const;
  });
  return Object.fromEntries(read) as Patch<Noun>;
}

/** Reads the content of a body: the fields of its noun, and what else it says. Throws WireError. */
export function parsePatch<Noun>(
  document: NounDocument<Noun>,
  tree: Tree,
): Patch<Noun> & { readonly details: DetailsChange } {
  const body = neutralBody(tree);
  const details = detailsOf(body, new Set([...ownElements(document), ...DATES]));
  return { ...fieldsIn(document, body), details };
}

/** Elements that every server writes by itself. */
const DATES = ["dateCreated", "dateModified", "modifiedBy"] as const;

/** Elements of a document that are not kept as they were given: those of fields, and those that follow. */
export function ownElements<Noun>({
  fields,
  written,
}: Pick<NounDocument<Noun>, "fields" | "written">): readonly string[] {
  const aliases = fieldsOf(fields).flatMap(([, { alias }]) => alias ?? []);
  return [...written, ...fieldsOf(fields).map(elementOf), ...aliases];
}

/** The members of a document that its table shows. */
export function shownFields<Noun>({ fields }: Fielded<Noun>, noun: Partial<Noun>): Fields {
  const found = noun as Readonly<Record<string, unknown>>;
  return fieldsOf(fields).map((named) => {
    const [name, { type }] = named;
    const isThere = found[name] !== undefined && found[name] !== null;
    return [elementOf(named), isThere ? codecs[type].show(found[name]) : undefined] as const;
  });
}

/**
 * Renders the document of a noun: its fields, what `irregular` adds or has in the place of one, and what
 * was kept.
 */
export function renderNoun<Noun>(
  document: NounDocument<Noun>,
  shown: { readonly noun: Partial<Noun>; readonly irregular: Fields; readonly kept: Details },
  rendering: Rendering,
): RenderedDocument {
  const { root, elements } = document;
  const known: Fields = [...shownFields(document, shown.noun), ...shown.irregular];
  return renderDocument(root, arranged(elements, known, shown.kept), rendering);
}

/** The members of a body that says a patch; what is undefined is left as it is. */
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

/** A reference to a document by name, with a link. */
export function nameReference(name: string, path: string, className?: string): DocumentNode {
  const node = { type: "reference", path, fields: [["name", value(name)]] } as const;
  return className === undefined ? node : { ...node, className };
}
