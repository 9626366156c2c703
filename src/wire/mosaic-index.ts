/** The index schema document: attributes of granules (docs/interface.md, 2.5). */
import type { AttributeType, IndexAttribute, IndexSchema } from "../model/granule.ts";
import { granules as limits } from "../model/limits.ts";
import {
  renderLinkedDocument,
  value,
  type DocumentFormat,
  type DocumentNode,
  type RenderedDocument,
  type Rendering,
} from "./document.ts";
import { jsonIn } from "./json.ts";
import { pathOf, type PathParameters } from "./paths.ts";
import { asList, member, memberText, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";
import { writableText } from "../model/writable.ts";
import { parseXml } from "./xml.ts";

/** Java class of each type. */
const bindings: Readonly<Record<AttributeType, string>> = {
  geometry: "org.locationtech.jts.geom.Polygon",
  string: "java.lang.String",
  integer: "java.lang.Integer",
  long: "java.lang.Long",
  double: "java.lang.Double",
  float: "java.lang.Float",
  boolean: "java.lang.Boolean",
  uuid: "java.util.UUID",
  timestamp: "java.sql.Timestamp",
};

/** Further classes that GeoServer uses. */
const otherBindings: Readonly<Record<string, AttributeType>> = {
  "java.util.Date": "timestamp",
  "java.sql.Date": "timestamp",
  "java.lang.Short": "integer",
  "java.lang.Byte": "integer",
  "java.math.BigInteger": "long",
  "java.math.BigDecimal": "double",
};

const typesByBinding: ReadonlyMap<string, AttributeType> = new Map([
  ...Object.entries(otherBindings),
  ...Object.entries(bindings).map(([type, binding]) => [binding, type as AttributeType] as const),
]);

/** Renders the index schema of a coverage. */
export function renderIndexSchema(
  { attributes }: Pick<IndexSchema, "attributes">,
  place: PathParameters<"coverageIndex">,
  rendering: Rendering,
): RenderedDocument {
  const list: DocumentNode = {
    type: "list",
    name: "Attribute",
    nodes: attributes.map(attributeNode),
  };
  const path = pathOf("granules", place);
  return renderLinkedDocument("Schema", { fields: [["attributes", list]], path }, rendering);
}

function attributeNode({ name, type }: IndexAttribute): DocumentNode {
  return {
    type: "object",
    fields: [
      ["name", value(writableText(name))],
      ["minOccurs", value(0)],
      ["maxOccurs", value(1)],
      ["nillable", value(true)],
      ["binding", value(bindings[type])],
    ],
  };
}

/** An unknown type is read as string, so that its values stay visible. Throws WireError. */
export function parseIndexSchema(text: string, format: DocumentFormat): readonly IndexAttribute[] {
  const attributes = asList(member(member(schemaOf(text, format), "attributes"), "Attribute"));
  if (attributes.length > limits.attributes) {
    const message = `The index has ${attributes.length} attributes; the limit is ${limits.attributes}`;
    throw new WireError("too-large", message);
  }
  const read = attributes.map(readAttribute);
  const names = new Set<string>();
  for (const { name } of read) {
    if (names.has(name)) throw new WireError("meaningless", `The index has ${name} twice`);
    names.add(name);
  }
  return read;
}

function schemaOf(text: string, format: DocumentFormat): Tree {
  if (format === "xml") {
    const { root, content } = parseXml(text);
    if (root === "Schema") return content;
    throw new WireError("malformed", `The root element is ${root}; it must be Schema`);
  }
  const content = member(jsonIn(text) as Tree, "Schema");
  if (content !== undefined) return content;
  throw new WireError("malformed", "The JSON document has no member Schema");
}

function readAttribute(tree: Tree): IndexAttribute {
  const name = memberText(tree, "name");
  const binding = memberText(tree, "binding");
  if (name === undefined || name === "" || binding === undefined) {
    throw new WireError("malformed", "An attribute of the index has no name or no binding");
  }
  return { name, type: typeOf(binding) };
}

function typeOf(binding: string): AttributeType {
  const known = typesByBinding.get(binding);
  if (known !== undefined) return known;
  return /\.jts\.geom\.\w+$/.test(binding) ? "geometry" : "string";
}
