/** GeoCSS style sheets and their translation; `style.cssBytes` bounds the size. */
export const styleSheet = {
  /** Nesting depth of rules. */
  depth: 32,
  /** Nesting of brackets in a selector or value. */
  parentheses: 32,
  valueCharacters: 65_536,
  /** Written rules; nested ones and selector alternatives each count. */
  rules: 20_000,
  /** Written properties. */
  properties: 20_000,
  /** Rules of the resulting style; `@maxOutputRules` may only lower it. */
  outputRules: 10_000,
  /** Rules that apply together, except those that apply wherever others do. */
  together: 400,
  /** Comparisons between conditions. */
  comparisons: 1_000_000,
  /** Properties and conditions in all resulting rules. */
  outputParts: 150_000,
  /** Reported problems. */
  problems: 100,
} as const;
