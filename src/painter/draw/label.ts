/** Labels with halo, and the graphic behind them. */
import type { Expression } from "../../model/filter.ts";
import { painter as limits } from "../../model/limits.ts";
import type { Placement, Symbolizer } from "../styling.ts";
import { evaluate } from "../values/evaluate.ts";
import { asNumber } from "../values/scope.ts";
import { expressionWords } from "../values/words.ts";
import { numberOf, sizeOf, wordOf, type Canvas } from "./canvas.ts";
import { linesOfWords } from "../wrap.ts";
import { fillAttributes } from "./fill.ts";
import { decimal, familyName, pathData, svg, type SvgAttributes, type SvgNode } from "./svg.ts";
import { lineBeside, middleOf, placed, type Spot } from "./lines.ts";
import type { TakeOption } from "./options.ts";
import { middleSpot, type Place } from "./place.ts";

type Label = Extract<Symbolizer, { readonly type: "text" }>;

export interface LabelTask {
  readonly label: Label;
  readonly place: Place;
  readonly option: TakeOption;
}

/** In pixels. */
const USUAL_FONT_SIZE = 10;

/** Width of a letter and height of a line, in font sizes. */
const LETTER = 0.55;
const LINE = 1.2;

export function labelNodes(canvas: Canvas, task: LabelTask): readonly SvgNode[] {
  const { label, option } = task;
  if (label.label === undefined) {
    canvas.note("a label without text");
    return [];
  }
  const font = fontAttributes(canvas, label);
  const text = sampleText(canvas, label.label);
  const attributes = {
    ...font.attributes,
    ...decoration(option),
    ...spacing(canvas, option),
    ...fillAttributes(canvas, label.fill ?? BLACK, { what: "the label", unit: label.unit }),
    ...haloAttributes(canvas, label),
  };
  const isFollowing = option("followLine")?.toLowerCase() === "true";
  if (label.placement?.type === "line")
    return alongLine(canvas, task, { text, attributes, isFollowing });
  const { x, y, turn, shield } = pointPlace(canvas, task);
  const lines = wrapped(text.split("\n"), asNumber(option("autoWrap")) ?? Infinity, font.size);
  const anchored = anchorOf(canvas, label.placement, { lines: lines.length, size: font.size });
  const nodes = lines.map((line, at) =>
    svg(
      "text",
      { ...attributes, ...anchored.attributes, y: anchored.top + at * font.size * LINE },
      line,
    ),
  );
  const transform = `translate(${decimal(x)} ${decimal(y)})${turn === 0 ? "" : ` rotate(${decimal(turn)})`}`;
  return [...shield, svg("g", { transform }, ...nodes)];
}

const BLACK = {
  colour: { type: "literal", value: "#000000" },
  opacity: undefined,
  graphic: undefined,
} as const;

/** An attribute without a value is shown as its name. */
function sampleText({ scope, tell }: Canvas, expression: Expression): string {
  tell(`the label is ${expressionWords(expression)}`);
  const text = piece(expression)
    .replaceAll(/[^\S\n]+/g, " ")
    .trim();
  const letters = Array.from(text);
  return letters.length <= limits.labelCharacters
    ? text
    : `${letters.slice(0, limits.labelCharacters).join("")}…`;

  function piece(part: Expression): string {
    const value = evaluate(part, scope);
    if (value !== undefined) return String(value);
    if (part.type === "attribute") return part.name;
    const isJoined = part.type === "function" && /^(?:str)?concat(?:enate)?$/i.test(part.name);
    if (isJoined) return part.args.map(piece).join("");
    return part.type === "function" ? `${part.name}(…)` : expressionWords(part);
  }
}

function fontAttributes(
  canvas: Canvas,
  { families, font, unit }: Label,
): { readonly size: number; readonly attributes: SvgAttributes } {
  const usual = (USUAL_FONT_SIZE / canvas.pixels[unit]) * canvas.pixels.px;
  const asked = sizeOf(canvas, font.get("font-size"), { what: "the size of letters", usual, unit });
  const size = Math.max(1, asked);
  const style = wordOf(canvas, font.get("font-style"), "the style of letters")?.toLowerCase();
  const weight = wordOf(canvas, font.get("font-weight"), "the weight of letters")?.toLowerCase();
  const named = families.flatMap((family) => wordOf(canvas, family, "the font") ?? []);
  const attributes = {
    "font-family": [...named.map(familyName), "sans-serif"].join(", "),
    "font-size": size,
    "font-style": style === "italic" || style === "oblique" ? style : undefined,
    "font-weight": weight === "bold" || /^[1-9]00$/.test(weight ?? "") ? weight : undefined,
  };
  const known = ["normal", "italic", "oblique", "bold", undefined];
  for (const [of, word] of Object.entries({ style, weight }))
    if (!known.includes(word) && !/^[1-9]00$/.test(word ?? ""))
      canvas.note(`unknown font ${of} "${word}"`);
  return { size, attributes };
}

function decoration(option: TakeOption): SvgAttributes {
  const isOn = (name: string): boolean => option(name)?.toLowerCase() === "true";
  const [under, through] = [isOn("underlineText"), isOn("strikethroughText")];
  const words = [under ? "underline" : "", through ? "line-through" : ""].join(" ").trim();
  return { "text-decoration": words === "" ? undefined : words };
}

