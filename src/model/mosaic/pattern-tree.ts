/** Parses Java regular expressions. */
import { mosaicDefinition as limits } from "../limits.ts";
import { readClass, readEscape } from "./pattern-class.ts";
import { literalSource, PatternError, unread, type PatternCursor } from "./pattern-source.ts";

/** `source` is JavaScript syntax. */
export type PatternNode =
  /** One character, or an assertion. */
  | { readonly type: "atom"; readonly source: string }
  /** A back reference by name or by Java's group number. */
  | { readonly type: "reference"; readonly group: number | string }
  /** Flags that apply up to the end of the group. */
  | { readonly type: "flags"; readonly on: string; readonly off: string }
  | {
      readonly type: "group";
      readonly kind: GroupKind;
      readonly name: string | undefined;
      readonly flags: string | undefined;
      readonly options: readonly PatternOption[];
    }
  | {
      readonly type: "repeat";
      readonly manner: "greedy" | "lazy" | "possessive";
      readonly min: number;
      /** Infinity for no bound. */
      readonly max: number;
      readonly body: PatternNode;
    };

export type PatternOption = readonly PatternNode[];

export type GroupKind =
  | "capture"
  | "plain"
  | "atomic"
  | "ahead"
  | "not-ahead"
  | "behind"
  | "not-behind";

/** Parses a pattern. Throws PatternError. */
export function parsePattern(text: string): readonly PatternOption[] {
  const cursor: PatternCursor = { text, at: 0 };
  const options = readOptions(cursor, 0);
  if (cursor.at < text.length) throw new PatternError("a ) has no ( before it");
  return options;
}

function readOptions(cursor: PatternCursor, depth: number): readonly PatternOption[] {
  if (depth > limits.patternDepth) {
    throw unread(`groups are nested deeper than ${limits.patternDepth}`);
  }
  const options: PatternNode[][] = [[]];
  while (cursor.at < cursor.text.length && cursor.text[cursor.at] !== ")") {
    if (cursor.text[cursor.at] === "|") {
      cursor.at++;
      options.push([]);
      continue;
    }
    const nodes = readNodes(cursor, depth);
    options.at(-1)?.push(...nodes);
  }
  return options;
}

/** One node with its repeat; several nodes for a quoted text. */
function readNodes(cursor: PatternCursor, depth: number): readonly PatternNode[] {
  if (cursor.text.startsWith("\\Q", cursor.at)) {
    const start = cursor.at + 2;
    const end = cursor.text.indexOf("\\E", start);
    const quoted = cursor.text.slice(start, end === -1 ? undefined : end);
    cursor.at = end === -1 ? cursor.text.length : end + 2;
    const characters = Array.from(quoted, (character) => literal(character));
    const last = characters.pop();
    return last === undefined ? [] : [...characters, repeated(cursor, last)];
  }
  const node = readNode(cursor, depth);
  return [node.type === "flags" ? node : repeated(cursor, node)];
}

function readNode(cursor: PatternCursor, depth: number): PatternNode {
  const character = String.fromCodePoint(cursor.text.codePointAt(cursor.at) ?? 0);
  switch (character) {
    case "(":
      return readGroup(cursor, depth);
    case "[":
      return { type: "atom", source: readClass(cursor) };
    case "\\":
      return readReference(cursor) ?? { type: "atom", source: readEscape(cursor, false) };
    default:
      return readPlain(cursor, character);
  }
}

function readPlain(cursor: PatternCursor, character: string): PatternNode {
  if ("*+?{".includes(character)) {
    throw new PatternError(`a ${character} has nothing before it`);
  }
  cursor.at += character.length;
  return ".^$".includes(character) ? { type: "atom", source: character } : literal(character);
}

function literal(character: string): PatternNode {
  return { type: "atom", source: literalSource(character) };
}

function readReference(cursor: PatternCursor): PatternNode | undefined {
  const match = /^\\(?:([1-9])|k<([A-Za-z][A-Za-z0-9]*)>)/.exec(cursor.text.slice(cursor.at));
  if (match === null) return undefined;
  cursor.at += match[0].length;
  return { type: "reference", group: match[2] ?? Number(match[1]) };
}

