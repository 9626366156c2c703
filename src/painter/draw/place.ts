/** Where a symbolizer draws: the sample geometry, or the result of a function. */
import type { Expression } from "../../model/filter.ts";
import { expressionWords } from "../values/words.ts";
import type { Canvas } from "./canvas.ts";
import { middleOf, spotAt, lengthOf, type Spot } from "./lines.ts";
import type { DrawnLine } from "./stroke.ts";
import type { Point } from "./svg.ts";

/** The geometry of a sample feature, in pixels of its picture. */
export interface Geometry {
  /** Where points and labels are drawn. */
  readonly spot: Spot;
  /** The line, or the outline of the area. */
  readonly line: DrawnLine;
}

type Make = (geometry: Geometry) => Geometry | readonly Spot[];

const same: Make = (geometry) => geometry;

/** Functions that return another geometry, by lower-case name. */
const makers: ReadonlyMap<string, Make> = new Map<string, Make>([
  ["centroid", same],
  ["interiorpoint", same],
  ["labelpoint", same],
  ["boundary", same],
  ["exteriorring", same],
  ["startpoint", ({ line }) => ends(line).slice(0, 1)],
  ["endpoint", ({ line }) => ends(line).slice(1)],
  ["vertices", ({ line }) => line.points.map(([x, y]) => ({ x, y, angle: 0 }))],
]);

function ends({ points, isClosed }: DrawnLine): readonly Spot[] {
  const at = ([x, y]: Point): Spot => ({ x, y, angle: 0 });
  const first = points[0];
  const last = isClosed ? first : points.at(-1);
  return first === undefined || last === undefined ? [] : [at(first), at(last)];
}

export interface Place {
  readonly line: DrawnLine;
  readonly spots: readonly Spot[];
}

/** A function that is not in `makers` is reported and not applied. */
export function placeFor(
  canvas: Canvas,
  expression: Expression | undefined,
  geometry: Geometry,
): Place {
  const usual = { line: geometry.line, spots: [geometry.spot] };
  if (expression === undefined) return usual;
  const words = expressionWords(expression);
  const made =
    expression.type === "function"
      ? makers.get(expression.name.toLowerCase())?.(geometry)
      : undefined;
  if (made === undefined && expression.type === "function")
    canvas.note(`the geometry function ${words} is not supported; drawn without it`);
  else canvas.tell(`its geometry is ${words}`);
  if (made === undefined || "spot" in made) return usual;
  return { line: geometry.line, spots: made };
}

/** The middle along a line, or the centre of an area. */
export function middleSpot(line: DrawnLine): Spot {
  const [x, y] = middleOf(line.points);
  const half = lengthOf(line.points, line.isClosed) / 2;
  return line.isClosed
    ? { x, y, angle: 0 }
    : (spotAt(line.points, half, line) ?? { x, y, angle: 0 });
}
