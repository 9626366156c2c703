/** Changes fields of a manifest; keeps comments, key order and other lines of its file. Pure. */
import {
  Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  stringify,
  type Node,
  type YAMLMap,
} from "yaml";

/** A new value for a field; undefined removes the field. */
export interface Edit {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

const OPTIONS = { version: "1.2", strict: true, uniqueKeys: true, merge: false } as const;

/** Edits the manifest around a line. The text must be free of problems. */
export function editManifest(text: string, line: number, edits: readonly Edit[]): string {
  return edits.reduce((before, edit) => editOne(before, line, edit), text);
}

function editOne(text: string, line: number, { path: field, value }: Edit): string {
  const lineCounter = new LineCounter();
  const documents = [...parseAllDocuments(text, { ...OPTIONS, lineCounter })] as Document[];
  const startOf = (node: Node | null) => lineCounter.linePos(node?.range?.[0] ?? 0).line;
  const document = documents.findLast(({ contents }) => startOf(contents) <= line);
  if (document === undefined) return text;
  const path = [...itemPath(document, (node) => startOf(node) <= line), ...field];
  const [found, around] = [path, path.slice(0, -1)].map((one) => document.getIn(one, true));
  const key = String(path.at(-1));
  const inPlace = isNode(found)
    ? value === undefined
      ? without(text, around, key)
      : (spliced(text, found, value) ?? respelt(text, document, found, value))
    : value === undefined
      ? text
      : withEntry(text, around, key, value);
  if (inPlace !== undefined) return inPlace;
  // Rare layouts: the document is rendered again; comments stay.
  if (value === undefined) document.deleteIn(path);
  else document.setIn(path, valueNode(document, isNode(found) ? found : undefined, value));
  return documents.map((one) => one.toString({ lineWidth: 0 })).join("");
}

/** The path of the item in a `List`; empty for other documents. */
function itemPath(
  document: Document,
  isBefore: (node: Node) => boolean,
): readonly (string | number)[] {
  if (document.get("kind") !== "List") return [];
  const items = document.get("items", true);
  if (!isSeq(items)) return [];
  const index = items.items.findLastIndex((item) => isBefore(item as Node));
  return index === -1 ? [] : ["items", index];
}

/** Replaces a value where both fit on one line. */
function spliced(text: string, node: Node, value: unknown): string | undefined {
  const [start, end] = node.range ?? [];
  if (start === undefined || end === undefined || !isOnLine(node)) return undefined;
  const written = text.slice(start, end);
  if (written === "" || /[\n#]/.test(written)) return undefined;
  if (isScalar(node) && isObject(value)) return undefined;
  return text.slice(0, start) + onLine(value) + text.slice(end);
}

function isOnLine(node: Node): boolean {
  const isFlow = isCollection(node) && node.flow === true;
  return (isScalar(node) || isFlow) && node.anchor === undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Also valid inside flow collections. */
function onLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onLine).join(", ")}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([key, own]) => `${onLine(key)}: ${onLine(own)}`);
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  const plain = stringify(value, { lineWidth: 0 }).trimEnd();
  return /[\n,[\]{}]/.test(plain) && !plain.startsWith('"') ? JSON.stringify(value) : plain;
}

/** Unchanged members keep their comments. */
function valueNode(document: Document, before: unknown, value: unknown): Node {
  if (isMap(before) && isObject(value) && !Array.isArray(value))
    return mapNode(document, before, value as Readonly<Record<string, unknown>>);
  if (isSeq(before) && Array.isArray(value)) {
    const known = before.items as Node[];
    before.items = value.map(
      (own: unknown) =>
        known.find((node) => isScalar(node) && node.value === own) ?? document.createNode(own),
    );
    return before;
  }
  if (!isScalar(before) || isObject(value)) return document.createNode(value);
  before.value = value;
  return before;
}

function mapNode(
  document: Document,
  before: YAMLMap,
  wanted: Readonly<Record<string, unknown>>,
): Node {
  for (const { key } of before.items.slice())
    if (isScalar(key) && !Object.hasOwn(wanted, String(key.value))) before.delete(key);
  for (const [key, own] of Object.entries(wanted))
    before.set(key, valueNode(document, before.get(key, true), own));
  return before;
}

/** Renders one collection again over its lines. */
function respelt(text: string, document: Document, node: Node, value: unknown): string | undefined {
  const [start, end] = node.range ?? [];
  if (start === undefined || end === undefined || !isCollection(node) || node.flow === true)
    return undefined;
  const column = start - (text.lastIndexOf("\n", start - 1) + 1);
  const fresh = new Document(valueNode(document, node, value));
  const lines = fresh.toString({ lineWidth: 0 }).trimEnd().split("\n");
  const written = lines.map((one, at) => (at === 0 || one === "" ? one : " ".repeat(column) + one));
  const replaced = text.slice(start, end);
  const tail = replaced.slice(replaced.trimEnd().length);
  return text.slice(0, start) + written.join("\n") + tail + text.slice(end);
}

function withEntry(text: string, map: unknown, key: string, value: unknown): string | undefined {
  if (!isMap(map) || map.range == null) return undefined;
  if (map.flow === true) return spliced(text, map, { ...(map.toJSON() as object), [key]: value });
  const [start, end] = map.range;
  const indent = " ".repeat(start - (text.lastIndexOf("\n", start - 1) + 1));
  const body = text.slice(0, end).trimEnd();
  const rest = text.slice(body.length);
  const comment = /^[^\n]*/.exec(rest)?.[0] ?? "";
  const after = rest.slice(comment.length);
  return `${body}${comment}\n${indent}${onLine(key)}: ${onLine(value)}${after}`;
}

/** Only if the map keeps others. */
function without(text: string, map: unknown, key: string): string | undefined {
  if (!isMap(map) || map.items.length < 2) return undefined;
  const { [key]: _gone, ...others } = map.toJSON() as Readonly<Record<string, unknown>>;
  if (map.flow === true) return spliced(text, map, others);
  const pair = map.items.find((one) => isScalar(one.key) && String(one.key.value) === key);
  const [from, to] = [
    (pair?.key as Node | undefined)?.range?.[0],
    (pair?.value as Node | null)?.range?.[2],
  ];
  if (from === undefined || to === undefined) return undefined;
  const start = text.lastIndexOf("\n", from - 1) + 1;
  return text.slice(0, start) + text.slice(to);
}
