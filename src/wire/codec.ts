/**
 * Parses and renders documents by the schema of a noun (`model/schema.ts`). A document's own file
 * adds other members, such as links.
 */
import type { Details, DetailsChange } from "../model/details.ts";
import type { NounDocument, Part, PartsOf, Patch } from "../model/schema.ts";
import { arranged, detailsOf, neutralBody } from "./details.ts";
import {
  renderDocument,
  value,
  type DocumentNode,
  type Fields,
  type RenderedDocument,
  type Rendering,
} from "./document.ts";
import { partCodecs } from "./part-codecs.ts";
import { member, type Tree } from "./tree.ts";
import type { XmlValue } from "./xml.ts";

type Fielded<Noun> = Pick<NounDocument<Noun>, "fields">;

type Named = readonly (readonly [name: string, field: Part])[];

function fieldsOf<Noun>(fields: PartsOf<Noun>): Named {
  return Object.entries(fields);
}

function elementOf([name, { path = name }]: Named[number]): string {
  return path;
}

/** Throws WireError. */
export function fieldsIn<Noun>({ fields }: Fielded<Noun>, body: Tree): Patch<Noun> {
  const found = fieldsOf(fields).map(([name, field]) => {
    const read = (element: string) => {
      const node = member(body, element);
      return node === undefined ? undefined : partCodecs[field.type].read(node, field, element);
    };
    const aliased = field.alias === undefined ? undefined : read(field.alias);
    return [name, aliased ?? read(elementOf([name, field]))] as const;
  });
  return Object.fromEntries(found) as Patch<Noun>;
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
    const [name, field] = named;
    const isThere = found[name] !== undefined && found[name] !== null;
    return [
      elementOf(named),
      isThere ? partCodecs[field.type].show(found[name], field) : undefined,
    ] as const;
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
    written.map((named) => [
      elementOf(named),
      partCodecs[named[1].type].write(wanted[named[0]], named[1]),
    ]),
  );
}

/** A reference by name with a link. */
export function nameReference(name: string, path: string, className?: string): DocumentNode {
  const node = { type: "reference", path, fields: [["name", value(name)]] } as const;
  return className === undefined ? node : { ...node, className };
}
