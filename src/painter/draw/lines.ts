/** Parallel lines, and positions along a line. */
import type { Symbolized } from "./canvas.ts";
import { decimal, svg, type Point, type SvgNode } from "./svg.ts";

/** A position; the angle is the line's direction in degrees, clockwise. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

interface Segment {
  readonly from: Point;
  readonly length: number;
  /** The unit vector. */
  readonly along: Point;
}

/** How far a corner of a parallel line may lie from the original corner, in distances. */
const LONGEST_CORNER = 3;

/** The result is to the left of the line's direction where the distance is positive. */
export function lineBeside(
  points: readonly Point[],
  distance: number,
  { isClosed }: { readonly isClosed: boolean },
): readonly Point[] {
  const segments = segmentsOf(points, isClosed);
  if (segments.length === 0 || distance === 0) return points;
  const at = (index: number): Segment | undefined =>
    isClosed ? segments.at(index % segments.length) : segments[index];
  const corners = isClosed ? segments.length : segments.length + 1;
  return Array.from({ length: corners }, (_none, index): Point => {
    const [before, after] = [index === 0 && !isClosed ? undefined : at(index - 1), at(index)];
    const [x, y] = points[index] ?? [0, 0];
    const [dx, dy] = cornerBeside(before ?? after, after ?? before);
    return [x + dx * distance, y + dy * distance];
  });
}

/** How far a corner moves where the line moves by one to its left. */
function cornerBeside(before: Segment | undefined, after: Segment | undefined): Point {
  if (before === undefined || after === undefined) return [0, 0];
  const [one, other] = [leftOf(before), leftOf(after)];
  const [x, y] = [one[0] + other[0], one[1] + other[1]];
  // Twice the square of the cosine of half the turn, bounded because a hairpin has no corner.
  const divisor = Math.max(1 + one[0] * other[0] + one[1] * other[1], 2 / LONGEST_CORNER ** 2);
  return [x / divisor, y / divisor];
}

function leftOf({ along: [x, y] }: Segment): Point {
  return [y, -x];
}

function segmentsOf(points: readonly Point[], isClosed: boolean): readonly Segment[] {
  const ends = isClosed ? [...points.slice(1), ...points.slice(0, 1)] : points.slice(1);
  return ends.flatMap((to, at): readonly Segment[] => {
    const from = points[at] ?? to;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (length === 0) return [];
    return [{ from, length, along: [(to[0] - from[0]) / length, (to[1] - from[1]) / length] }];
  });
}

export function lengthOf(points: readonly Point[], isClosed: boolean): number {
  return segmentsOf(points, isClosed).reduce((sum, { length }) => sum + length, 0);
}

/** Undefined beyond the end. */
export function spotAt(
  points: readonly Point[],
  distance: number,
  { isClosed }: { readonly isClosed: boolean },
): Spot | undefined {
  let left = distance;
  for (const { from, length, along } of segmentsOf(points, isClosed)) {
    if (left <= length) {
      const angle = (Math.atan2(along[1], along[0]) * 180) / Math.PI;
      return { x: from[0] + along[0] * left, y: from[1] + along[1] * left, angle };
    }
    left -= length;
  }
  return undefined;
}

/** The centre of the bounding box. */
export function middleOf(points: readonly Point[]): Point {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const middle = (numbers: readonly number[]): number =>
    (Math.min(...numbers) + Math.max(...numbers)) / 2;
  return [middle(xs), middle(ys)];
}

/** A graphic at a position, rotated by its angle. */
export function placed({ node }: Symbolized, { x, y, angle }: Spot): SvgNode {
  const turn = angle === 0 ? "" : ` rotate(${decimal(angle)})`;
  return svg("g", { transform: `translate(${decimal(x)} ${decimal(y)})${turn}` }, node);
}
