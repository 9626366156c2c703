/** Draws each rule of a style for a sample feature. */
import { painter as limits } from "../model/limits.ts";
import type { XmlNode } from "../wire/xml.ts";
import { scalesOf } from "./bands.ts";
import type { Canvas, Drawing, FindImage } from "./draw/canvas.ts";
import { drawOn } from "./draw/draw-on.ts";
import { fillAttributes } from "./draw/fill.ts";
import { type Geometry, middleSpot } from "./draw/place.ts";
import type { DrawnLine } from "./draw/stroke.ts";
import { decimal, pointsIn, svg, type SvgNode } from "./draw/svg.ts";
import { symbolizerNodes, type Geometries } from "./draw/symbolizer.ts";
import { largestOf } from "./fit.ts";
import type { Level, Rule, ScaleRange, Styling, Symbolizer } from "./styling.ts";
import { meets } from "./values/evaluate.ts";
import { sampleOf } from "./values/sample.ts";
import type { Scope } from "./values/scope.ts";
import { variantsOf, type Variant } from "./values/variants.ts";
import { conditionWords, expressionWords, plainWords } from "./values/words.ts";
import { openRoom } from "./weight.ts";

/** In pixels. */
export const tileSize = { width: 132, height: 80 } as const;

/** The picture of one rule at one scale. */
export interface Tile {
  /** Indexes of the feature type style and of its rule. */
  readonly level: number;
  readonly rule: number;
  /** "" for any layer. */
  readonly layer: string;
  /** The rule's title, its name, or its condition. */
  readonly title: string;
  readonly name: string;
  readonly range: ScaleRange;
  /** The scale denominator, where it makes a difference. */
  readonly scale: number | undefined;
  /** Undefined where the rule has no table. */
  readonly variant: Variant | undefined;
  /** In words; "" where there is none. */
  readonly condition: string;
  readonly drawing: Drawing;
}

/** The pictures of a style, rule by rule. */
export interface Tiles {
  readonly tiles: readonly Tile[];
  /** Rules beyond the limit, which are not drawn or not completely. */
  readonly more: number;
}

/** Draws each rule of a style. */
export function tilesOf(styling: Styling, findImage: FindImage): Tiles {
  const rules = styling.levels.flatMap((level, at) =>
    level.rules.map((rule, number) => ({ level, rule, at, number })),
  );
  const tiles: Tile[] = [];
  const room = openRoom();
  let drawn = 0;
  for (const { level, rule, at, number } of rules.slice(0, limits.rules)) {
    const condition = conditionWords(rule.condition);
    const scales = scalesOf(rule);
    for (const { scale, variant } of casesOf(rule, scales)) {
      if (!room.isLeft()) return { tiles, more: rules.length - drawn };
      const drawing = drawRule({ styling, level, rule, scale, variant, findImage });
      room.take(drawing);
      tiles.push({
        level: at,
        rule: number,
        layer: level.layer,
        title: rule.title || rule.name || condition || everythingOf(rule),
        name: rule.name,
        range: rule.scale,
        scale: scales.length > 1 ? scale : undefined,
        variant,
        condition,
        drawing,
      });
    }
    drawn++;
  }
  return { tiles, more: rules.length - drawn };
}

/** What a rule draws that has neither a name nor a condition. */
function everythingOf({ symbolizers }: Rule): string {
  const isRaster = symbolizers.some(({ type }) => type === "raster");
  return isRaster ? "the whole raster" : "every feature";
}

interface Case {
  readonly scale: number;
  readonly variant: Variant | undefined;
}

/** Each scale with each table value. */
function casesOf(rule: Rule, scales: readonly number[]): readonly Case[] {
  const variants = variantsOf(rule);
  const all = variants.length === 0 ? [undefined] : variants;
  return scales.flatMap((scale) => all.map((variant) => ({ scale, variant })));
}

interface RuleTask {
  readonly styling: Styling;
  readonly level: Level;
  readonly rule: Rule;
  readonly scale: number;
  readonly variant: Variant | undefined;
  readonly findImage: FindImage;
}

/** Metres per pixel at scale 1:1 (OGC Symbology Encoding, "Unit of measure"). */
const PIXEL = 0.000_28;

const FOOT = 0.3048;

