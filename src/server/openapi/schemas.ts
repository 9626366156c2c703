/** Schemas of documents, derived from tables (`model/schema.ts`). */
import type { Parts, PlacedParts } from "../../model/schema.ts";
import { mediaTypes } from "../../wire/media.ts";
import { nameAlone, schemaOfPart, schemaOfPlaced, type Schema } from "./part-schemas.ts";

export type DescribedDocument = NounTable | SettingsTable | NameList | WrittenDocument;

interface NounTable {
  readonly root: string;
  readonly fields: Partial<Parts>;
  readonly elements: ReadonlySet<string>;
}

interface SettingsTable {
  readonly root: string;
  readonly settings: PlacedParts;
}

/** A list of objects. */
interface NameList {
  readonly root: string;
  /** Element name of an object. */
  readonly listed: string;
  /** The JSON list has bare names and no root. */
  readonly isFlat?: true;
}

/** A document without a table. */
interface WrittenDocument {
  readonly root: string;
  readonly properties: Readonly<Record<string, Schema>>;
}

/** In XML, the content of the root element. */
export function schemaOfDocument(document: DescribedDocument): Schema {
  const { root } = document;
  if ("settings" in document) return schemaOfPlaced(root, document.settings);
  if ("listed" in document) return schemaOfList(document);
  if ("properties" in document)
    return { type: "object", xml: { name: root }, properties: document.properties };
  const { fields, elements } = document;
  const said = Object.entries(fields).flatMap(([name, field]) => {
    if (field === undefined) return [];
    return [[field.path ?? name, schemaOfPart(field)] as const];
  });
  const unsaid = [...elements].map((name) => [name, {}] as const);
  return {
    type: "object",
    xml: { name: root },
    properties: Object.fromEntries([...unsaid, ...said]),
  };
}

/** A stock server's empty list is an empty text. */
function schemaOfList({ root, listed, isFlat }: NameList): Schema {
  if (isFlat) return { type: "array", xml: { name: root }, items: nameAlone };
  const one = { type: "object", properties: { name: nameAlone, href: { type: "string" } } };
  return {
    type: ["object", "string"],
    xml: { name: root },
    properties: { [listed]: { type: "array", items: one } },
  };
}

/**
 * Combines the schemas of all possible documents; in JSON, each is an object with the root as key.
 * Returns undefined for other types and without documents.
 */
export function schemaOfMedia(
  documents: readonly DescribedDocument[],
  type: string,
): Schema | undefined {
  const schemas = documents
    .map((document) => schemaOfContent(document, type))
    .filter((schema) => schema !== undefined);
  return schemas.length > 1 ? { anyOf: schemas } : schemas[0];
}

function schemaOfContent(document: DescribedDocument, type: string): Schema | undefined {
  const { root } = document;
  const content = { $ref: `#/components/schemas/${root}` };
  if (type === mediaTypes.xml || type === mediaTypes.textXml) return content;
  if (type !== mediaTypes.json && type !== mediaTypes.textJson) return undefined;
  if ("isFlat" in document) return content;
  return { type: "object", required: [root], properties: { [root]: content } };
}
