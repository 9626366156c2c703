/**
 * What bodies of documents hold, as schemas: by the tables of their nouns (`model/fields.ts`, `model/setting.ts`), so
 * that a field that a table gains is described by itself. Elements without a field are named and nothing is said of them.
 */
import type { Field, FieldType } from "../../model/fields.ts";
import type { SettingTable } from "../../model/setting.ts";
import { mediaTypes } from "../../wire/media.ts";
import { schemaOfSettings, type Schema } from "./setting-schemas.ts";

/** A document whose content a table describes. */
export type DescribedDocument = NounTable | SettingsTable | NameList | WrittenDocument;

/** A noun's document, without the type of the noun. */
interface NounTable {
  readonly root: string;
  readonly fields: Readonly<Record<string, Field | undefined>>;
  readonly elements: ReadonlySet<string>;
}

/** A document of settings. */
interface SettingsTable {
  readonly root: string;
  readonly settings: SettingTable;
}

/** A list of objects by their names. */
interface NameList {
  readonly root: string;
  /** The element of one. */
  readonly listed: string;
  /** Set where JSON has the names alone, without a root. */
  readonly isFlat?: true;
}

/** A document that no table describes. */
interface WrittenDocument {
  readonly root: string;
  readonly properties: Readonly<Record<string, Schema>>;
}

const nameAlone: Schema = { type: "string", description: "A name" };
const reference: Schema = {
  description: "A name, or an object with it",
  anyOf: [nameAlone, { type: "object", properties: { name: nameAlone, href: { type: "string" } } }],
};

/** How JSON holds each type. An empty list or map is an empty text. */
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

/** The schema of the content of a document; in XML it is the root element. */
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

/** A list; an empty one is an empty text for clients of a stock server. */
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
 * What a media type of documents holds, of which a body is one: in JSON an object with the root; undefined for other
 * types, and where no document is described.
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