function drawRule({ styling, level, rule, scale, variant, findImage }: RuleTask): Drawing {
  const dimension = dimensionOf(rule);
  const scope: Scope = { attributes: sampleOf(rule, variant), scale, dimension };
  const metre = 1 / (scale * PIXEL);
  const whole = { px: 1, m: metre, ft: metre * FOOT };
  const largest = largestOf(rule.symbolizers, { scope, pixels: whole });
  const part = Math.min(1, LARGEST / largest);
  const pixels = { px: part, m: metre * part, ft: metre * FOOT * part };
  return drawOn({ scope, pixels, findImage }, (canvas) => {
    const { note, tell } = canvas;
    if (part < 1) {
      note(`drawn at ${Math.max(1, Math.round(part * 100))} % of its size`);
      tell(`its largest symbol is ${decimal(largest)} pixels`);
    }
    tellSurroundings(canvas, level, rule);
    const ground =
      styling.background === undefined ? [] : [backgroundNode(canvas, styling.background)];
    const geometries = tileGeometries(dimension);
    const drawn = rule.symbolizers.flatMap((one) => {
      const nodes = symbolizerNodes(canvas, one, geometries);
      if (isOnMaps(one)) return nodes;
      note(`a ${one.type} symbolizer is for legends only`);
      for (const words of paintsIn(nodes)) tell(`legends show ${words}`);
      return [];
    });
    if (rule.symbolizers.length === 0) note("the rule draws nothing");
    return [...ground, ...drawn];
  });
}

/** A symbolizer can be for legends only. */
function isOnMaps({ options }: Symbolizer): boolean {
  const inclusion = options.get("inclusion");
  return inclusion?.type !== "literal" || inclusion.value !== "legendOnly";
}

function paintsIn(nodes: readonly XmlNode[]): readonly string[] {
  return nodes.flatMap((node): readonly string[] => {
    if (typeof node !== "object" || !("children" in node)) return [];
    const own = Object.entries(node.attributes ?? {}).filter(([name]) => name !== "d");
    return [...own.map(([name, value]) => `${name} ${value}`), ...paintsIn(node.children)];
  });
}

/** The largest symbol that fits into a tile, in pixels. */
const LARGEST = 64;

function backgroundNode(canvas: Canvas, background: NonNullable<Styling["background"]>): SvgNode {
  const paint = fillAttributes(canvas, background, { what: "the background", unit: "px" });
  return svg("rect", { ...tileSize, ...paint });
}

function dimensionOf({ symbolizers }: Rule): 0 | 1 | 2 {
  const has = (type: Symbolizer["type"]): boolean => symbolizers.some((one) => one.type === type);
  if (has("polygon") || has("raster")) return 2;
  const isAlong = symbolizers.some((one) => one.type === "text" && one.placement?.type === "line");
  return has("line") || isAlong ? 1 : 0;
}

/** Options that do not change how a rule draws. */
const OF_RULES: ReadonlySet<string> = new Set(["ruleEvaluation", "inclusion"]);

/** Reports the parts of a rule and its level that are not in the picture. */
function tellSurroundings({ note, tell, scope }: Canvas, level: Level, rule: Rule): void {
  if (level.typeName !== "") tell(`for features of ${level.typeName}`);
  if (level.transformation !== undefined)
    note(`drawn without the transformation ${expressionWords(level.transformation)}`);
  for (const [name, value] of [...level.options, ...rule.options]) {
    const words = plainWords(value);
    if (OF_RULES.has(name)) tell(`${name} ${words}`);
    else note(`not shown: ${name} ${words}`);
  }
  for (const words of [...level.unread, ...rule.unread]) note(`not shown: ${words}`);
  if (rule.legend !== undefined) tell("legends show a graphic of its own");
  const { condition } = rule;
  if (condition === undefined || condition === "else") return;
  const met = meets(condition, scope);
  if (met === false) note("no sample feature meets the condition");
  if (met === undefined) note("parts of the condition are not supported; drawn as if it were met");
}

/** All symbolizers share an area where the rule has areas, else a line, else a point. */
function tileGeometries(dimension: 0 | 1 | 2): Geometries {
  const { width, height } = tileSize;
  const line = dimension === 2 ? sampleArea : sampleLine;
  const middle = middleSpot(line);
  const point: Geometry = { line, spot: { x: width / 2, y: height / 2, angle: 0 } };
  const geometry = dimension === 0 ? point : { line, spot: { ...middle, angle: 0 } };
  const [left, top] = [width / 12, height / 8];
  const box = { x: left, y: top, width: width - 2 * left, height: height - 2 * top };
  return { of: () => geometry, box };
}

const sampleLine: DrawnLine = {
  points: pointsIn("10,62 48,22 80,54 122,18"),
  isClosed: false,
};

const sampleArea: DrawnLine = {
  points: pointsIn("18,16 98,12 118,40 96,68 26,64"),
  isClosed: true,
};
