/** Resolves names of a filter in the schema of an index. */
import { FilterError } from "../../model/filter.ts";
import type { AttributeType, IndexAttribute, IndexSchema } from "../../model/granule.ts";
import type { ValueType } from "./values.ts";

/** The error for a filter that makes no sense for its index. */
export function meaningless(message: string): FilterError {
  return new FilterError("meaning", message);
}

/** Matches the full name, else the part after the last colon. */
export function attributeNamed(schema: IndexSchema, name: string): IndexAttribute | undefined {
  const local = name.slice(name.lastIndexOf(":") + 1);
  return (
    schema.attributes.find((attribute) => attribute.name === name) ??
    schema.attributes.find((attribute) => attribute.name === local)
  );
}

/** As `attributeNamed`. Throws FilterError for an unknown name. */
export function knownAttribute(schema: IndexSchema, name: string): IndexAttribute {
  const found = attributeNamed(schema, name);
  if (found !== undefined) return found;
  const names = schema.attributes.map((attribute) => attribute.name).join(", ");
  throw meaningless(`There is no attribute ${name}; the index has ${names}`);
}

const TYPES: Readonly<Record<AttributeType, ValueType>> = {
  string: "text",
  uuid: "text",
  integer: "number",
  long: "number",
  double: "number",
  float: "number",
  boolean: "boolean",
  timestamp: "instant",
  geometry: "geometry",
};

/** What filters take the values of an attribute for. */
export function valueTypeOf({ type }: IndexAttribute): ValueType {
  return TYPES[type];
}
