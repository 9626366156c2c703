/**
 * Canonical text of manifests: keys in schema order, two spaces, one document per object.
 * Comments, flow style and the order of name and workspace stay. Pure.
 */
import {
  Document,
  isMap,
  isSeq,
  parseAllDocuments,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { z } from "zod";
import { at, isRecord } from "./raw-manifest.ts";
import { manifestKinds, manifestSchema } from "./parse.ts";

const FORM = { lineWidth: 0, indent: 2, indentSeq: true } as const;
const OPTIONS = { version: "1.2", strict: true, uniqueKeys: true, merge: false } as const;

/** Renders a manifest; `head` are comment lines before it, without `#`, one line each. */
export function renderManifest(value: unknown, head: readonly string[] = []): string {
  const document = new Document(value, { version: "1.2", aliasDuplicateObjects: false });
  arrange(document.contents, schemaOf(value));
  const comments = head.map(commentOf).join("");
  return `${comments}${document.toString(FORM)}`;
}

/** Line ends become spaces, so that the comment stays one line. */
export function commentOf(text: string): string {
  return `# ${text.replaceAll(/[\r\n\u0085\u2028\u2029]+/g, " ")}\n`;
}

/** Formats a manifest file canonically. The text must be free of problems. */
export function formatManifests(text: string): string {
  const documents = [...parseAllDocuments(text, OPTIONS)];
  const parts = documents.map((document) => {
    arrange(document.contents, schemaOf(document.toJS()));
    const part = document.toString({ ...FORM, directives: null });
    return part.replace(/^---\n/, "");
  });
  return parts.join("---\n");
}

/** Undefined for an unknown kind. */
function schemaOf(value: unknown): unknown {
  if (!isRecord(value)) return undefined;
  const kind = manifestKinds.get(String(value["kind"]));
  if (kind !== undefined) return z.toJSONSchema(manifestSchema(kind), { io: "input" });
  return value["kind"] === "List" ? { properties: LIST } : { properties: ENVELOPE };
}

/** Keys that share a rank with another; the author's order stays. */
const TIED: ReadonlyMap<string, string> = new Map([["workspace", "name"]]);

const ENVELOPE = { apiVersion: {}, kind: {}, metadata: {}, spec: {} };
const LIST = { apiVersion: {}, kind: {}, items: {} };

function arrange(node: Node | null, schema: unknown): void {
  if (isSeq(node) || isMap(node)) writeAsUsual(node);
  if (isSeq(node)) {
    for (const item of node.items) arrange(item as Node, at(schema, ["items"]) ?? ofItem(item));
    return;
  }
  if (!isMap(node)) return;
  const known = Object.keys(propertiesOf(schema));
  const rank = (pair: Pair) => {
    const key = keyOf(pair);
    const index = known.indexOf(TIED.get(key) ?? key);
    return index < 0 ? known.length : index;
  };
  node.items = node.items.toSorted((a, b) => rank(a) - rank(b));
  for (const pair of node.items)
    arrange(pair.value as Node | null, propertiesOf(schema)[keyOf(pair)]);
}

/** Flow style is `[a, b]` but `{ a: b }`; the library has one setting for both. */
function writeAsUsual(node: YAMLSeq | YAMLMap): void {
  const write = node.toString.bind(node);
  const flowCollectionPadding = isMap(node) ? " " : "";
  node.toString = (context, ...rest) =>
    write(context && { ...context, flowCollectionPadding }, ...rest);
}

/** Items of a `List` are manifests. */
function ofItem(item: unknown): unknown {
  return isMap(item) ? schemaOf(item.toJSON()) : undefined;
}

function keyOf({ key }: Pair): string {
  return String((key as { value?: unknown } | null)?.value ?? key);
}

/** Of an object schema, or of all its forms. */
function propertiesOf(schema: unknown): Readonly<Record<string, unknown>> {
  const forms = at(schema, ["anyOf"]) ?? at(schema, ["oneOf"]);
  if (Array.isArray(forms)) return Object.assign({}, ...forms.map(propertiesOf)) as object as never;
  const properties = at(schema, ["properties"]);
  return isRecord(properties) ? properties : {};
}
