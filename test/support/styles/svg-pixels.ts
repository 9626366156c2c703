/**
 * Pixels of the pictures of styles: groups, paths of straight lines, circles, rectangles, patterns and dashes.
 * Letters and images have none. Corners of strokes are round, which the few pixels of a corner allow.
 */
import type { SvgNode } from "../../../src/painter/draw/svg.ts";
import type { XmlNode } from "../../../src/wire/xml.ts";

/** A picture: its elements, and the definitions that these name. */
export interface Picture {
  readonly nodes: readonly SvgNode[];
  readonly definitions: ReadonlyMap<string, SvgNode>;
}

type Rgba = readonly [red: number, green: number, blue: number, opacity: number];

const CLEAR: Rgba = [0, 0, 0, 0];

/** Places inside of a pixel that are looked at: its middle, or several of which the colours are mixed. */
const samples = { crisp: [0.499], smooth: [0.125, 0.375, 0.625, 0.875] } as const;

/** The colour of each pixel on white, row by row from above, as `0xrrggbb`. */
export function pixelsOf(
  picture: Picture,
  { size, edges }: { readonly size: number; readonly edges: keyof typeof samples },
): readonly number[] {
  const nodes = edges === "crisp" ? picture.nodes.map(aligned) : picture.nodes;
  const paint = painterOf(nodes, picture.definitions);
  const places = samples[edges].flatMap((dx) => samples[edges].map((dy) => [dx, dy] as const));
  return Array.from({ length: size * size }, (_none, index) => {
    const [column, row] = [index % size, Math.floor(index / size)];
    const sum = [0, 0, 0];
    for (const [dx, dy] of places) {
      const colour = over(paint(column + dx, row + dy), [255, 255, 255, 1]);
      for (const at of [0, 1, 2] as const) sum[at] = (sum[at] ?? 0) + colour[at];
    }
    const [red = 0, green = 0, blue = 0] = sum.map((part) => Math.round(part / places.length));
    return (red << 16) | (green << 8) | blue;
  });
}

/** A path with its corners in the middles of pixels, as servers put the outlines that they draw. */
function aligned(node: SvgNode): SvgNode {
  const data = node.attributes?.["d"];
  if (node.name !== "path" || data === undefined) return node;
  const d = data.replaceAll(/-?[\d.]+/g, (number) => String(Math.floor(Number(number)) + 0.5));
  return { ...node, attributes: { ...node.attributes, d } };
}

/** The colour at a place. */
type Paint = (x: number, y: number) => Rgba;

function painterOf(nodes: readonly XmlNode[], definitions: ReadonlyMap<string, SvgNode>): Paint {
  const paints = nodes
    .filter((node): node is SvgNode => typeof node === "object" && "name" in node)
    .map((node) => nodePaint(node, definitions));
  return (x, y) => paints.reduce((below, paint) => over(paint(x, y), below), CLEAR);
}

function over(top: Rgba, below: Rgba): Rgba {
  const [, , , opacity] = top;
  if (opacity >= 1) return top;
  if (opacity <= 0) return below;
  const whole = opacity + below[3] * (1 - opacity);
  const mixed = (at: 0 | 1 | 2): number =>
    (top[at] * opacity + below[at] * below[3] * (1 - opacity)) / whole;
  return [mixed(0), mixed(1), mixed(2), whole];
}

function nodePaint(node: SvgNode, definitions: ReadonlyMap<string, SvgNode>): Paint {
  const { name, attributes = {}, children } = node;
  if (name === "g") {
    const inside = painterOf(children, definitions);
    const back = inverseOf(attributes["transform"] ?? "");
    const opacity = Number(attributes["opacity"] ?? 1);
    return (x, y) => {
      const [red, green, blue, own] = inside(...back(x, y));
      return [red, green, blue, own * opacity];
    };
  }
  const shape = shapeOf(node);
  if (shape === undefined) return () => CLEAR;
  const fill = paintOf(attributes, "fill", definitions);
  const pen = paintOf(attributes, "stroke", definitions);
  const stroke = isHairline(attributes) ? faint(pen) : pen;
  return (x, y) => {
    const area = fill !== undefined && shape.isInside(x, y) ? fill(x, y) : CLEAR;
    const line = stroke !== undefined && shape.isOnLine(x, y) ? stroke(x, y) : CLEAR;
    return over(line, area);
  };
}

