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
  /** Properties as they are written. */
  properties: 20_000,
  /** Rules of a style that a sheet may come to; `@maxOutputRules` may only lower it. */
  outputRules: 10_000,
  /** Rules that hold together, those aside that hold wherever others do. */
  together: 400,
  /** Comparisons of conditions with each other. */
  comparisons: 1_000_000,
  /** Properties and conditions of all rules that a sheet comes to. */
  outputParts: 150_000,
  /** Mistakes that are reported. */
  problems: 100,
} as const;
