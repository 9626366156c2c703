/**
 * Shapes of marks, one unit large around their middle, y downwards: those of SLD, GeoServer's own
 * (`shape://`), and coordinates (`wkt://`). Proportions are those of stock servers.
 */
import { painter as limits } from "../../model/limits.ts";
import { pointsIn, type Point } from "./svg.ts";

export interface ShapeLine {
  readonly points: readonly Point[];
  readonly isClosed: boolean;
}

/** `isOpen` shapes are lines, which have no inside. */
export type Shape =
  | { readonly type: "circle" }
  | { readonly type: "lines"; readonly lines: readonly ShapeLine[]; readonly isOpen: boolean }
  | { readonly type: "glyph"; readonly family: string; readonly letter: string };

const cross = pointsIn(
  "0.125,-0.5 0.125,-0.125 0.5,-0.125 0.5,0.125 0.125,0.125 0.125,0.5 -0.125,0.5 -0.125,0.125 -0.5,0.125 -0.5,-0.125 -0.125,-0.125 -0.125,-0.5",
);

const halfSide = Math.sqrt(3) / 4;

const named: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ["circle", { type: "circle" }],
  ["square", closed("-0.5,-0.5 0.5,-0.5 0.5,0.5 -0.5,0.5")],
  [
    "triangle",
    closed([
      [0, -0.5],
      [halfSide, 0.25],
      [-halfSide, 0.25],
    ]),
  ],
  ["star", closed(around({ corners: 10, inner: 0.2 }))],
  ["cross", closed(cross)],
  ["x", closed(cross.map(([x, y]): Point => [(x - y) * Math.SQRT1_2, (x + y) * Math.SQRT1_2]))],
  ["arrow", closed("0,-0.5 0.5,0 0,0.5 0,0.1 -0.5,0.1 -0.5,-0.1 0,-0.1")],
  ["hatch", closed("0.5,-0.5 0.5,-0.46 -0.46,0.5 -0.5,0.5 -0.5,0.46 0.46,-0.5")],
  ["pentagon", closed(around({ corners: 5 }))],
  ["hexagon", closed(around({ corners: 6 }))],
  ["octagon", closed(around({ corners: 8 }))],
  ["shape://vertline", open("0,-0.5 0,0.5")],
  ["shape://horline", open("-0.5,0 0.5,0")],
  ["shape://slash", open("-0.5,0.5 0.5,-0.5")],
  ["shape://backslash", open("-0.5,-0.5 0.5,0.5")],
  ["shape://dot", open("0,0 0.001,0")],
  ["shape://plus", open("-0.5,0 0.5,0", "0,-0.5 0,0.5")],
  ["shape://times", open("-0.5,-0.5 0.5,0.5", "-0.5,0.5 0.5,-0.5")],
  ["shape://oarrow", open("-0.5,-0.2 0,0 -0.5,0.2")],
  ["shape://carrow", closed("-0.5,-0.2 0,0 -0.5,0.2")],
  ["shape://coarrow", open("-0.5,-0.2 0,0 -0.5,0.2")],
  ["shape://ccarrow", closed("-0.5,-0.2 0,0 -0.5,0.2")],
  ["extshape://triangle", closed("0,-0.5 0.5,0.5 -0.5,0.5")],
  ["extshape://arrow", closed("0,-0.5 0.5,0 0.1,0 0.1,0.5 -0.1,0.5 -0.1,0 -0.5,0")],
  ["extshape://narrow", closed("0,-0.5 0.25,0.5 0,0.3 -0.25,0.5")],
  ["extshape://emicircle", closed(halfCircle())],
]);

/** The shape of a name in any case. */
export function shapeNamed(name: string): Shape | undefined {
  const shape = named.get(name.toLowerCase());
  if (shape !== undefined) return shape;
  if (/^wkt:\/\//i.test(name)) return written(name);
  const glyph = /^ttf:\/\/([^#]+)#(.+)$/i.exec(name);
  const letter = letterOf(glyph?.[2] ?? "");
  return glyph === null || letter === undefined
    ? undefined
    : { type: "glyph", family: glyph[1] ?? "", letter };
}

/** `0x5D`, `U+005D`, a number, or the letter itself. */
function letterOf(code: string): string | undefined {
  const hex = /^(?:0x|u\+|\\u)([0-9a-f]{1,6})$/i.exec(code)?.[1];
  const number = hex === undefined ? Number(code) : Number.parseInt(hex, 16);
  if (Number.isInteger(number) && number > 0x1f && number <= 0x10ffff)
    return String.fromCodePoint(number);
  return Array.from(code).length === 1 ? code : undefined;
}

/** Lines and areas in WKT with plain numbers; y is upwards there. */
function written(name: string): Shape | undefined {
  const isArea = /polygon/i.test(name);
  const lists = [...name.matchAll(/\(\s*(-?[\d.][^()]*)\)/g)].map(([, list = ""]) =>
    list.split(",").map((pair): Point => {
      const [x = Number.NaN, y = Number.NaN] = pair.trim().split(/\s+/).map(Number);
      return [x, 0 - y];
    }),
  );
  const points = lists.flat();
  const isKnown = points.every((point) => point.every(Number.isFinite));
  if (points.length < 2 || points.length > limits.markPoints || !isKnown) return undefined;
  const [width, height] = [spread(points.map(([x]) => x)), spread(points.map(([, y]) => y))];
  const unit = height || width || 1;
  const lines = lists.map((list) => ({
    points: list.map(([x, y]): Point => [x / unit, y / unit]),
    isClosed: isArea,
  }));
  return { type: "lines", lines, isOpen: !isArea };
}

function spread(numbers: readonly number[]): number {
  return Math.max(...numbers) - Math.min(...numbers);
}

type Outline = readonly Point[] | string;

function outlined(outline: Outline): readonly Point[] {
  return typeof outline === "string" ? pointsIn(outline) : outline;
}

function closed(outline: Outline): Shape {
  return { type: "lines", lines: [{ points: outlined(outline), isClosed: true }], isOpen: false };
}

function open(...outlines: readonly Outline[]): Shape {
  const lines = outlines.map((one) => ({ points: outlined(one), isClosed: false }));
  return { type: "lines", lines, isOpen: true };
}

/** Corners on a circle, the first at the top; `inner` is the radius of every second one. */
function around({ corners, inner = 0.5 }: { corners: number; inner?: number }): readonly Point[] {
  return Array.from({ length: corners }, (_none, at): Point => {
    const turn = (2 * Math.PI * at) / corners - Math.PI / 2;
    const radius = at % 2 === 0 || inner === 0.5 ? 0.5 : inner;
    return [radius * Math.cos(turn), radius * Math.sin(turn)];
  });
}

function halfCircle(): readonly Point[] {
  return Array.from({ length: 17 }, (_none, at): Point => {
    const turn = Math.PI + (Math.PI * at) / 16;
    return [0.5 * Math.cos(turn), 0.5 * Math.sin(turn)];
  });
}
