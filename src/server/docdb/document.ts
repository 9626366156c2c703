/** Maps values of the MongoDB driver to the value types of a document schema. */
import type { PartHandlers, DocumentValue, ScalarType } from "../../model/document-schema.ts";

/** Scalar types by the BSON type names of the driver. */
const scalars: Readonly<Record<string, ScalarType>> = {
  BSONRegExp: "pattern",
  BSONSymbol: "symbol",
  Binary: "binary",
  Code: "code",
  Decimal128: "decimal",
  Double: "double",
  Int32: "integer",
  Long: "long",
  MaxKey: "maximum-key",
  MinKey: "minimum-key",
  ObjectId: "object-id",
  Timestamp: "timestamp",
};

/** The old and the new one. */
const UUID_SUBTYPES = new Set<unknown>([3, 4]);

/** Text matters only as the name of a geometry type. */
const TEXT_CHARACTERS = 32;

/** The document must be read without promoting values. */
export function fieldsOf(document: object): PartHandlers {
  return Object.entries(document).map(([name, value]) => [name, valueOf(value)]);
}

function valueOf(value: unknown): DocumentValue {
  if (value === null || value === undefined) return { type: "null" };
  if (typeof value === "string") {
    const short = value.length <= TEXT_CHARACTERS ? { text: value } : {};
    return { type: "scalar", scalar: "string", ...short };
  }
  if (typeof value === "boolean") return { type: "scalar", scalar: "boolean" };
  if (typeof value === "number") return { type: "scalar", scalar: "double" };
  if (typeof value === "bigint") return { type: "scalar", scalar: "long" };
  if (value instanceof Date) return { type: "scalar", scalar: "date" };
  if (Array.isArray(value)) return { type: "list", items: value.map(valueOf) };
  return typeof value === "object" ? objectOf(value) : { type: "null" };
}

function objectOf(value: object): DocumentValue {
  const { _bsontype: kind, sub_type: subtype } = value as {
    readonly _bsontype?: unknown;
    readonly sub_type?: unknown;
  };
  const scalar = typeof kind === "string" ? scalars[kind] : undefined;
  if (scalar === undefined) return { type: "object", fields: fieldsOf(value) };
  const uuid = scalar === "binary" && UUID_SUBTYPES.has(subtype);
  return { type: "scalar", scalar: uuid ? "uuid" : scalar };
}
