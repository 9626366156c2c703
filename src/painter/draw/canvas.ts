/** What drawing needs: values for the sample feature, definitions, and where to say what is not shown. */
import type { Expression } from "../../model/filter.ts";
import { painter as limits } from "../../model/limits.ts";
import type { StyleImage } from "../image.ts";
import type { Graphic, SizeUnit } from "../styling.ts";
import { colourOf } from "../values/colour.ts";
import { evaluate } from "../values/evaluate.ts";
import { asNumber, asText, type Scope } from "../values/scope.ts";
import { expressionWords } from "../values/words.ts";
import type { SvgNode } from "./svg.ts";

/** Finds an image by its address in the style; undefined where it is not at hand. */
export type FindImage = (href: string) => StyleImage | undefined;

/** A graphic with its symbol chosen and its measures computed. */
export interface Symbolized {
  readonly width: number;
  readonly height: number;
  /** Whether one of its symbols can be shown; else it is what servers put on a place instead. */
  readonly isKnown: boolean;
  /** Whether it is made of lines that go on beside it, as the shapes of hatchings are. */
  readonly isOpen: boolean;
  /** The symbol around the place 0, 0. */
  readonly node: SvgNode;
}

/** Where a rule is drawn. */
export interface Canvas {
  readonly scope: Scope;
  /** Pixels of one unit. */
  readonly pixels: Readonly<Record<SizeUnit, number>>;
  readonly findImage: FindImage;
  /** Says what is not shown, or not as it is. */
  readonly note: (text: string) => void;
  /** Says what is shown and cannot be read off the picture, such as the name of an image. */
  readonly tell: (text: string) => void;
  /** Adds a definition, such as a pattern, and gives its id: that of its content. */
  readonly define: (node: SvgNode) => string;
  /** Computes a graphic: those of patterns hold marks, of which the fills hold patterns. */
  readonly symbolize: (canvas: Canvas, graphic: Graphic, unit: SizeUnit) => Symbolized;
}

/** What was drawn. */
export interface Drawing {
  readonly nodes: readonly SvgNode[];
  /** Patterns and paths that the nodes name, by id. */
  readonly definitions: ReadonlyMap<string, SvgNode>;
  /** What is not shown, or not as it is. */
  readonly notes: readonly string[];
  /** What is shown and cannot be read off the picture. */
  readonly details: readonly string[];
}

/** What a value is for, and what it is where nobody says. */
interface Asked<Usual> {
  readonly what: string;
  readonly usual: Usual;
}

/** A number of a style. What cannot be computed is told, and drawn as usual. */
export function numberOf(
  { scope, note }: Canvas,
  expression: Expression | undefined,
  { what, usual }: Asked<number>,
): number {
  if (expression === undefined) return usual;
  const number = asNumber(evaluate(expression, scope));
  if (number === undefined) {
    note(`${what} is ${expressionWords(expression)}; drawn as ${usual}`);
    return usual;
  }
  tellChoice(expression, { scope, note }, what);
  return number;
}

/** A size in pixels. */
export function sizeOf(
  canvas: Canvas,
  expression: Expression | undefined,
  { what, usual, unit }: Asked<number> & { readonly unit: SizeUnit },
): number {
  const size = numberOf(canvas, expression, { what, usual }) * canvas.pixels[unit];
  if (Math.abs(size) <= limits.pixels) return size;
  canvas.note(`${what} is ${Math.round(size)} pixels; drawn as ${limits.pixels}`);
  return Math.sign(size) * limits.pixels;
}

/** A part of one, such as an opacity. */
export function partOf(canvas: Canvas, expression: Expression | undefined, what: string): number {
  return Math.min(1, Math.max(0, numberOf(canvas, expression, { what, usual: 1 })));
}

/** A colour as `#rrggbb`. */
export function paintOf(
  { scope, note }: Canvas,
  expression: Expression | undefined,
  { what, usual }: Asked<string>,
): string {
  if (expression === undefined) return usual;
  const colour = colourOf(evaluate(expression, scope));
  if (colour === undefined) {
    note(`${what} is ${expressionWords(expression)}; drawn as ${usual}`);
    return usual;
  }
  tellChoice(expression, { scope, note }, what);
  return colour;
}

/** A word of a style; undefined where nobody says. */
export function wordOf(
  { scope, note }: Canvas,
  expression: Expression | undefined,
  what: string,
): string | undefined {
  if (expression === undefined) return undefined;
  const value = evaluate(expression, scope);
  if (value === undefined) note(`${what} is ${expressionWords(expression)}`);
  else tellChoice(expression, { scope, note }, what);
  return value === undefined ? undefined : asText(value).trim();
}

/** A value that follows data or the request is one of many, which has to be said. */
function tellChoice(
  expression: Expression,
  { note }: Pick<Canvas, "scope" | "note">,
  what: string,
): void {
  if (expression.type !== "literal") note(`${what} is ${expressionWords(expression)}`);
}
