/** A style on one page: a picture of each rule, level by level, and the legend. */
import type { FindImage } from "../draw/canvas.ts";
import { legendOf } from "../legend.ts";
import type { Styling } from "../styling.ts";
import { tilesOf, type Tile, type Tiles } from "../tile.ts";
import { cardOf, legendRow } from "./card.ts";
import { below, documentOf, heading, inRows, NOTHING, type Block } from "./page.ts";

/** Columns of tiles and of the legend. */
const tileColumns = { columns: 4, width: 236 } as const;
const legendColumns = { columns: 3, width: 314 } as const;
const WIDTH = 944;

/** A page, and what is on it. */
export interface Sheet extends Tiles {
  /** The page as a document of SVG. */
  readonly svg: string;
}

/** Draws a style. */
export function sheetOf(styling: Styling, findImage: FindImage): Sheet {
  const { tiles, more } = tilesOf(styling, findImage);
  const legend = legendOf(styling, findImage).map(legendRow);
  const title = titleOf(styling);
  const page = below(
    heading(title, 16),
    ...styling.unread.slice(0, MOST_TOLD).map((words) => heading(`Not drawn: ${words}`, 13)),
    ...levelBlocks(styling, tiles),
    more > 0 ? heading(`${more} more rules are not drawn`, 13) : NOTHING,
    legend.length === 0 ? NOTHING : heading("Legend", 16),
    inRows(legend, legendColumns),
  );
  return { svg: documentOf(page, { width: WIDTH, title }), tiles, more };
}

/** Parts of a document that draw nothing here, of which so many are told. */
const MOST_TOLD = 5;

/** What a style is called. */
export function titleOf({ title, name }: Styling): string {
  return title || name || "A style without a name";
}

function levelBlocks(styling: Styling, tiles: readonly Tile[]): readonly Block[] {
  if (tiles.length === 0) return [heading("The style has no rules", 13)];
  return [...Map.groupBy(tiles, ({ level }) => level)].flatMap(([level, own]) => [
    styling.levels.length > 1 ? heading(levelTitle(styling, level), 13) : NOTHING,
    inRows(
      own.map((tile) => cardOf(tile, tileColumns.width)),
      tileColumns,
    ),
  ]);
}

function levelTitle({ levels }: Styling, at: number): string {
  const layer = levels[at]?.layer ?? "";
  const words = `Level ${at + 1} of ${levels.length}`;
  return layer === "" ? words : `${words}, for ${layer}`;
}
