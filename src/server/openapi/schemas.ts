/**
 * What bodies of documents hold, as schemas: by the tables of their nouns (`model/fields.ts`), so that a field
 * that a table gains is described by itself. Elements without a field are named and nothing is said of them.
 */
import type { Field, FieldType } from "../../model/fields.ts";
import { mediaTypes } from "../../wire/media.ts";

/** A schema (JSON Schema 2020-12, as of OpenAPI 3.1). */
export type Schema = Readonly<Record<string, unknown>>;

/** A noun's document, without the type of the noun. */
export interface DescribedDocument {
  readonly root: string;
  readonly fields: Readonly<Record<string, Field | undefined>>;
  readonly elements: ReadonlySet<string>;
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
  text: { type: "string" },
  "filled-text": { type: "string", minLength: 1 },
  "optional-text": { type: ["string", "null"] },
  "optional-filled-text": { type: ["string", "null"] },
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
export function schemaOfDocument({ root, fields, elements }: DescribedDocument): Schema {
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

/** What a media type of a document holds: in JSON an object with the root; undefined for other types. */
export function schemaOfMedia({ root }: DescribedDocument, type: string): Schema | undefined {
  const content = { $ref: `#/components/schemas/${root}` };
  if (type === mediaTypes.xml || type === mediaTypes.textXml) return content;
  if (type !== mediaTypes.json && type !== mediaTypes.textJson) return undefined;
  return { type: "object", required: [root], properties: { [root]: content } };
}
