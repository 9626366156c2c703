/** Bounds of style sheets (GeoCSS) and of what they are translated to. The size is that of `style.cssBytes`. */
export const styleSheet = {
  /** Rules inside one another. */
  depth: 32,
  /** Parentheses and brackets of one selector or value inside one another. */
  parentheses: 32,
  /** Characters of one selector or value. */
  valueCharacters: 65_536,
  /** Rules as they are written, nested ones and alternatives of selectors counted on their own. */
  rules: 20_000,
  /** Rules of a style that a sheet may come to; `@maxOutputRules` may only lower it. */
  outputRules: 10_000,
  /** Comparisons of conditions with each other. */
  comparisons: 4_000_000,
  /** Properties of all rules that a sheet comes to. */
  outputProperties: 400_000,
  /** Mistakes that are told. */
  problems: 100,
} as const;
