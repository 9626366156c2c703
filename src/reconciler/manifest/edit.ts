/**
 * Changes single fields of a manifest and leaves the rest of its file as people wrote it: comments, the
 * order of keys, and what stands on other lines. Pure.
 */
import {
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  stringify,
  type Document,
  type Node,
} from "yaml";

/** A field by its path in the manifest, and what it is to be; undefined takes it out. */
export interface Edit {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

const OPTIONS = { version: "1.2", strict: true, uniqueKeys: true, merge: false } as const;

/** The text of a file after edits of the manifest that stands around a line. The text must be free of faults. */
export function editManifest(text: string, line: number, edits: readonly Edit[]): string {
  return edits.reduce((before, edit) => editOne(before, line, edit), text);
}

function editOne(text: string, line: number, edit: Edit): string {
  const lineCounter = new LineCounter();
  const documents = [...parseAllDocuments(text, { ...OPTIONS, lineCounter })] as Document[];
  const startOf = (node: Node | null) => lineCounter.linePos(node?.range?.[0] ?? 0).line;
  const document = documents.findLast(({ contents }) => startOf(contents) <= line);
  if (document === undefined) return text;
  const path = [...itemPath(document, (node) => startOf(node) <= line), ...edit.path];
  const found = document.getIn(path, true) as Node | undefined;
  const inside = found && edit.value !== undefined ? spliced(text, found, edit.value) : undefined;
  if (inside !== undefined) return inside;
  if (edit.value === undefined) document.deleteIn(path);
  else document.setIn(path, valueNode(document, found, edit.value));
  return documents.map((one) => one.toString(styleOf(text))).join("");
}

/** The path of the item of a `List` that is meant; none in a document of its own. */
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

/** The text with one value in the place of another, where both fit on a line. */
function spliced(text: string, node: Node, value: unknown): string | undefined {
  const [start, end] = node.range ?? [];
  if (start === undefined || end === undefined) return undefined;
  const isLine = isScalar(node) || (isCollection(node) && node.flow === true);
  const written = text.slice(start, end);
  if (!isLine || written === "" || /[\n#]/.test(written) || node.anchor !== undefined)
    return undefined;
  if (isScalar(node) && typeof value === "object" && value !== null) return undefined;
  return text.slice(0, start) + onLine(value) + text.slice(end);
}

/** A value on one line, as it may stand anywhere. */
function onLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onLine).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([key, own]) => `${onLine(key)}: ${onLine(own)}`);
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  const plain = stringify(value, { lineWidth: 0 }).trimEnd();
  return /[\n,[\]{}]/.test(plain) && !plain.startsWith('"') ? JSON.stringify(value) : plain;
}

/** A node for a value; members that stay keep their comments. */
function valueNode(document: Document, before: Node | undefined, value: unknown): Node {
  if (isMap(before) && typeof value === "object" && value !== null && !Array.isArray(value)) {
    const wanted = value as Readonly<Record<string, unknown>>;
    for (const { key } of before.items.slice())
      if (!Object.hasOwn(wanted, String((key as { value?: unknown }).value))) before.delete(key);
    for (const [key, own] of Object.entries(wanted))
      before.set(key, valueNode(document, before.get(key, true) as Node | undefined, own));
    return before;
  }
  if (isSeq(before) && Array.isArray(value)) {
    const known = before.items as Node[];
    before.items = value.map(
      (own: unknown) =>
        known.find((node) => isScalar(node) && node.value === own) ?? document.createNode(own),
    );
    return before;
  }
  if (isScalar(before) && (typeof value !== "object" || value === null)) {
    before.value = value;
    return before;
  }
  return document.createNode(value);
}

/** How the file is laid out, as far as that can be kept. */
function styleOf(text: string) {
  return {
    lineWidth: 0,
    indentSeq: !/^( *)[^\s#-][^\n]*:[ \t]*\n\1- /m.test(text),
    flowCollectionPadding: !/: \[[^\s\]]/.test(text),
  } as const;
}