function spacing({ pixels }: Canvas, option: TakeOption): SvgAttributes {
  const far = (name: string): number | undefined => {
    const number = asNumber(option(name));
    return number === undefined || number === 0 ? undefined : number * pixels.px;
  };
  return { "letter-spacing": far("charSpacing"), "word-spacing": far("wordSpacing") };
}

function haloAttributes(canvas: Canvas, { halo, unit }: Label): SvgAttributes {
  if (halo === undefined) return {};
  const usual = { what: "the radius of the halo", usual: 1, unit };
  const radius = Math.max(0, sizeOf(canvas, halo.radius, usual));
  const fill = { ...halo.fill, colour: halo.fill.colour ?? WHITE };
  const paint = fillAttributes(canvas, fill, { what: "the halo", unit });
  return {
    stroke: paint["fill"],
    "stroke-opacity": paint["fill-opacity"],
    "stroke-width": 2 * radius,
    "stroke-linejoin": "round",
    "paint-order": "stroke",
  };
}

const WHITE = { type: "literal", value: "#ffffff" } as const;

interface Written {
  readonly text: string;
  readonly attributes: SvgAttributes;
  readonly isFollowing: boolean;
}

/** Follows the line letter by letter, or stands straight above its middle. */
function alongLine(
  canvas: Canvas,
  { label, place }: LabelTask,
  { text, attributes, isFollowing }: Written,
): readonly SvgNode[] {
  const offset = label.placement?.type === "line" ? label.placement.offset : undefined;
  const usual = { what: "the offset of the label", usual: 0, unit: label.unit };
  const distance = sizeOf(canvas, offset, usual);
  const points = lineBeside(place.line.points, distance, place.line);
  const middle = { "text-anchor": "middle", "dominant-baseline": "central" };
  if (isFollowing) {
    const id = canvas.define(svg("path", { d: pathData(points, place.line) }));
    const path = svg("textPath", { href: `#${id}`, startOffset: "50%" }, text);
    return [svg("text", { ...attributes, ...middle }, path)];
  }
  const { x, y, angle } = middleSpot({ points, isClosed: place.line.isClosed });
  // Labels are never upside down.
  const turn = Math.abs(angle) > 90 ? angle + 180 : angle;
  const transform = `translate(${decimal(x)} ${decimal(y)}) rotate(${decimal(turn)})`;
  return [svg("g", { transform }, svg("text", { ...attributes, ...middle }, text))];
}

interface PointPlace {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
  readonly shield: readonly SvgNode[];
}

function pointPlace(canvas: Canvas, { label, place, option }: LabelTask): PointPlace {
  const [x, y] = middleOf(place.spots.map((spot) => [spot.x, spot.y]));
  const { unit, placement, graphic } = label;
  const point = placement?.type === "point" ? placement : undefined;
  const far = (value: Expression | undefined): number =>
    sizeOf(canvas, value, { what: "the displacement of the label", usual: 0, unit });
  const [right, up] = [far(point?.displacement?.x), far(point?.displacement?.y)];
  const what = { what: "the rotation of the label", usual: 0 };
  const turn = numberOf(canvas, point?.rotation, what);
  const spot: Spot = { x, y, angle: 0 };
  const isIndependent = option("graphicPlacement")?.toLowerCase() === "independent";
  const behind = isIndependent ? spot : { x: x + right, y: y - up, angle: 0 };
  const shield =
    graphic === undefined ? [] : [placed(canvas.symbolize(canvas, graphic, unit), behind)];
  return { x: x + right, y: y - up, turn, shield };
}

/** By default the anchor is the left end at half the height. */
function anchorOf(
  canvas: Canvas,
  placement: Placement | undefined,
  { lines, size }: { readonly lines: number; readonly size: number },
): { readonly attributes: SvgAttributes; readonly top: number } {
  const anchor = placement?.type === "point" ? placement.anchor : undefined;
  const usual = { what: "the anchor of the label", usual: 0 };
  const x = numberOf(canvas, anchor?.x, usual);
  const y = numberOf(canvas, anchor?.y, { ...usual, usual: 0.5 });
  const known = ANCHORS.find(([from, to]) => x >= from && x < to)?.[2];
  const height = (lines - 1) * size * LINE + size * CAPITAL;
  if (known === undefined) canvas.note(`the anchor of the label is ${x}; drawn as 0.5`);
  const attributes = { "text-anchor": known ?? "middle", dx: partly(x) };
  return { attributes, top: size * CAPITAL - (1 - y) * height };
}

/** Ranges of anchors and the SVG word for each. */
const ANCHORS = [
  [-0.01, 0.25, "start"],
  [0.25, 0.75, "middle"],
  [0.75, 1.01, "end"],
] as const;

/** The difference between an anchor and the SVG word's anchor, in font sizes. */
function partly(x: number): string | undefined {
  const nearest = Math.min(1, Math.max(0, Math.round(x * 2) / 2));
  return x === nearest ? undefined : `${decimal((nearest - x) * 4)}em`;
}

/** Height of a capital letter, in font sizes. */
const CAPITAL = 0.7;

/** Breaks lines at spaces; the width is in pixels. */
function wrapped(lines: readonly string[], width: number, size: number): readonly string[] {
  if (!(width > 0) || width === Infinity) return lines;
  const most = Math.max(1, Math.floor(width / (size * LETTER)));
  return lines.flatMap((line) => linesOfWords(line.split(" "), most));
}