/** Lines far thinner than a pixel cover three quarters of the pixels that they cross, as Java draws them. */
function isHairline(attributes: Readonly<Record<string, string>>): boolean {
  return Number(attributes["stroke-width"] ?? 1) < 0.4;
}

function faint(paint: Paint | undefined): Paint | undefined {
  if (paint === undefined) return undefined;
  return (x, y) => {
    const [red, green, blue, opacity] = paint(x, y);
    return [red, green, blue, opacity * 0.75];
  };
}

/** From a place in a group to the place in what is in it: the transforms backwards. */
function inverseOf(transform: string): (x: number, y: number) => readonly [number, number] {
  const steps = [...transform.matchAll(/(translate|rotate)\(([^)]*)\)/g)].map(([, kind, list]) => {
    const [first = 0, second = 0] = (list ?? "").split(/[\s,]+/).map(Number);
    return { kind, first, second };
  });
  return (x, y) => {
    let place: readonly [number, number] = [x, y];
    for (const { kind, first, second } of steps) {
      if (kind === "translate") place = [place[0] - first, place[1] - second];
      else {
        const turn = (-first * Math.PI) / 180;
        const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
        place = [place[0] * cos - place[1] * sin, place[0] * sin + place[1] * cos];
      }
    }
    return place;
  };
}

