/** The context of drawing: sample values, definitions and reports. */
import type { Expression } from "../../model/filter.ts";
import { painter as limits } from "../../model/limits.ts";
import type { StyleImage } from "../image.ts";
import type { Graphic, SizeUnit } from "../styling.ts";
import { colourOf } from "../values/colour.ts";
import { evaluate } from "../values/evaluate.ts";
import { asNumber, asText, type Scope, type Value } from "../values/scope.ts";
import { expressionWords } from "../values/words.ts";
import type { SvgNode } from "./svg.ts";

/** Finds an image by its address in the style; undefined where it is unavailable. */
export type FindImage = (href: string) => StyleImage | undefined;

export interface Symbolized {
  readonly width: number;
  readonly height: number;
  /** False where no symbol can be shown; servers then draw a square. */
  readonly isKnown: boolean;
  /** Whether the symbol consists of lines that continue beside it, as in hatchings. */
  readonly isOpen: boolean;
  /** The symbol, centred on 0, 0. */
  readonly node: SvgNode;
}

/** A colour of a colour map, with its value and label. */
export interface MapKey {
  readonly colour: string;
  readonly opacity: number;
  readonly text: string;
}

/** The context in which a rule is drawn. */
export interface Canvas {
  readonly scope: Scope;
  readonly pixels: Readonly<Record<SizeUnit, number>>;
  readonly findImage: FindImage;
  /** Reports what is not shown, or not as it is. */
  readonly note: (text: string) => void;
  /** Reports what the picture does not reveal, such as the name of an image. */
  readonly tell: (text: string) => void;
  /** Explains a colour of a colour map. */
  readonly explain: (key: MapKey) => void;
  /** Adds a definition, such as a pattern; returns its id, which depends on its content only. */
  readonly define: (node: SvgNode) => string;
  /** A member, because graphics hold fills and fills hold graphics. */
  readonly symbolize: (canvas: Canvas, graphic: Graphic, unit: SizeUnit) => Symbolized;
}

/** A finished drawing. */
export interface Drawing {
  readonly nodes: readonly SvgNode[];
  /** Patterns and paths that the nodes refer to, by id. */
  readonly definitions: ReadonlyMap<string, SvgNode>;
  readonly notes: readonly string[];
  readonly details: readonly string[];
  readonly keys: readonly MapKey[];
}

interface Asked<Usual> {
  readonly what: string;
  readonly usual: Usual;
}

/** A number of a style. */
export function numberOf(
  canvas: Canvas,
  expression: Expression | undefined,
  asked: Asked<number>,
): number {
  return valueOf(canvas, expression, asked, asNumber);
}

/** A value that cannot be computed is reported, and `usual` is drawn. */
function valueOf<Kind extends number | string>(
  { scope, note }: Canvas,
  expression: Expression | undefined,
  { what, usual }: Asked<Kind>,
  read: (value: Value | undefined) => Kind | undefined,
): Kind {
  if (expression === undefined) return usual;
  const value = read(evaluate(expression, scope));
  if (value === undefined) note(`${what} is ${expressionWords(expression)}; drawn as ${usual}`);
  else tellChoice(expression, { note }, what);
  return value ?? usual;
}

/** A size in pixels, bounded. */
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

/** A number from 0 to 1, such as an opacity. */
export function partOf(canvas: Canvas, expression: Expression | undefined, what: string): number {
  return Math.min(1, Math.max(0, numberOf(canvas, expression, { what, usual: 1 })));
}

/** A colour as `#rrggbb`. */
export function paintOf(
  canvas: Canvas,
  expression: Expression | undefined,
  asked: Asked<string>,
): string {
  return valueOf(canvas, expression, asked, colourOf);
}

export function wordOf(
  { scope, note }: Canvas,
  expression: Expression | undefined,
  what: string,
): string | undefined {
  if (expression === undefined) return undefined;
  const value = evaluate(expression, scope);
  if (value === undefined) note(`${what} is ${expressionWords(expression)}`);
  else tellChoice(expression, { note }, what);
  return value === undefined ? undefined : asText(value).trim();
}

/** Reports a value that depends on data or the request, because the picture shows only one. */
function tellChoice(expression: Expression, { note }: Pick<Canvas, "note">, what: string): void {
  if (expression.type !== "literal") note(`${what} is ${expressionWords(expression)}`);
}
