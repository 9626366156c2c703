/** Schemas of documents, derived from tables (`model/fields.ts`, `model/setting.ts`). */
import type { Field, FieldType } from "../../model/fields.ts";
import type { SettingTable } from "../../model/setting.ts";
import { mediaTypes } from "../../wire/media.ts";
import { schemaOfSettings, type Schema } from "./setting-schemas.ts";

export type DescribedDocument = NounTable | SettingsTable | NameList | WrittenDocument;

interface NounTable {
  readonly root: string;
  readonly fields: Readonly<Record<string, Field | undefined>>;
  readonly elements: ReadonlySet<string>;
}

interface SettingsTable {
  readonly root: string;
  readonly settings: SettingTable;
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

const nameAlone: Schema = { type: "string", description: "A name" };
const reference: Schema = {
  description: "A name, or an object with it",
  anyOf: [nameAlone, { type: "object", properties: { name: nameAlone, href: { type: "string" } } }],
};

/** JSON types; empty lists and maps are empty texts. */
const schemasOfTypes: Readonly<Record<FieldType, Schema>> = {
  flag: { type: "boolean" },
  number: { type: "integer" },
  word: { type: "string" },
  "filled-word": { type: "string", minLength: 1 },
  "optional-filled-word": { type: ["string", "null"] },
  text: { type: "string" },
  "filled-text": { type: "string", minLength: 1 },
  "optional-text": { type: ["string", "null"] },
  reference,
  "reference-inside": reference,
  style: reference,
  styles: { type: ["object", "string"] },
  entries: { type: ["object", "string"] },
};

function schemaOfField({ type, values, usual, means }: Field): Schema {
  const isPlain = ["boolean", "number", "string"].includes(typeof usual);
  return {
    ...schemasOfTypes[type],
    ...(values === undefined ? {} : { enum: values }),
    ...(isPlain ? { default: usual } : {}),
    ...(means === undefined ? {} : { description: means }),
  };
}

/** In XML, the content of the root element. */
export function schemaOfDocument(document: DescribedDocument): Schema {
  const { root } = document;
  if ("settings" in document) return schemaOfSettings(root, document.settings);
  if ("listed" in document) return schemaOfList(document);
  if ("properties" in document)
    return { type: "object", xml: { name: root }, properties: document.properties };
  const { fields, elements } = document;
  const said = Object.entries(fields).flatMap(([name, field]) => {
    if (field === undefined) return [];
    return [[field.element ?? name, schemaOfField(field)] as const];
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
