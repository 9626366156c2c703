/** Sizes of symbols, so that pictures can scale them to fit. */
import type { Expression } from "../model/filter.ts";
import { painter as limits } from "../model/limits.ts";
import type { Canvas } from "./draw/canvas.ts";
import type { Graphic, Stroke, Symbolizer } from "./styling.ts";
import { evaluate } from "./values/evaluate.ts";
import { asNumber } from "./values/scope.ts";

export type Measure = Pick<Canvas, "scope" | "pixels">;

/** Default size of graphics, in pixels. */
export const USUAL_SIZE = 6;

/** In pixels, at least 1. */
export function largestOf(symbolizers: readonly Symbolizer[], measure: Measure): number {
  return Math.max(1, ...symbolizers.map((one) => symbolSize(one, measure) ?? 1));
}

/** Undefined for symbolizers other than points and lines. In pixels. */
export function symbolSize(symbolizer: Symbolizer, measure: Measure): number | undefined {
  const pixels = measure.pixels[symbolizer.unit];
  if (symbolizer.type === "point")
    return symbolizer.graphic && graphicSize(symbolizer.graphic, measure) * pixels;
  return symbolizer.type === "line" ? strokeSize(symbolizer.stroke, measure) * pixels : undefined;
}

export function strokeSize(stroke: Stroke, measure: Measure): number {
  const { graphicStroke, width } = stroke;
  return graphicStroke === undefined
    ? known(width, 1, measure)
    : graphicSize(graphicStroke, measure);
}

function graphicSize({ size }: Graphic, measure: Measure): number {
  return known(size, USUAL_SIZE, measure);
}

function known(expression: Expression | undefined, usual: number, { scope }: Measure): number {
  const number = expression === undefined ? usual : asNumber(evaluate(expression, scope));
  return Math.min(limits.pixels * limits.pixels, Math.max(0, number ?? usual));
}
