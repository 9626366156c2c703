/**
 * Reads YAML files into documents with positions. A plan is never made from half a tree: an
 * unreadable file fails the load.
 */
import { readFileSync } from "node:fs";
import {
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  type Document,
  type Node,
  type Scalar,
} from "yaml";
import { fault, type Diagnostic, type Position } from "../../model/diagnostic.ts";
import { digestOfValue, withSortedKeys } from "../../model/digest.ts";
import { manifest as limits } from "../../model/limits.ts";
import { damageOf } from "./checkout.ts";
import { findFiles, unreadable } from "./find-files.ts";
import { canBeKept, type KeptFiles } from "./kept/kept-files.ts";
import { locateIn, type Places, type SourceText, type TextDocument } from "./places.ts";
import { relevantProblems, yamlProblem } from "./yaml-problem.ts";

/** Standard input, among paths and in positions. */
export const STANDARD_INPUT = "-";

export interface SourceDocument {
  readonly file: string;
  readonly value: unknown;
  /** Of the value. */
  readonly digest: string;
  /** Position of the value at a path, or of the closest existing parent. */
  readonly locate: (path: readonly (string | number)[]) => Position;
}

/**
 * Reads files and folders one document after the other: a large tree is never held as a whole.
 * Unchanged files come from the cache. Adds problems to `diagnostics`.
 */
export function* readDocuments(
  paths: readonly string[],
  diagnostics: Diagnostic[],
  kept?: KeptFiles,
): Generator<SourceDocument, void, void> {
  let bytes = 0;
  let documents = 0;
  const files = paths.flatMap((path) => findFiles(path, diagnostics));
  // A single folder has no duplicates.
  for (const file of paths.length === 1 ? files : new Set(files)) {
    const source = kept?.manifests.recall(file) ?? readSource(file, diagnostics, kept);
    if (source === undefined || source.documents === null) continue;
    bytes += source.characters;
    const excess = excessOf(file, bytes, documents);
    if (excess !== undefined) {
      diagnostics.push(excess);
      return;
    }
    documents += source.documents.length;
    for (const one of source.documents) yield inFile(file, one);
  }
}

/** The error at the file that exceeds the limits of a load. */
function excessOf(file: string, bytes: number, documents: number): Diagnostic | undefined {
  if (bytes <= limits.treeBytes && documents <= limits.documents) return undefined;
  const message = `The manifests hold more than ${limits.treeBytes} bytes or ${limits.documents} documents`;
  return fault("manifest-limit", message, { where: { file } });
}

function readSource(
  file: string,
  diagnostics: Diagnostic[],
  kept: KeptFiles | undefined,
): SourceText | undefined {
  const text = readText(file, diagnostics, kept?.read ?? readFileSync);
  if (text === undefined) return undefined;
  const source = isIgnored(text)
    ? { characters: 0, documents: null }
    : { characters: text.length, documents: parseFile(file, text, diagnostics) };
  if (source.documents?.every(({ value }) => canBeKept(value)) !== false)
    kept?.manifests.keep(file, source);
  return source;
}

function inFile(file: string, { value, places, digest }: TextDocument): SourceDocument {
  return { file, value, digest, locate: (path) => locateIn(file, places, path) };
}

/** Adds problems to `diagnostics`. */
export function readInput(text: string, diagnostics: Diagnostic[]): readonly SourceDocument[] {
  const file = STANDARD_INPUT;
  const damage = emptyFile(file, new TextEncoder().encode(text));
  if (damage === undefined)
    return parseFile(file, text, diagnostics).map((document) => inFile(file, document));
  const hint = "Write a manifest to it: nothing is concluded from nothing.";
  diagnostics.push({ ...damage, message: "Standard input is empty", hint });
  return [];
}

function readText(
  file: string,
  diagnostics: Diagnostic[],
  read: (file: string) => Uint8Array,
): string | undefined {
  try {
    const bytes = read(file);
    if (bytes.byteLength > limits.fileBytes) {
      const message = `The file has ${bytes.byteLength} bytes; the limit is ${limits.fileBytes}`;
      diagnostics.push(fault("manifest-limit", message, { where: { file } }));
      return undefined;
    }
    const damage = damageOf(file, bytes) ?? emptyFile(file, bytes);
    if (damage === undefined) return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    diagnostics.push(damage);
    return undefined;
  } catch (error) {
    const notText = fault("yaml-syntax", "The file is not UTF-8", { where: { file } });
    diagnostics.push(error instanceof TypeError ? notText : unreadable(file, error));
    return undefined;
  }
}

