/** Reads directives, rules, properties and nested rules of a sheet. */
import {
  CssSyntaxError,
  parse,
  type AtRule,
  type ChildNode,
  type Declaration,
  type Rule,
} from "postcss";
import { style as styleLimits, styleSheet as limits } from "../../model/limits.ts";
import { beyond, boundOf, SheetError, type SheetProblem } from "../problem.ts";
import { isZIndex } from "../cascade/level-rules.ts";
import type { Property, Value } from "../value.ts";
import { wordsOf } from "./comments.ts";
import { defaultDirectives, withDirective } from "./directives.ts";
import { readSelector, readValues, type Excerpt } from "./grammar.ts";
import { sourceOf, type Source } from "./source.ts";
import type { Directives, WrittenRule, WrittenSheet } from "./written.ts";

export type BlockReading =
  | { readonly sheet: WrittenSheet; readonly problems?: undefined }
  | { readonly sheet?: undefined; readonly problems: readonly SheetProblem[] };

interface Reading {
  readonly source: Source;
  readonly problems: SheetProblem[];
  rules: number;
  properties: number;
}

/** Reports as many problems as possible, in order. Never throws for a text. */
export function readBlocks(text: string): BlockReading {
  const { cssBytes } = styleLimits;
  if (text.length > cssBytes || Buffer.byteLength(text) > cssBytes) {
    const message = `The sheet has more than ${cssBytes} bytes; the limit is ${cssBytes}`;
    return { problems: [{ message, place: { line: 1, column: 1 }, isBound: true }] };
  }
  const source = sourceOf(text);
  const reading: Reading = { source, problems: [], rules: 0, properties: 0 };
  try {
    // A comment may name a source map, which must not be loaded.
    const sheet = readSheetNodes(parse(source.structure, { map: false }).nodes, reading);
    if (reading.problems.length === 0) return { sheet };
  } catch (error) {
    if (error instanceof SheetError) report(reading, error.message, error.offset, boundOf(error));
    else if (error instanceof CssSyntaxError) reading.problems.push(syntaxProblem(error, source));
    else throw error;
  }
  const sorted = reading.problems.toSorted(
    ({ place: a }, { place: b }) => a.line - b.line || a.column - b.column,
  );
  return { problems: sorted.slice(0, limits.problems) };
}

function syntaxProblem(
  { reason, line = 1, column = 1 }: CssSyntaxError,
  { text, structure }: Source,
): SheetProblem {
  if (reason === "Unclosed block")
    return { message: `${reason}; ${endMissing(structure, line)}`, place: { line, column } };
  const row = text.split("\n", line)[line - 1] ?? "";
  const isComment = row.slice(0, column + 1).includes("//");
  const hint = isComment ? "; a comment is written /* */, // does not begin one" : "";
  const word = /^Unknown word ?([^]*)$/.exec(reason)?.[1];
  const message =
    word === undefined
      ? reason
      : `Unexpected ${JSON.stringify(word.slice(0, 40))}; a property is written name: value; with a ; after it`;
  const place = { line, column: Math.min(column, row.length + 1) };
  return { message: `${message}${hint}`, place };
}

/** A } may be missing before the next block at the same indent. */
function endMissing(structure: string, line: number): string {
  const rows = structure.split("\n");
  const indent = /^\s*/.exec(rows[line - 1] ?? "")?.[0] ?? "";
  const next = rows.findIndex(
    (row, at) =>
      at >= line && row.startsWith(indent) && /^[^\s;{}][^;{}]*\{/.test(row.slice(indent.length)),
  );
  return next === -1 ? "there is no } at its end" : `a } may be missing before line ${next + 1}`;
}

function readSheetNodes(nodes: readonly ChildNode[], reading: Reading): WrittenSheet {
  let directives = defaultDirectives;
  const rules: WrittenRule[] = [];
  for (const [at, node] of nodes.entries()) {
    if (node.type === "atrule")
      directives = readDirective(directives, { node, isLate: rules.length > 0 }, reading);
    else if (node.type === "rule")
      rules.push(readRule(node, { comments: commentsBefore(nodes, at), depth: 1 }, reading));
    else if (node.type === "decl")
      report(
        reading,
        "Outside of rules there are only directives such as @mode 'Flat';",
        startOf(node),
      );
  }
  return { directives, rules };
}

function readDirective(
  directives: Directives,
  { node, isLate }: { node: AtRule; isLate: boolean },
  reading: Reading,
): Directives {
  return attempt(reading, directives, () => {
    const at = startOf(node);
    if (isLate) throw new SheetError(`@${node.name} has to be before all rules`, at);
    if (node.nodes !== undefined) throw new SheetError(`@${node.name} has no block here`, at);
    const written = reading.source.blanked.slice(at + 1 + node.name.length, endOf(node) + 1);
    const value = /^(?:'([^']*)'|"([^"]*)")$/.exec(written.replace(/;$/, "").trim());
    if (value === null) throw new SheetError(`The value of @${node.name} is a text in quotes`, at);
    return withDirective(directives, { name: node.name, value: value[1] ?? value[2] ?? "", at });
  });
}

