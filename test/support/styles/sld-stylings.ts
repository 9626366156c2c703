/** Small stylings for tests of the writer, and what becomes of them in few words. */
import { expect, test } from "vitest";
import type { Expression } from "../../../src/model/filter.ts";
import type {
  Level,
  PseudoBlock,
  PseudoClass,
  StyleRule,
  Styling,
} from "../../../src/geocss/styling.ts";
import type { Property, Unit, Value } from "../../../src/geocss/value.ts";
import { writeStyle } from "../../../src/geocss/sld/write-style.ts";

/** Values as sheets have them. */
export const value = {
  none: { type: "none" } as Value,
  name: (name: string): Value => ({ type: "identifier", name }),
  text: (text: string): Value => ({ type: "text", text }),
  number: (number: number, unit?: Unit): Value => ({ type: "number", value: number, unit }),
  colour: (hex: string): Value => ({ type: "colour", hex }),
  url: (url: string): Value => ({ type: "url", url }),
  symbol: (name: string): Value => ({ type: "symbol", name }),
  call: (name: string, ...args: readonly Value[]): Value => ({ type: "function", name, args }),
  attribute: (name: string): Value => ({
    type: "expression",
    expression: { type: "attribute", name },
  }),
  expression: (expression: Expression): Value => ({ type: "expression", expression }),
  environment: (name: string, fallback?: Value): Value => ({ type: "environment", name, fallback }),
  composite: (...parts: readonly Value[]): Value => ({ type: "composite", parts }),
  concatenation: (...parts: readonly Value[]): Value => ({ type: "concatenation", parts }),
};

/** Properties as tests write them: a value, or several. */
export type Written = Readonly<Record<string, Value | readonly Value[]>>;

/** Properties by name, each on a line of its own. */
export function properties(written: Written): ReadonlyMap<string, Property> {
  return new Map(
    Object.entries(written).map(([name, values], at): [string, Property] => [
      name,
      { name, values: isList(values) ? values : [values], at: { line: at + 2, column: 3 } },
    ]),
  );
}

function isList(values: Value | readonly Value[]): values is readonly Value[] {
  return Array.isArray(values);
}

/** A block of a pseudo class, for all symbols or for the nth. */
export function block(pseudoClass: PseudoClass, written: Written, nth?: number): PseudoBlock {
  return { pseudoClass, nth, properties: properties(written) };
}

/** A rule for everything at every scale. */
export function rule(written: Written, more: Partial<StyleRule> = {}): StyleRule {
  return {
    name: undefined,
    title: new Map(),
    abstract: new Map(),
    scale: { min: 0, max: Infinity },
    filter: { type: "include" },
    properties: properties(written),
    pseudo: [],
    ...more,
  };
}

/** A level of some rules for features of any type. */
export function level(rules: readonly StyleRule[], more: Partial<Level> = {}): Level {
  return { typeName: undefined, firstOnly: true, rules, ...more };
}

/** A style without a name. */
export function styling(levels: readonly Level[], more: Partial<Styling> = {}): Styling {
  const texts = { name: undefined, title: undefined, abstract: undefined, background: undefined };
  return { ...texts, levels, ...more };
}

/** The document of a style; throws when there is none. */
export function sldOf(style: Styling): string {
  const written = writeStyle(style);
  if (written.problems !== undefined) throw new Error(JSON.stringify(written.problems));
  return written.sld;
}

/** What a rule becomes, between its tags: without the prefix of SLD and without indentation. */
export function drawn(written: Written, ...pseudo: readonly PseudoBlock[]): string {
  const document = compact(sldOf(styling([level([rule(written, { pseudo })])])));
  return /<Rule>(.*)<\/Rule>/s.exec(document)?.[1] ?? "";
}

/** A document without the prefix of SLD and without indentation. */
export function compact(text: string): string {
  return text
    .replaceAll(/(<\/?)sld:/g, "$1")
    .replaceAll(/>\s+</g, "><")
    .trim();
}

/** A row of a table: what properties and pseudo classes become, in SLD written by hand. */
type Row = readonly [
  what: string,
  written: Written,
  expected: string,
  ...pseudo: readonly PseudoBlock[],
];

/** One test per row. */
export function becomes(rows: readonly Row[]): void {
  test.for(rows)("%s", ([, written, expected, ...pseudo]) => {
    expect(drawn(written, ...pseudo)).toBe(compact(expected));
  });
}

/** A parameter as SLD writes it. */
export const css = (parameter: string, content: string | number): string =>
  `<CssParameter name="${parameter}">${content}</CssParameter>`;