const OPENINGS: readonly (readonly [string, GroupKind])[] = [
  ["(?:", "plain"],
  ["(?>", "atomic"],
  ["(?=", "ahead"],
  ["(?!", "not-ahead"],
  ["(?<=", "behind"],
  ["(?<!", "not-behind"],
];

function readGroup(cursor: PatternCursor, depth: number): PatternNode {
  const rest = cursor.text.slice(cursor.at);
  const opening = OPENINGS.find(([text]) => rest.startsWith(text));
  if (opening !== undefined) {
    cursor.at += opening[0].length;
    return closeGroup(cursor, depth, { kind: opening[1] });
  }
  const [flagged, letters = "", off = "", end] = FLAGS.exec(rest) ?? [];
  if (flagged !== undefined) {
    cursor.at += flagged.length;
    const flags = { on: checkFlags(letters), off: checkFlags(off) };
    if (end === ")") return { type: "flags", ...flags };
    return closeGroup(cursor, depth, { kind: "plain", flags: modifier(flags.on, flags.off) });
  }
  const name = /^\(\?<([A-Za-z][A-Za-z0-9]*)>/.exec(rest);
  if (name === null && rest.startsWith("(?")) {
    throw new PatternError(`${rest.slice(0, 4)} is not known`);
  }
  cursor.at += name?.[0].length ?? 1;
  return closeGroup(cursor, depth, { kind: "capture", name: name?.[1] });
}

const FLAGS = /^\(\?([a-zA-Z]*)(?:-([a-zA-Z]*))?([:)])/;

function closeGroup(
  cursor: PatternCursor,
  depth: number,
  head: {
    readonly kind: GroupKind;
    readonly name?: string | undefined;
    readonly flags?: string | undefined;
  },
): PatternNode {
  const options = readOptions(cursor, depth + 1);
  if (cursor.text[cursor.at] !== ")") throw new PatternError("a ( has no ) after it");
  cursor.at++;
  return { type: "group", kind: head.kind, name: head.name, flags: head.flags, options };
}

/** Drops Java flags without an effect. */
function checkFlags(letters: string): string {
  const foreign = /[^imsud]/.exec(letters)?.[0];
  if (foreign !== undefined) throw unread(`the flag ${foreign} is not supported`);
  return [...new Set(letters)].filter((letter) => "ims".includes(letter)).join("");
}

/** Flags in JavaScript syntax for a group's head; may be empty. */
export function modifier(on: string, off: string): string {
  const wanted = on.replaceAll(/[a-z]/g, (letter) => (off.includes(letter) ? "" : letter));
  return off === "" ? wanted : `${wanted}-${off}`;
}

const COUNT = /^(?:([*+?])|\{(\d{1,6})(?:(,)(\d{1,6})?)?\})([?+]?)/;

function repeated(cursor: PatternCursor, body: PatternNode): PatternNode {
  const match = COUNT.exec(cursor.text.slice(cursor.at));
  if (match === null) {
    if (cursor.text[cursor.at] === "{") throw new PatternError("a { has no count after it");
    return body;
  }
  cursor.at += match[0].length;
  const { min, max } = boundsOf(match);
  if (max < min) throw new PatternError(`${match[0]} counts down`);
  const manner = match[5] === "?" ? "lazy" : match[5] === "+" ? "possessive" : "greedy";
  if (/^[*+?{]/.test(cursor.text.slice(cursor.at))) {
    throw new PatternError(`${match[0]} is followed by another count`);
  }
  return { type: "repeat", manner, min, max, body };
}

function boundsOf([, simple, least, comma, most]: RegExpExecArray) {
  if (simple !== undefined) {
    return { min: simple === "+" ? 1 : 0, max: simple === "?" ? 1 : Infinity };
  }
  const min = Number(least);
  return { min, max: comma === undefined ? min : Number(most ?? Infinity) };
}