/** An interrupted write leaves no bytes or zeros, which is no reason to delete anything. */
function emptyFile(file: string, bytes: Uint8Array): Diagnostic | undefined {
  const isBlank = bytes.every((byte) => byte === 0 || byte === 0x20 || (byte >= 9 && byte <= 13));
  if (!isBlank) return undefined;
  const message = `${file} is empty`;
  const hint = "Remove the file, or restore what was in it.";
  return fault("manifest-empty", message, { hint, where: { file } });
}

/** Whether a file is marked as no manifest. */
export function isIgnored(text: string): boolean {
  return /^(?:\s|#[^\n]*\n|---)*#[ \t]*plumbline:[ \t]*ignore\b/.test(text.slice(0, 2_000));
}

function parseFile(file: string, text: string, diagnostics: Diagnostic[]): readonly TextDocument[] {
  const lines = new LineCounter();
  if (nesting(text) > limits.depth) {
    const message = `The file is nested deeper than ${limits.depth}`;
    diagnostics.push(fault("manifest-limit", message, { where: { file } }));
    return [];
  }
  const parsed = parseAllDocuments(text, {
    lineCounter: lines,
    version: "1.2",
    strict: true,
    uniqueKeys: true,
    merge: false,
    // Positions are found below; pretty errors cost quadratic time in line ends.
    prettyErrors: false,
  });
  const texts = text.split("\n");
  return [...parsed].flatMap((document) => {
    const all = [...document.errors, ...document.warnings];
    const problems = relevantProblems(all).map((problem) => {
      const place = lines.linePos(problem.pos[0]);
      const { message, hint: own } = yamlProblem(problem, all, text);
      const hint = texts[place.line - 1]?.includes("${") ? VARIABLE : own;
      const where = { file, line: place.line, column: place.col };
      return fault("yaml-syntax", message, { hint, where });
    });
    diagnostics.push(...problems);
    const { contents } = document;
    // Only comments, as after a last `---`.
    const isEmpty = contents === null || (isScalar(contents) && contents.value === null);
    if (problems.length > 0 || isEmpty) return [];
    return readDocument(file, document, lines, diagnostics);
  });
}

const VARIABLE = "A variable is written ${{ var.NAME }}, and within braces it needs quotes.";

/** The deepest nesting, measured before a recursive parser sees the text. */
function nesting(text: string): number {
  let deepest = 0;
  let open = 0;
  for (const line of text.split("\n")) {
    deepest = Math.max(deepest, (/^(?: |- )*/.exec(line)?.[0].length ?? 0) / 2, begunIn(line));
    for (const character of line) {
      if (character === "[" || character === "{") deepest = Math.max(deepest, ++open);
      else if (character === "]" || character === "}") open = Math.max(0, open - 1);
    }
  }
  return deepest;
}

/** How many nested lists and keys a line begins: 3 in `- ? - x`. */
function begunIn(line: string): number {
  let [most, begun] = [0, 0];
  for (const word of line.split(/[ \t]/)) {
    if (word.startsWith("-") || word.startsWith("?")) most = Math.max(most, ++begun);
    if (word.length > 1) begun = 0;
  }
  return most;
}

function readDocument(
  file: string,
  document: Document.Parsed,
  lines: LineCounter,
  diagnostics: Diagnostic[],
): readonly TextDocument[] {
  const places = placesOf(document.contents, document.contents?.range?.[0] ?? 0, lines);
  try {
    const value = withSortedKeys(document.toJS({ maxAliasCount: limits.aliases }));
    return [{ value, places, digest: digestOfValue(value) }];
  } catch (error) {
    diagnostics.push(aliasProblem(error as Error, file, places));
    return [];
  }
}

function aliasProblem({ message: said }: Error, file: string, places: Places): Diagnostic {
  const where = locateIn(file, places, []);
  const name = /^Unresolved alias .*: (\S+)$/.exec(said)?.[1];
  if (name === undefined) return fault("manifest-limit", said, { where });
  const message = `The alias *${name} has no anchor before it in this document`;
  const hint = `Set it as &${name} before: no anchor reaches across ---. Merge keys (<<) are not read.`;
  return fault("yaml-syntax", message, { hint, where });
}

/** The offset is that of the value or of its key. */
function placesOf(node: unknown, offset: number, lines: LineCounter): Places {
  const { line, col } = lines.linePos(offset);
  if (isMap(node)) {
    const [keys, inner]: [string[], Places[]] = [[], []];
    for (const { key, value } of node.items) {
      const { value: plain, range } = (key ?? {}) as Partial<Scalar>;
      keys.push(String(plain ?? key));
      inner.push(placesOf(value, range?.[0] ?? 0, lines));
    }
    return [line, col, keys, inner];
  }
  if (!isSeq(node)) return [line, col];
  const items = node.items.map((item) =>
    placesOf(item, (item as Node | undefined)?.range?.[0] ?? 0, lines),
  );
  return [line, col, null, items];
}
