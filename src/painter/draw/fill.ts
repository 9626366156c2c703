/** Fills of areas. */
import type { Expression } from "../../model/filter.ts";
import type { Fill, Graphic, SizeUnit } from "../styling.ts";
import { expressionWords } from "../values/words.ts";
import { paintOf, partOf, type Canvas, type Symbolized } from "./canvas.ts";
import { decimal, svg, type SvgAttributes } from "./svg.ts";

export interface Painted {
  readonly what: string;
  readonly unit: SizeUnit;
  /** Pixels around each graphic of a pattern: above, right, below, left. */
  readonly margin?: readonly [number, number, number, number] | undefined;
}

const USUAL_FILL = "#808080";

/** The attributes of a fill; `none` where there is no fill. */
export function fillAttributes(
  canvas: Canvas,
  fill: Fill | undefined,
  painted: Painted,
): SvgAttributes {
  if (fill === undefined) return { fill: "none" };
  const opacity = partOf(canvas, fill.opacity, `the opacity of ${painted.what}`);
  const attributes = { "fill-opacity": opacity === 1 ? undefined : opacity };
  if (fill.graphic !== undefined) {
    tellReplaced(canvas, fill.colour);
    return { ...attributes, fill: patternPaint(canvas, fill.graphic, painted) };
  }
  const colour = paintOf(canvas, fill.colour, {
    what: `the fill of ${painted.what}`,
    usual: USUAL_FILL,
  });
  return { ...attributes, fill: colour };
}

/** A colour beside a pattern is not painted. */
export function tellReplaced(canvas: Canvas, colour: Expression | undefined): void {
  if (colour !== undefined) canvas.note(`a pattern replaces the colour ${expressionWords(colour)}`);
}

/** Repeats a graphic in rows. As on servers, it is `none` where no symbol can be shown. */
export function patternPaint(
  canvas: Canvas,
  graphic: Graphic,
  { unit, margin = [0, 0, 0, 0] }: Painted,
): string {
  const symbol = canvas.symbolize(canvas, graphic, unit);
  if (!symbol.isKnown) return "none";
  const [top, right, bottom, left] = margin;
  const width = Math.max(1, symbol.width + left + right);
  const height = Math.max(1, symbol.height + top + bottom);
  const [x, y] = [left + symbol.width / 2, top + symbol.height / 2];
  const id = canvas.define(
    svg(
      "pattern",
      { patternUnits: "userSpaceOnUse", width, height },
      ...copies(symbol, { width, height }).map(([dx, dy]) =>
        svg("g", { transform: `translate(${decimal(x + dx)} ${decimal(y + dy)})` }, symbol.node),
      ),
    ),
  );
  return `url(#${id})`;
}

/** A pattern clips hatching lines at its edge, so adjacent cells draw them too. */
function copies(
  { isOpen }: Symbolized,
  { width, height }: { readonly width: number; readonly height: number },
): readonly (readonly [number, number])[] {
  if (!isOpen) return [[0, 0]];
  return [
    [0, 0],
    [width, 0],
    [-width, 0],
    [0, height],
    [0, -height],
  ];
}
