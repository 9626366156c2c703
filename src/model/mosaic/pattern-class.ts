/** Translates Java's character sets and escapes to JavaScript. */
import {
  expressionOf,
  literalSource,
  PatternError,
  unread,
  type PatternCursor,
} from "./pattern-source.ts";

/** By escape letter; upper case negates. */
const SETS: Readonly<Record<string, string>> = {
  d: "0-9",
  w: "a-zA-Z0-9_",
  s: " \\t\\n\\v\\f\\r",
  h: " \\t\\u{a0}\\u{1680}\\u{180e}\\u{2000}-\\u{200a}\\u{202f}\\u{205f}\\u{3000}",
  v: "\\n\\v\\f\\r\\u{85}\\u{2028}\\u{2029}",
};

/** By property; all are ASCII in Java. */
const PROPERTIES: Readonly<Record<string, string>> = {
  Lower: "a-z",
  Upper: "A-Z",
  ASCII: "\\u{0}-\\u{7f}",
  Alpha: "a-zA-Z",
  Digit: "0-9",
  Alnum: "a-zA-Z0-9",
  Punct: "\\u{21}-\\u{2f}\\u{3a}-\\u{40}\\u{5b}-\\u{60}\\u{7b}-\\u{7e}",
  Graph: "\\u{21}-\\u{7e}",
  Print: "\\u{20}-\\u{7e}",
  Blank: " \\t",
  Cntrl: "\\u{0}-\\u{1f}\\u{7f}",
  XDigit: "0-9a-fA-F",
  Space: " \\t\\n\\v\\f\\r",
};

const CONTROLS: Readonly<Record<string, string>> = {
  t: "\t",
  n: "\n",
  r: "\r",
  f: "\f",
  a: "\u0007",
  e: "\u001b",
};

/** Assertions, which are invalid in sets. */
const PLACES: Readonly<Record<string, string>> = {
  b: "\\b",
  B: "\\B",
  A: "(?<![^])",
  z: "(?![^])",
  Z: "(?=\\n?(?![^]))",
  R: "(?:\\r\\n|[\\n\\v\\f\\r\\u{85}\\u{2028}\\u{2029}])",
};

/** Parses an escape; `inside` means in a set. Throws PatternError. */
export function readEscape(cursor: PatternCursor, inside: boolean): string {
  const rest = cursor.text.slice(cursor.at);
  const coded = /^\\(?:x([0-9a-fA-F]{2})|x\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4}))/.exec(rest);
  if (coded !== null) {
    cursor.at += coded[0].length;
    return characterSource(Number.parseInt(coded[1] ?? coded[2] ?? coded[3] ?? "", 16));
  }
  const octal = /^\\0([0-3]?[0-7]{1,2})/.exec(rest);
  if (octal !== null) {
    cursor.at += octal[0].length;
    return characterSource(Number.parseInt(octal[1] ?? "", 8));
  }
  const property = /^\\([pP])(?:\{(\w+)(?:=(\w+))?\}|([A-Z]))/.exec(rest);
  if (property !== null) {
    cursor.at += property[0].length;
    return propertySource(property);
  }
  const character = rest[1];
  if (character === undefined) throw new PatternError("it ends with a single \\");
  cursor.at += 2;
  return simpleEscape(character, inside);
}

function simpleEscape(character: string, inside: boolean): string {
  if (!/[A-Za-z0-9]/.test(character)) return literalSource(character);
  const control = CONTROLS[character];
  if (control !== undefined) return literalSource(control);
  const set = SETS[character.toLowerCase()];
  if (set !== undefined) return character === character.toLowerCase() ? `[${set}]` : `[^${set}]`;
  const place = inside ? undefined : PLACES[character];
  if (place !== undefined) return place;
  throw new PatternError(`\\${character} is not supported`);
}

function characterSource(code: number): string {
  if (code > 0x10ffff) throw new PatternError(`there is no character ${code.toString(16)}`);
  return literalSource(String.fromCodePoint(code));
}

function propertySource([text, letter, name = "", value, short]: readonly (string | undefined)[]) {
  const not = letter === "P" ? "^" : "";
  const set = PROPERTIES[name];
  if (set !== undefined && value === undefined) return `[${not}${set}]`;
  const wanted = short ?? (value === undefined ? name.replace(/^Is/, "") : `${name}=${value}`);
  const source = `\\p{${wanted}}`;
  // The JavaScript engine decides which Unicode properties exist.
  if (!isUnderstood(source)) throw new PatternError(`${text} is not supported`);
  return `[${not}${source}]`;
}

function isUnderstood(source: string): boolean {
  try {
    return expressionOf(source, "v") instanceof RegExp;
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return false;
  }
}

/** Parses a set. Throws PatternError. */
export function readClass(cursor: PatternCursor, depth = 0): string {
  if (depth > 8) throw unread("sets of characters are nested too deep");
  cursor.at++;
  const not = cursor.text[cursor.at] === "^" ? "^" : "";
  cursor.at += not.length;
  const operands = readOperands(cursor, depth);
  const sets = operands.filter((operand) => operand !== "");
  return `[${not}${sets.length === 1 ? sets[0] : sets.map((set) => `[${set}]`).join("&&")}]`;
}

/** The operands of &&, up to and including the closing bracket. */
function readOperands(cursor: PatternCursor, depth: number): readonly string[] {
  const operands = [""];
  for (let first = true; cursor.text[cursor.at] !== "]" || first; first = false) {
    if (cursor.at >= cursor.text.length) throw new PatternError("a [ has no ] after it");
    if (cursor.text.startsWith("&&", cursor.at)) {
      cursor.at += 2;
      operands.push("");
    } else {
      operands.push((operands.pop() ?? "") + readMember(cursor, depth));
    }
  }
  cursor.at++;
  return operands;
}

function readMember(cursor: PatternCursor, depth: number): string {
  if (cursor.text[cursor.at] === "[") return readClass(cursor, depth + 1);
  const from = readCharacter(cursor);
  const isRange = cursor.text[cursor.at] === "-" && !/^(?:\]|\[|&&|$)/.test(rest(cursor, 1));
  if (!isRange || from.startsWith("[")) return from;
  cursor.at++;
  const to = readCharacter(cursor);
  if (to.startsWith("[")) throw new PatternError("a range ends with a set");
  if (codeOf(from) > codeOf(to)) throw new PatternError("a range counts down");
  return `${from}-${to}`;
}

function rest({ text, at }: PatternCursor, from: number): string {
  return text.slice(at + from);
}

function readCharacter(cursor: PatternCursor): string {
  if (cursor.text[cursor.at] === "\\") return readEscape(cursor, true);
  const character = String.fromCodePoint(cursor.text.codePointAt(cursor.at) ?? 0);
  cursor.at += character.length;
  return literalSource(character);
}

function codeOf(source: string): number {
  const coded = /^\\u\{([0-9a-f]+)\}$/.exec(source)?.[1];
  return coded === undefined ? (source.codePointAt(0) ?? 0) : Number.parseInt(coded, 16);
}
