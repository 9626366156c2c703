/**
 * The legend of a style, as stock servers draw it: a cell for each rule, in order, without labels.
 * The symbols of all rules are scaled together to fit.
 */
import { painter as limits } from "../model/limits.ts";
import type { Drawing, FindImage } from "./draw/canvas.ts";
import { drawOn } from "./draw/draw-on.ts";
import { placed } from "./draw/lines.ts";
import type { Geometry } from "./draw/place.ts";
import { symbolizerNodes, type Geometries } from "./draw/symbolizer.ts";
import { strokeSize, symbolSize, type Measure } from "./fit.ts";
import type { Named, Rule, Styling, Symbolizer } from "./styling.ts";
import { sampleOf } from "./values/sample.ts";
import type { Scope } from "./values/scope.ts";
import { variantsOf, type Variant } from "./values/variants.ts";
import { conditionWords, variantWords } from "./values/words.ts";
import { openRoom, type Room } from "./weight.ts";

/** Width and height of a cell, in pixels. */
export const CELL = 32;

/** The smallest visible symbol, in pixels. */
const SMALLEST = 3;

/** The free part of a cell on each side of lines and areas. */
const FREE = 0.15;

/** A legend cell: the drawing of a rule, and its title. */
export interface LegendCell {
  /** Indexes of the feature type style and of its rule; -1 for the last cell of a cut legend. */
  readonly level: number;
  readonly rule: number;
  readonly title: string;
  readonly drawing: Drawing;
}

/** A legend has no scale, so lengths on the ground count as pixels. */
const PIXELS = { px: 1, m: 1, ft: 1 } as const;

/** The cells of a style's legend, in order. */
export function legendOf(styling: Styling, findImage: FindImage): readonly LegendCell[] {
  const rules = styling.levels.flatMap((level, at) =>
    level.rules.map((rule, number) => ({ rule, at, number })),
  );
  const shown = rules.filter(({ rule }) => isShown(rule.options)).slice(0, limits.rules);
  const resize = resizing(shown.map(({ rule }) => rule));
  const [cells, room]: [LegendCell[], Room] = [[], openRoom()];
  for (const [place, { rule, at, number }] of shown.entries()) {
    const variants = variantsOf(rule);
    const title = rule.title || rule.name || conditionWords(rule.condition);
    for (const variant of variants.length === 0 ? [undefined] : variants) {
      if (!room.isLeft()) return [...cells, notDrawn(shown.length - place)];
      const drawing = drawCell(rule, { variant, resize, findImage });
      room.take(drawing);
      const words = variant === undefined ? title : `${title} ${variantWords(variant)}`.trim();
      cells.push({ level: at, rule: number, title: words, drawing });
    }
  }
  return cells;
}

/** A cell that stands for the rules beyond the limit. */
function notDrawn(rules: number): LegendCell {
  const drawing = { nodes: [], definitions: new Map(), notes: [], details: [], keys: [] } as const;
  return { level: -1, rule: -1, title: `${rules} more rules are not drawn`, drawing };
}

/** Rules and symbolizers can be for maps only. */
function isShown(options: Named): boolean {
  const inclusion = options.get("inclusion");
  return inclusion?.type !== "literal" || inclusion.value !== "mapOnly";
}

type Resize = (size: number) => number;

/** Keeps the sizes where all fit; else the largest fits and the smallest is visible. */
function resizing(rules: readonly Rule[]): Resize {
  let [smallest, largest]: [number, number] = [CELL, SMALLEST];
  for (const rule of rules) {
    const measure: Measure = { scope: scopeOf(rule), pixels: PIXELS };
    for (const symbolizer of rule.symbolizers) {
      const size = symbolSize(symbolizer, measure);
      if (size === undefined) continue;
      if (symbolizer.type === "point") smallest = Math.min(smallest, size);
      largest = Math.max(largest, size);
    }
  }
  if (smallest >= SMALLEST && largest <= CELL) return (size) => size;
  const isInProportion = largest === smallest || (smallest / largest) * CELL > SMALLEST;
  if (isInProportion) return (size) => (size / largest) * CELL;
  return (size) => ((size - smallest) / (largest - smallest)) * (CELL - SMALLEST) + SMALLEST;
}

function scopeOf(rule: Rule, variant?: Variant): Scope {
  const has = (type: Symbolizer["type"]): boolean =>
    rule.symbolizers.some((one) => one.type === type);
  const dimension = has("polygon") ? 2 : has("line") ? 1 : 0;
  return { attributes: sampleOf(rule, variant), scale: 1, dimension };
}

interface CellTask {
  readonly variant: Variant | undefined;
  readonly resize: Resize;
  readonly findImage: FindImage;
}

function drawCell(rule: Rule, { variant, resize, findImage }: CellTask): Drawing {
  const scope = scopeOf(rule, variant);
  return drawOn({ scope, pixels: PIXELS, findImage }, (canvas) => {
    if (rule.legend !== undefined)
      return [placed(canvas.symbolize(canvas, rule.legend, "px"), MIDDLE)];
    return rule.symbolizers
      .filter(({ type, options }) => type !== "text" && isShown(options))
      .flatMap((symbolizer) => {
        const part = partFor(symbolizer, { scope, pixels: PIXELS }, resize);
        const pixels = { px: part, m: part, ft: part };
        // A cell has one place per type of symbolizer, regardless of its geometry.
        const placeless = { ...symbolizer, geometry: undefined };
        return symbolizerNodes({ ...canvas, pixels }, placeless, cellGeometries(symbolizer, part));
      });
  });
}

/** The scale factor of a symbolizer. Areas leave room for their outline. */
function partFor(symbolizer: Symbolizer, measure: Measure, resize: Resize): number {
  if (symbolizer.type === "polygon") return roomFor(symbolizer, measure) / CELL;
  const size = symbolSize(symbolizer, measure);
  return size === undefined || size <= 0 ? 1 : Math.max(0, resize(size)) / size;
}

function roomFor(
  { stroke }: Extract<Symbolizer, { readonly type: "polygon" }>,
  measure: Measure,
): number {
  const border = stroke === undefined ? 0 : strokeSize(stroke, measure);
  return Math.ceil(Math.max(SMALLEST, CELL - border));
}

const MIDDLE = { x: CELL / 2, y: CELL / 2, angle: 0 } as const;

function cellGeometries(symbolizer: Symbolizer, part: number): Geometries {
  const line: Geometry = {
    spot: MIDDLE,
    line: {
      points: [
        [CELL * FREE, CELL * (1 - FREE) - 1],
        [CELL * (1 - FREE) - 1, CELL * FREE],
      ],
      isClosed: false,
    },
  };
  const inset = CELL * FREE + (symbolizer.type === "polygon" ? (CELL - CELL * part) / 2 : 0);
  const [from, to] = [inset, CELL - inset - 1];
  const area: Geometry = {
    spot: MIDDLE,
    line: {
      points: [
        [from, from],
        [to, from],
        [to, to],
        [from, to],
      ],
      isClosed: true,
    },
  };
  const box = { x: from, y: from, width: to - from, height: to - from };
  return { of: (type) => (type === "line" ? line : area), box };
}
