/** A tile with its caption, and a legend cell with its title. */
import { svg } from "../draw/svg.ts";
import { CELL, type LegendCell } from "../legend.ts";
import { tileSize, type Tile } from "../tile.ts";
import { captionNodes, captionOf, LINE_HEIGHT, tooltipOf } from "./caption.ts";
import { framedCell, framedTile } from "./frame.ts";
import { MARGIN, type Block } from "./page.ts";

/** A title that is elsewhere is left out. */
export function cardOf(tile: Tile, width: number, isTitled = true): Block {
  const lines = captionOf(tile, width - MARGIN).filter(({ sort }) => isTitled || sort !== "title");
  const top = tileSize.height + 2;
  const caption = svg("g", { transform: `translate(0 ${top})` }, ...captionNodes(lines));
  const card = svg(
    "g",
    { role: "img" },
    svg("title", {}, tooltipOf(tile)),
    framedTile(tile),
    caption,
  );
  const height = top + lines.length * LINE_HEIGHT + MARGIN;
  return { height, nodes: [card], definitions: tile.drawing.definitions };
}

const TITLE_LETTERS = 40;

export function legendRow(cell: LegendCell): Block {
  const { title, drawing } = cell;
  const shown = title.length > TITLE_LETTERS ? `${title.slice(0, TITLE_LETTERS - 1)}…` : title;
  const look = { "font-size": 11, fill: "#111111", class: "title" };
  const place = { x: CELL + 8, y: CELL / 2 + 4, ...look };
  const told = [title, ...drawing.notes].filter((one) => one !== "").join("\n");
  const row = svg(
    "g",
    { role: "img" },
    svg("title", {}, told),
    framedCell(cell),
    svg("text", place, shown),
  );
  return { height: CELL + 4, nodes: [row], definitions: drawing.definitions };
}
