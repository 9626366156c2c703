/** Detects certainly invalid Java regular expressions, which servers store and fail to use. */

/** Placeholder for any escape. */
const ESCAPED = "\uE000";

/** Java-only syntax, with equivalents for checking brackets. */
const DIALECT: readonly (readonly [RegExp, string])[] = [
  [/\\Q[^]*?(?:\\E|$)|\\[xpPN]\{\w*\}|\\[^]/g, ESCAPED],
  // Ranges with escapes cannot be checked.
  [/\[(?!\^?\])[^[\]\uE000]*\uE000[^[\]]*\]/g, ESCAPED],
  // Anchors may be repeated.
  [/[\^$](?=[*+?{])/g, ESCAPED],
  [/\(\?[a-zA-Z]*(?:-[a-zA-Z]+)?\)/g, "f"],
  [/\(\?[a-zA-Z]*(?:-[a-zA-Z]+)?:/g, "(?:"],
  [/\(\?>/g, "(?:"],
  [/(?<=[*+?}])\+/g, ""],
];

/** Why a text is certainly not a Java regular expression. */
export function javaPatternProblem(pattern: string): string | undefined {
  const plain = DIALECT.reduce((text, [found, by]) => text.replaceAll(found, by), pattern);
  // Nested classes cannot be checked.
  if (/\[[^\]]*\[|\[\^?\]|&&|#/.test(plain)) return undefined;
  try {
    RegExp(plain);
    return undefined;
  } catch (error) {
    const [, why = ""] = /: ([^:]+)$/.exec((error as Error).message) ?? [];
    return `is no regular expression: ${why.toLowerCase()}`;
  }
}
