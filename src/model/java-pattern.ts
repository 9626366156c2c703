/**
 * Java regular expressions, as far as it is certain that one is broken: servers store any text and fail when
 * they use it.
 */

/** Stands for whatever is escaped: nobody looks which character that is. */
const ESCAPED = "\uE000";

/** What Java knows and this program's engine does not, with what means the same to a check of brackets. */
const DIALECT: readonly (readonly [RegExp, string])[] = [
  [/\\Q[^]*?(?:\\E|$)|\\[xpPN]\{\w*\}|\\[^]/g, ESCAPED],
  // Whether a range from or to such a character is in order cannot be seen.
  [/\[(?!\^?\])[^[\]\uE000]*\uE000[^[\]]*\]/g, ESCAPED],
  // Anchors may be repeated.
  [/[\^$](?=[*+?{])/g, ESCAPED],
  [/\(\?[a-zA-Z]*(?:-[a-zA-Z]+)?\)/g, "f"],
  [/\(\?[a-zA-Z]*(?:-[a-zA-Z]+)?:/g, "(?:"],
  [/\(\?>/g, "(?:"],
  [/(?<=[*+?}])\+/g, ""],
];

/** Why a text is no Java regular expression; undefined where it may be one. */
export function javaPatternProblem(pattern: string): string | undefined {
  const plain = DIALECT.reduce((text, [found, by]) => text.replaceAll(found, by), pattern);
  // Classes may hold classes; what is inside of any plays no part.
  if (/\[[^\]]*\[|\[\^?\]|&&|#/.test(plain)) return undefined;
  try {
    RegExp(plain);
    return undefined;
  } catch (error) {
    const [, why = ""] = /: ([^:]+)$/.exec((error as Error).message) ?? [];
    return `is no regular expression: ${why.toLowerCase()}`;
  }
}