function paintOf(
  attributes: Readonly<Record<string, string>>,
  which: "fill" | "stroke",
  definitions: ReadonlyMap<string, SvgNode>,
): Paint | undefined {
  const paint = attributes[which] ?? "none";
  const opacity = Number(attributes[`${which}-opacity`] ?? 1);
  if (paint === "none") return undefined;
  const id = /^url\(#(.*)\)$/.exec(paint)?.[1];
  if (id === undefined) {
    const part = (at: number): number => Number.parseInt(paint.slice(at, at + 2), 16);
    const colour: Rgba = [part(1), part(3), part(5), opacity];
    return () => colour;
  }
  const definition = definitions.get(id);
  if (definition === undefined) throw new Error(`there is no ${id}`);
  if (definition.name !== "pattern") return () => CLEAR;
  const inside = painterOf(definition.children, definitions);
  const [width, height] = [
    Number(definition.attributes?.["width"]),
    Number(definition.attributes?.["height"]),
  ];
  return (x, y) => {
    const [red, green, blue, own] = inside(rest(x, width), rest(y, height));
    return [red, green, blue, own * opacity];
  };
}

function rest(value: number, by: number): number {
  return ((value % by) + by) % by;
}

interface Shape {
  readonly isInside: (x: number, y: number) => boolean;
  readonly isOnLine: (x: number, y: number) => boolean;
}

function shapeOf({ name, attributes = {} }: SvgNode): Shape | undefined {
  const number = (key: string): number => Number(attributes[key] ?? 0);
  // Hairlines are about a pixel wide wherever they are drawn.
  const half = Math.max(0.5, number("stroke-width") / 2);
  if (name === "circle") {
    const far = (x: number, y: number): number => Math.hypot(x - number("cx"), y - number("cy"));
    return {
      isInside: (x, y) => far(x, y) <= number("r"),
      isOnLine: (x, y) => Math.abs(far(x, y) - number("r")) <= half,
    };
  }
  if (name === "rect") {
    const [x, y, width, height] = [number("x"), number("y"), number("width"), number("height")];
    const isInside = (px: number, py: number): boolean =>
      px >= x && px <= x + width && py >= y && py <= y + height;
    return { isInside, isOnLine: () => false };
  }
  return name === "path" ? pathShape(attributes, half) : undefined;
}

interface Line {
  readonly points: readonly (readonly [number, number])[];
  readonly isClosed: boolean;
}

function pathShape(attributes: Readonly<Record<string, string>>, half: number): Shape {
  const lines = (attributes["d"] ?? "")
    .split("M")
    .filter(Boolean)
    .map((text): Line => {
      const isClosed = text.endsWith("Z");
      const points = text
        .replace("Z", "")
        .split("L")
        .map((pair) => pair.trim().split(" ").map(Number) as [number, number]);
      return { points, isClosed };
    });
  const dashes = (attributes["stroke-dasharray"] ?? "").split(" ").filter(Boolean).map(Number);
  const start = Number(attributes["stroke-dashoffset"] ?? 0);
  const cap = attributes["stroke-linecap"] ?? "butt";
  return {
    isInside: (x, y) => lines.some(({ points }) => isInside(points, x, y)),
    isOnLine: (x, y) => lines.some((line) => isOn(line, [x, y], { half, dashes, start, cap })),
  };
}

function isInside(points: Line["points"], x: number, y: number): boolean {
  let isIn = false;
  for (const [at, [x1, y1]] of points.entries()) {
    const [x2, y2] = points[(at + 1) % points.length] ?? [x1, y1];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isIn = !isIn;
  }
  return isIn;
}

/** What of a stroke decides which places it covers. */
interface Pen {
  readonly half: number;
  readonly dashes: readonly number[];
  readonly start: number;
  readonly cap: string;
}

function isOn({ points, isClosed }: Line, [x, y]: readonly [number, number], pen: Pen): boolean {
  const { half, dashes, start, cap } = pen;
  const ends = isClosed ? [...points.slice(1), ...points.slice(0, 1)] : points.slice(1);
  let before = 0;
  for (const [at, [x2, y2]] of ends.entries()) {
    const [x1, y1] = points[at] ?? [x2, y2];
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (length === 0) continue;
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const along = (x - x1) * dx + (y - y1) * dy;
    const beside = Math.abs((x - x1) * dy - (y - y1) * dx);
    const isFirst = !isClosed && at === 0 && cap === "butt";
    const isLast = !isClosed && at === ends.length - 1 && cap === "butt";
    const isBeyond = (isFirst && along < 0) || (isLast && along > length);
    const nearest = Math.min(length, Math.max(0, along));
    const isNear = Math.hypot(along - nearest, beside) <= half;
    const isDrawn =
      dashes.length === 0
        ? isNear
        : cap === "butt"
          ? isNear && isDash(before + nearest + start, dashes)
          : nearDash(before + nearest + start, beside, pen);
    if (!isBeyond && isDrawn) return true;
    before += length;
  }
  return false;
}

/** Whether a place is on a dash with ends that reach beyond it; half of a pen is shorter than a period. */
function nearDash(distance: number, beside: number, { dashes, half, cap }: Pen): boolean {
  const period = dashes.length % 2 === 0 ? dashes : [...dashes, ...dashes];
  const whole = period.reduce((sum, dash) => sum + dash, 0);
  const at = rest(distance, whole);
  let from = 0;
  return period.some((dash, index) => {
    const begin = from;
    from += dash;
    if (index % 2 === 1) return false;
    return [at - whole, at, at + whole].some((place) => {
      const beyond = Math.abs(place - Math.min(begin + dash, Math.max(begin, place)));
      return cap === "round"
        ? Math.hypot(beyond, beside) <= half
        : beyond <= half && beside <= half;
    });
  });
}

function isDash(distance: number, dashes: readonly number[]): boolean {
  const period = dashes.length % 2 === 0 ? dashes : [...dashes, ...dashes];
  const whole = period.reduce((sum, dash) => sum + dash, 0);
  if (whole === 0) return true;
  let left = rest(distance, whole);
  for (const [at, dash] of period.entries()) {
    if (left < dash) return at % 2 === 0;
    left -= dash;
  }
  return false;
}
