/** Draws symbolizers. */
import type { Expression } from "../../model/filter.ts";
import type { Pair, Symbolizer } from "../styling.ts";
import { asNumber } from "../values/scope.ts";
import { sizeOf, type Canvas } from "./canvas.ts";
import { fillAttributes } from "./fill.ts";
import { labelNodes } from "./label.ts";
import { lineBeside, placed } from "./lines.ts";
import { blendOf, withOptions, type TakeOption } from "./options.ts";
import { placeFor, type Geometry, type Place } from "./place.ts";
import { rasterNodes, type Box } from "./ramp.ts";
import { strokedLine, type DrawnLine } from "./stroke.ts";
import { pathData, svg, type Point, type SvgNode } from "./svg.ts";

/** The geometries of a picture by type of symbolizer. */
export interface Geometries {
  readonly of: (type: Symbolizer["type"]) => Geometry;
  readonly box: Box;
}

/** Draws a symbolizer. */
export function symbolizerNodes(
  canvas: Canvas,
  symbolizer: Symbolizer,
  geometries: Geometries,
): readonly SvgNode[] {
  for (const words of symbolizer.unread) canvas.note(`not shown: ${words}`);
  if (symbolizer.unit !== "px") canvas.tell(`sizes are in ${symbolizer.unit} on the ground`);
  return withOptions(canvas, symbolizer.options, (option) => {
    // The callers evaluate `inclusion` (maps or legends); taking it avoids a report.
    option("inclusion");
    const style = blendOf(canvas, option);
    const place = placeFor(canvas, symbolizer.geometry, geometries.of(symbolizer.type));
    const nodes = drawn(canvas, { symbolizer, place, option, box: geometries.box });
    return style === undefined ? nodes : [svg("g", { style }, ...nodes)];
  });
}

interface Task {
  readonly symbolizer: Symbolizer;
  readonly place: Place;
  readonly option: TakeOption;
  readonly box: Box;
}

function drawn(canvas: Canvas, { symbolizer, place, option, box }: Task): readonly SvgNode[] {
  switch (symbolizer.type) {
    case "point": {
      if (symbolizer.graphic === undefined) return [];
      const symbol = canvas.symbolize(canvas, symbolizer.graphic, symbolizer.unit);
      return place.spots.map((spot) => placed(symbol, spot));
    }
    case "line": {
      const line = movedLine(canvas, place.line, symbolizer);
      const painted = { what: "the line", unit: symbolizer.unit };
      return strokedLine(canvas, symbolizer.stroke, { line, painted });
    }
    case "polygon":
      return areaNodes(canvas, symbolizer, place, option);
    case "text":
      return labelNodes(canvas, { label: symbolizer, place, option });
    case "raster":
      break;
  }
  return rasterNodes(canvas, symbolizer, box);
}

function movedLine(
  canvas: Canvas,
  { points, isClosed }: DrawnLine,
  { offset, unit }: Pick<Extract<Symbolizer, { readonly type: "line" }>, "offset" | "unit">,
): DrawnLine {
  const distance = sizeOf(canvas, offset, { what: "the offset", usual: 0, unit });
  return { points: lineBeside(points, distance, { isClosed }), isClosed };
}

function areaNodes(
  canvas: Canvas,
  symbolizer: Extract<Symbolizer, { readonly type: "polygon" }>,
  place: Place,
  option: TakeOption,
): readonly SvgNode[] {
  const { fill, stroke, displacement, unit } = symbolizer;
  const moved = movedLine(canvas, place.line, symbolizer);
  const [dx, dy] = moveOf(canvas, displacement, unit);
  const points = moved.points.map(([x, y]): Point => [x + dx, y - dy]);
  const line = { points, isClosed: true };
  const margin = marginOf(option("graphic-margin"));
  const random = option("random");
  if (random !== undefined && random !== "none")
    canvas.note(`graphics are placed at random (${random}); drawn in rows`);
  const area = {
    d: pathData(points, line),
    ...fillAttributes(canvas, fill, { what: "the area", unit, margin }),
  };
  const painted = { what: "the outline", unit };
  return [
    ...(fill === undefined ? [] : [svg("path", area)]),
    ...(stroke === undefined ? [] : strokedLine(canvas, stroke, { line, painted })),
  ];
}

function moveOf(
  canvas: Canvas,
  pair: Pair | undefined,
  unit: Symbolizer["unit"],
): readonly [number, number] {
  const far = (value: Expression | undefined): number =>
    sizeOf(canvas, value, { what: "the displacement of the area", usual: 0, unit });
  return [far(pair?.x), far(pair?.y)];
}

/** One to four numbers in the order of CSS: above, right, below, left. */
function marginOf(text: string | undefined): readonly [number, number, number, number] | undefined {
  const numbers = (text ?? "").split(/[\s,]+/).map((word) => asNumber(word));
  const [top] = numbers;
  if (top === undefined) return undefined;
  const right = numbers[1] ?? top;
  return [top, right, numbers[2] ?? top, numbers[3] ?? right];
}
