/** Pictures of rules and legend cells in frames. */
import type { Drawing } from "../draw/canvas.ts";
import { svg, type SvgNode } from "../draw/svg.ts";
import { CELL, type LegendCell } from "../legend.ts";
import { tileSize, type Tile } from "../tile.ts";

/** The picture of a tile, without its definitions. */
export function framedTile({ drawing }: Tile): SvgNode {
  return framed(drawing, tileSize);
}

/** The picture of a legend cell, without its definitions. */
export function framedCell({ drawing }: LegendCell): SvgNode {
  return framed(drawing, { width: CELL, height: CELL });
}

interface Frame {
  readonly width: number;
  readonly height: number;
}

/** Clips a picture to its frame. */
function framed({ nodes }: Pick<Drawing, "nodes">, { width, height }: Frame): SvgNode {
  const frame = { width, height, fill: "none", stroke: "#cccccc" };
  return svg(
    "svg",
    { width, height, viewBox: `0 0 ${width} ${height}`, overflow: "hidden" },
    svg("rect", { width, height, fill: "#e6eaef", class: "ground" }),
    checks({ width, height }),
    ...nodes,
    svg("rect", frame),
  );
}

/** Width of a square of the ground. */
const SQUARE = 8;

/** A chequered ground, in any light, so that what is drawn in white or black is visible. */
function checks({ width, height }: Frame): SvgNode {
  const rows = Array.from({ length: Math.ceil(height / SQUARE) }, (_none, row) => {
    return `M${(row % 2) * SQUARE} ${(row + 0.5) * SQUARE}H${width}`;
  });
  const look = {
    class: "ground",
    stroke: "#cfd6de",
    "stroke-width": SQUARE,
    "stroke-dasharray": SQUARE,
  };
  return svg("path", { d: rows.join(""), ...look });
}
