/** Pictures in frames: those of rules, and the cells of legends. */
import type { Drawing } from "../draw/canvas.ts";
import { svg, type SvgNode } from "../draw/svg.ts";
import { CELL, type LegendCell } from "../legend.ts";
import { tileSize, type Tile } from "../tile.ts";

/** What tiles are drawn on: light, and yet another colour than white, which many styles draw with. */
const GROUND = "#eaeef2";

/** The picture of a tile; its definitions are not in it. */
export function framedTile({ drawing }: Tile): SvgNode {
  return framed(drawing, { ...tileSize, ground: GROUND });
}

/** The picture of a cell of a legend; its definitions are not in it. */
export function framedCell({ drawing }: LegendCell): SvgNode {
  return framed(drawing, { width: CELL, height: CELL, ground: "#ffffff" });
}

/** A frame: its size in pixels, and the colour of its ground. */
interface Frame {
  readonly width: number;
  readonly height: number;
  readonly ground: string;
}

/** A picture in a frame of its own, which nothing leaves. */
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
