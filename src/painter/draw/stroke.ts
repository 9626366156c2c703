/** Strokes of lines and outlines. */
import { painter as limits } from "../../model/limits.ts";
import type { SizeUnit, Stroke } from "../styling.ts";
import { asNumber } from "../values/scope.ts";
import { numberOf, paintOf, partOf, sizeOf, wordOf, type Canvas } from "./canvas.ts";
import { patternPaint, tellReplaced, type Painted } from "./fill.ts";
import { lengthOf, placed, spotAt } from "./lines.ts";
import { pathData, svg, type Point, type SvgAttributes, type SvgNode } from "./svg.ts";

const USUAL_STROKE = "#000000";
const USUAL_WIDTH = 1;

const joins: ReadonlyMap<string, string> = new Map([
  ["mitre", "miter"],
  ["miter", "miter"],
  ["bevel", "bevel"],
  ["round", "round"],
]);
const caps: ReadonlySet<string> = new Set(["butt", "round", "square"]);

export function strokeAttributes(
  canvas: Canvas,
  stroke: Stroke | undefined,
  painted: Painted,
): SvgAttributes {
  if (stroke === undefined) return {};
  const { what, unit } = painted;
  const width = sizeOf(canvas, stroke.width, {
    what: `the width of ${what}`,
    usual: (USUAL_WIDTH / canvas.pixels[unit]) * canvas.pixels.px,
    unit,
  });
  const opacity = partOf(canvas, stroke.opacity, `the opacity of ${what}`);
  if (stroke.graphicFill !== undefined) tellReplaced(canvas, stroke.colour);
  const paint =
    stroke.graphicFill === undefined
      ? paintOf(canvas, stroke.colour, { what: `the stroke of ${what}`, usual: USUAL_STROKE })
      : patternPaint(canvas, stroke.graphicFill, painted);
  return {
    stroke: width > 0 ? paint : "none",
    "stroke-width": Math.max(0, width),
    "stroke-opacity": opacity === 1 ? undefined : opacity,
    ...endsOf(canvas, stroke, what),
    ...dashAttributes(canvas, stroke, unit),
  };
}

function endsOf(canvas: Canvas, { lineCap, lineJoin }: Stroke, what: string): SvgAttributes {
  const cap = wordOf(canvas, lineCap, `the line cap of ${what}`)?.toLowerCase() ?? "butt";
  const join = wordOf(canvas, lineJoin, `the line join of ${what}`)?.toLowerCase() ?? "mitre";
  if (!caps.has(cap)) canvas.note(`unknown line cap "${cap}"`);
  if (!joins.has(join)) canvas.note(`unknown line join "${join}"`);
  return {
    "stroke-linecap": caps.has(cap) && cap !== "butt" ? cap : undefined,
    "stroke-linejoin": join === "mitre" ? undefined : joins.get(join),
  };
}

function dashAttributes(canvas: Canvas, stroke: Stroke, unit: SizeUnit): SvgAttributes {
  const dashes = dashesOf(canvas, stroke, unit);
  const usual = { what: "the dash offset", usual: 0, unit };
  const start = sizeOf(canvas, stroke.dashOffset, usual);
  if (dashes.length === 0) {
    if (start !== 0) canvas.note(`the dash offset is ${start}, but there are no dashes`);
    return {};
  }
  return {
    "stroke-dasharray": dashes.map((dash) => Math.round(dash * 100) / 100).join(" "),
    "stroke-dashoffset": start === 0 ? undefined : start,
  };
}

/** Empty without dashes, or where they cannot be drawn. */
function dashesOf(canvas: Canvas, { dashArray }: Stroke, unit: SizeUnit): readonly number[] {
  const text = wordOf(canvas, dashArray, "the dashes") ?? "";
  if (text === "") return [];
  const numbers = text.split(/[\s,]+/).map((word) => asNumber(word) ?? -1);
  const isDrawn = numbers.every((one) => one >= 0) && numbers.some((one) => one > 0);
  if (!isDrawn || numbers.length > limits.dashes) {
    canvas.note(`the dashes ${text} are invalid`);
    return [];
  }
  return numbers.map((one) => one * canvas.pixels[unit]);
}

