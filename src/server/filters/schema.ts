/** What the names in a filter stand for in an index. */
import { FilterError } from "../../model/filter.ts";
import type { AttributeType, IndexAttribute, IndexSchema } from "../../model/granule.ts";
import type { ValueType } from "./values.ts";

/** A refusal of a filter that says nothing sensible about its index. */
export function meaningless(message: string): FilterError {
  return new FilterError("meaning", message);
}

/** The attribute of that very name, else of what follows the last colon; undefined without one. */
export function attributeNamed(schema: IndexSchema, name: string): IndexAttribute | undefined {
  const local = name.slice(name.lastIndexOf(":") + 1);
  return (
    schema.attributes.find((attribute) => attribute.name === name) ??
    schema.attributes.find((attribute) => attribute.name === local)
  );
}

/** The same, where there has to be one. Throws FilterError. */
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

/** What sort of values an attribute holds. */
export function valueTypeOf({ type }: IndexAttribute): ValueType {
  return TYPES[type];
}