function readRule(
  node: Rule,
  { comments, depth }: { comments: readonly string[]; depth: number },
  reading: Reading,
): WrittenRule {
  const offset = startOf(node);
  if (depth > limits.depth)
    throw beyond(`Rules are more than ${limits.depth} deep in each other`, limits.depth, offset);
  reading.rules++;
  if (reading.rules > limits.rules)
    throw beyond(`There are more than ${limits.rules} rules`, limits.rules, offset);
  const index = reading.rules;
  const selector = attempt(reading, [], () => readSelector(selectorText(node, reading.source)));
  const properties = new Map<string, Property>();
  const nested: WrittenRule[] = [];
  for (const [at, child] of node.nodes.entries()) {
    if (child.type === "decl") readProperty(child, properties, reading);
    else if (child.type === "atrule")
      report(reading, `@${child.name} is not for the inside of a rule`, startOf(child));
    else if (child.type === "rule") {
      checkEnd(child, node.nodes.slice(at + 1), reading);
      const inner = { comments: commentsBefore(node.nodes, at), depth: depth + 1 };
      nested.push(readRule(child, inner, reading));
    }
  }
  if (node.nodes.every(({ type }) => type === "comment"))
    report(reading, "The rule holds neither properties nor rules", offset);
  return { index, offset, words: wordsOf(comments), selector, properties, nested };
}

function selectorText(node: Rule, { blanked }: Source): Excerpt {
  const at = startOf(node);
  if (blanked.startsWith("//", at))
    throw new SheetError("A comment is written /* */, // does not begin one", at);
  return { text: blanked.slice(at, at + (node.raws.selector?.raw ?? node.selector).length), at };
}

function checkEnd(node: Rule, after: readonly ChildNode[], reading: Reading): void {
  const goesOn = after.some(({ type }) => type !== "comment");
  if (goesOn && node.raws.ownSemicolon === undefined)
    report(reading, "A nested rule that is followed by more needs a ; after its }", endOf(node));
}

function readProperty(
  node: Declaration,
  properties: Map<string, Property>,
  reading: Reading,
): void {
  const { source } = reading;
  reading.properties++;
  if (reading.properties > limits.properties)
    throw beyond(
      `There are more than ${limits.properties} properties`,
      limits.properties,
      startOf(node),
    );
  attempt(reading, undefined, () => {
    const start = startOf(node);
    const whole = source.blanked.slice(start, endOf(node) + 1);
    const colon = whole.indexOf(":");
    const written = whole.slice(0, colon).trim();
    if (!/^-*[A-Za-z][\w-]*$/.test(written))
      throw new SheetError(`${JSON.stringify(written)} is not the name of a property`, start);
    // The prefix `-gt-` has no meaning.
    const name = written.replace(/^-gt-/, "");
    const at = start + colon + 1;
    const values = readValuesOf({ text: whole.slice(colon + 1).replace(/;$/, ""), at });
    if (isZIndex(name) && !values.every(isWhole))
      throw new SheetError("Values of z-index are whole numbers", at);
    properties.set(name, { name, values, at: source.place(start) });
  });
}

/** Without a semicolon, the next property looks like further values. */
function readValuesOf(excerpt: Excerpt): readonly Value[] {
  try {
    return readValues(excerpt);
  } catch (error) {
    const next = nextProperty(excerpt.text);
    if (!(error instanceof SheetError) || next === undefined) throw error;
    throw new SheetError(`There is no ; before ${next.name}`, excerpt.at + next.at);
  }
}

/** The first line that looks like a property, and the end of the preceding one. */
function nextProperty(text: string): { readonly name: string; readonly at: number } | undefined {
  const plain = text.replaceAll(/'[^']*'|"[^"]*"|\[[^[\]]*\]|\([^()]*\)/g, (masked) =>
    "x".repeat(masked.length),
  );
  for (const { index, 1: gap = "", 2: name = "" } of plain.matchAll(
    /(?<=\S)(\s+)(-*[A-Za-z][\w-]*)\s*:/g,
  ))
    if (gap.includes("\n")) return { name, at: index };
  return undefined;
}

/** Reports a mistake and returns `otherwise`. */
function attempt<Result>(reading: Reading, otherwise: Result, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    report(reading, error.message, error.offset, boundOf(error));
    return otherwise;
  }
}

function report(
  reading: Reading,
  message: string,
  offset: number,
  bound: Pick<SheetProblem, "isBound"> = {},
): void {
  reading.problems.push({ ...reading.source.problem(message, offset), ...bound });
}

function isWhole(value: Value): boolean {
  return value.type === "number" && Number.isInteger(value.value);
}

function commentsBefore(nodes: readonly ChildNode[], at: number): readonly string[] {
  const comments: string[] = [];
  for (let before = at - 1; before >= 0; before--) {
    const node = nodes[before];
    if (node?.type !== "comment") break;
    comments.push(node.text);
  }
  return comments.toReversed();
}

function startOf(node: ChildNode): number {
  return node.source?.start?.offset ?? 0;
}

/** The offset of the last character. */
function endOf(node: ChildNode): number {
  return Math.max(startOf(node), (node.source?.end?.offset ?? 1) - 1);
}