/** A line in pixels. */
export interface DrawnLine {
  readonly points: readonly Point[];
  readonly isClosed: boolean;
}

export function strokedLine(
  canvas: Canvas,
  stroke: Stroke,
  { line, painted }: { readonly line: DrawnLine; readonly painted: Painted },
): readonly SvgNode[] {
  if (stroke.graphicStroke !== undefined) return graphicsAlong(canvas, stroke, { line, painted });
  const attributes = strokeAttributes(canvas, stroke, painted);
  return [svg("path", { d: pathData(line.points, line), fill: "none", ...attributes })];
}

/** Graphics along a line: in sequence with gaps, or one in each dash. */
function graphicsAlong(
  canvas: Canvas,
  stroke: Stroke,
  { line, painted }: { readonly line: DrawnLine; readonly painted: Painted },
): readonly SvgNode[] {
  const { graphicStroke } = stroke;
  if (graphicStroke === undefined) return [];
  const { unit } = painted;
  const symbol = canvas.symbolize(canvas, graphicStroke, unit);
  const gap = sizeOf(canvas, stroke.gap, { what: "the gap", usual: 0, unit });
  const first = sizeOf(canvas, stroke.initialGap, { what: "the first gap", usual: 0, unit });
  const start = sizeOf(canvas, stroke.dashOffset, { what: "the start", usual: 0, unit });
  const dashes = dashesOf(canvas, stroke, unit);
  const given = [stroke.colour, stroke.width, stroke.opacity, stroke.lineCap, stroke.lineJoin];
  if (given.some((one) => one !== undefined)) tellUnused(canvas, stroke);
  const width = Math.max(1, symbol.width);
  const length = lengthOf(line.points, line.isClosed);
  const steps = { length, width, dashes, from: first - start, gap: Math.max(0, gap) };
  const places = placesAlong(steps).slice(0, limits.marks);
  return places.flatMap((distance) => {
    const spot = spotAt(line.points, distance, line);
    return spot === undefined ? [] : [placed(symbol, spot)];
  });
}

/** Reports the paint of a stroke of graphics, which is not drawn. */
function tellUnused(canvas: Canvas, stroke: Stroke): void {
  const words = [
    stroke.colour && paintOf(canvas, stroke.colour, { what: "the stroke", usual: USUAL_STROKE }),
    stroke.width && `${numberOf(canvas, stroke.width, { what: "the width", usual: 1 })} wide`,
    stroke.opacity && `opacity ${partOf(canvas, stroke.opacity, "the opacity")}`,
    stroke.lineCap && `line cap ${wordOf(canvas, stroke.lineCap, "the line cap")}`,
    stroke.lineJoin && `line join ${wordOf(canvas, stroke.lineJoin, "the line join")}`,
  ];
  const told = words.filter((word) => word !== undefined).join(", ");
  canvas.note(`a graphic replaces the line ${told}`);
}

interface Steps {
  readonly length: number;
  readonly width: number;
  readonly dashes: readonly number[];
  readonly from: number;
  readonly gap: number;
}

/** Distances of the graphics' centres from the start of the line. */
function placesAlong({ length, width, dashes, from, gap }: Steps): readonly number[] {
  const places: number[] = [];
  const add = (distance: number): void => {
    if (distance >= 0 && distance <= length) places.push(distance);
  };
  if (dashes.length === 0) {
    for (let at = from; at < length && places.length < limits.marks; at += width + gap)
      add(at + width / 2);
    return places;
  }
  const period = dashes.length % 2 === 0 ? dashes : [...dashes, ...dashes];
  const whole = period.reduce((sum, dash) => sum + dash, 0);
  for (let at = from; at < length && places.length < limits.marks; at += Math.max(whole, 1)) {
    let begin = at;
    for (const [index, dash] of period.entries()) {
      if (index % 2 === 0) add(begin + dash / 2);
      begin += dash;
    }
  }
  return places;
}
