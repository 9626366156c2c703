/** Rasters as a ramp of their colours. */
import { painter as limits } from "../../model/limits.ts";
import type { ColourMap, MapEntry, Symbolizer } from "../styling.ts";
import { asNumber } from "../values/scope.ts";
import { paintOf, partOf, wordOf, type Canvas } from "./canvas.ts";
import { svg, type SvgNode } from "./svg.ts";

type Raster = Extract<Symbolizer, { readonly type: "raster" }>;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function rasterNodes(canvas: Canvas, raster: Raster, box: Box): readonly SvgNode[] {
  const opacity = partOf(canvas, raster.opacity, "the opacity of the raster");
  for (const channel of raster.channels) canvas.note(`not shown: ${channel}`);
  const content =
    raster.map === undefined ? ofData(canvas, box) : coloured(canvas, raster.map, box);
  return [svg("g", { opacity: opacity === 1 ? undefined : opacity }, ...content)];
}

/** Without a colour map the colours depend on data, which the picture does not have. */
function ofData(canvas: Canvas, box: Box): readonly SvgNode[] {
  canvas.note("the raster has no colour map; drawn in greys");
  return gradient(canvas, box, [
    { at: 0, colour: "#000000", opacity: 1 },
    { at: 1, colour: "#ffffff", opacity: 1 },
  ]);
}

interface Stop {
  /** From 0 to 1. */
  readonly at: number;
  readonly colour: string;
  readonly opacity: number;
}

function coloured(canvas: Canvas, { type, entries }: ColourMap, box: Box): readonly SvgNode[] {
  const drawn = entries.slice(0, limits.mapEntries);
  if (entries.length > drawn.length)
    canvas.note(`not shown: ${entries.length - drawn.length} more colours`);
  const below = type === "intervals" ? "< " : "";
  const stops = drawn.map((entry, at) => stopOf(canvas, entry, { at, of: drawn.length, below }));
  canvas.tell(`the colours are ${type === "ramp" ? "a ramp" : type}`);
  return type === "ramp" ? gradient(canvas, box, spreadOut(stops)) : blocks(box, stops);
}

function stopOf(
  canvas: Canvas,
  { colour, quantity, opacity, label }: MapEntry,
  { at, of, below }: { readonly at: number; readonly of: number; readonly below: string },
): Stop & { readonly quantity: number | undefined } {
  const what = `the colour ${at + 1}`;
  const given = wordOf(canvas, quantity, `the value of ${what}`);
  const stop = {
    at: of < 2 ? 0 : at / (of - 1),
    colour: paintOf(canvas, colour, { what, usual: "#000000" }),
    opacity: partOf(canvas, opacity, `the opacity of ${what}`),
    quantity: asNumber(given),
  };
  const words = wordOf(canvas, label, `the label of ${what}`);
  canvas.tell([`${given ?? "all"}: ${stop.colour}`, words].filter(Boolean).join(" "));
  const value = given === undefined ? "all" : `${below}${given}`;
  const text = [value, words].filter(Boolean).join(" ");
  canvas.explain({ colour: stop.colour, opacity: stop.opacity, text });
  return stop;
}

/** Spaces the stops by their values, where all values are known and in order. */
function spreadOut(
  stops: readonly (Stop & { readonly quantity: number | undefined })[],
): readonly Stop[] {
  const numbers = stops.flatMap(({ quantity }) => quantity ?? []);
  const [low = 0, high = 0] = [numbers[0], numbers.at(-1)];
  const isInOrder = numbers.every((one, at) => at === 0 || one >= (numbers[at - 1] ?? one));
  if (numbers.length < stops.length || !isInOrder || low === high) return stops;
  return stops.map((stop) => ({ ...stop, at: ((stop.quantity ?? low) - low) / (high - low) }));
}

function gradient(canvas: Canvas, box: Box, stops: readonly Stop[]): readonly SvgNode[] {
  const nodes = stops.map(({ at, colour, opacity }) =>
    svg("stop", {
      offset: `${Math.round(at * 10_000) / 100}%`,
      "stop-color": colour,
      "stop-opacity": opacity === 1 ? undefined : opacity,
    }),
  );
  const id = canvas.define(svg("linearGradient", {}, ...nodes));
  return [svg("rect", { ...box, fill: `url(#${id})` })];
}

function blocks(box: Box, stops: readonly Stop[]): readonly SvgNode[] {
  const width = box.width / Math.max(1, stops.length);
  return stops.map(({ colour, opacity }, at) =>
    svg("rect", {
      ...box,
      x: box.x + at * width,
      width,
      fill: colour,
      "fill-opacity": opacity === 1 ? undefined : opacity,
    }),
  );
}
