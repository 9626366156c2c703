/** Pictures of rules and legend cells in frames. */
import type { Drawing } from "../draw/canvas.ts";
import { svg, type SvgNode } from "../draw/svg.ts";
import { CELL, type LegendCell } from "../legend.ts";
import { tileSize, type Tile } from "../tile.ts";

/** Light, but not white, because many styles draw in white. */
const GROUND = "#eaeef2";

/** The picture of a tile, without its definitions. */
export function framedTile({ drawing }: Tile): SvgNode {
  return framed(drawing, { ...tileSize, ground: GROUND });
}

/** The picture of a legend cell, without its definitions. */
export function framedCell({ drawing }: LegendCell): SvgNode {
  return framed(drawing, { width: CELL, height: CELL, ground: "#ffffff" });
}

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly ground: string;
}

/** Clips a picture to its frame. */
function framed({ nodes }: Pick<Drawing, "nodes">, { width, height, ground }: Frame): SvgNode {
  const frame = { width, height, fill: "none", stroke: "#cccccc" };
  return svg(
    "svg",
    { width, height, viewBox: `0 0 ${width} ${height}`, overflow: "hidden" },
    svg("rect", { width, height, fill: ground }),
    ...nodes,
    svg("rect", frame),
  );
}
