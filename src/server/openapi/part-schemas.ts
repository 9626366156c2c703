/** JSON Schemas of the parts of documents, derived from their tables (`model/schema.ts`). */
import type { Part, PartType, PlacedPart, PlacedParts } from "../../model/schema.ts";

/** JSON Schema 2020-12, as in OpenAPI 3.1. */
export type Schema = Readonly<Record<string, unknown>>;

/** A name alone. */
export const nameAlone: Schema = { type: "string", description: "A name" };

const reference: Schema = {
  description: "A name, or an object with it",
  anyOf: [nameAlone, { type: "object", properties: { name: nameAlone, href: { type: "string" } } }],
};

const text: Schema = { type: "string" };
const filled: Schema = { type: "string", minLength: 1 };
const optional: Schema = { type: ["string", "null"] };
/** Lists and maps; empty ones are empty texts. */
const many: Schema = { type: ["object", "string"] };

const schemasOfTypes: Readonly<Record<PartType, Schema>> = {
  flag: { type: "boolean" },
  count: { type: "integer" },
  number: { type: "integer" },
  word: text,
  "filled-word": filled,
  "optional-filled-word": optional,
  text,
  "filled-text": filled,
  "optional-text": optional,
  reference,
  "reference-inside": reference,
  style: reference,
  styles: many,
  parameters: many,
  entries: many,
  "typed-entries": many,
  texts: many,
  codes: many,
  versions: many,
  keywords: many,
  languages: many,
  systems: many,
  measure: text,
  token: text,
  link: text,
  record: many,
  records: many,
  group: many,
  gml: many,
};

/** The schema of a part. */
export function schemaOfPart({ type, values, usual, least, most, means, isBroken }: Part): Schema {
  return {
    ...(isBroken ? { type: "number" } : schemasOfTypes[type]),
    ...(values === undefined ? {} : { enum: values }),
    ...(least === undefined ? {} : { minimum: least }),
    ...(most === undefined ? {} : { maximum: most }),
    ...(["boolean", "number", "string"].includes(typeof usual) ? { default: usual } : {}),
    ...(means === undefined ? {} : { description: means }),
  };
}

/** A tree of parts by element. */
interface Branch {
  readonly [element: string]: Branch | PlacedPart;
}

/** Nested elements are objects; in XML, the content of the root element. */
export function schemaOfPlaced(root: string, table: PlacedParts): Schema {
  const branch = Object.values(table).reduce<Branch>(
    (all, one) => grown(all, one.path.split("/"), one),
    {},
  );
  return { ...schemaOfBranch(branch), xml: { name: root } };
}

function grown(
  branch: Branch,
  [element = "", ...inner]: readonly string[],
  one: PlacedPart,
): Branch {
  if (inner.length === 0) return { ...branch, [element]: one };
  const held = branch[element] ?? {};
  return { ...branch, [element]: grown(isPart(held) ? {} : held, inner, one) };
}

function isPart(found: Branch | PlacedPart): found is PlacedPart {
  return typeof found["path"] === "string";
}

function schemaOfBranch(branch: Branch): Schema {
  const properties = Object.entries(branch).map(([element, held]) => {
    return [element, isPart(held) ? schemaOfPart(held) : schemaOfBranch(held)] as const;
  });
  return { type: ["object", "null"], properties: Object.fromEntries(properties) };
}
