/** A style on one page: a picture of each rule, and the legend. */
import type { FindImage } from "../draw/canvas.ts";
import { legendOf } from "../legend.ts";
import type { Styling } from "../styling.ts";
import { tilesOf, type Tile, type Tiles } from "../tile.ts";
import { cardOf, legendRow } from "./card.ts";
import { levelTitle, moreWords, NO_RULES, shortTitle, titleOf, unreadWords } from "./titles.ts";
import {
  below,
  documentOf,
  heading,
  inRows,
  MARGIN,
  NOTHING,
  sideBySide,
  type Block,
} from "./page.ts";

const tileColumns = { columns: 4, width: 236 } as const;
const legendColumns = { columns: 3, width: 314 } as const;
const WIDTH = 944;

export interface Sheet extends Tiles {
  readonly svg: string;
}

/** Draws a style. */
export function sheetOf(styling: Styling, findImage: FindImage): Sheet {
  const { tiles, more } = tilesOf(styling, findImage);
  const legend = legendOf(styling, findImage).map(legendRow);
  const title = titleOf(styling);
  const page = below(
    heading(title, 16),
    ...unreadWords(styling).map((words) => heading(words, 13)),
    ...levelBlocks(styling, tiles),
    more > 0 ? heading(moreWords(more), 13) : NOTHING,
    legend.length === 0 ? NOTHING : heading("Legend", 16),
    inRows(legend, legendColumns),
  );
  return { svg: documentOf(page, { width: WIDTH, title }), tiles, more };
}

/** A picture of a page that has the captions as text. */
export interface Part {
  readonly caption: string;
  readonly svg: string;
}

/** In pixels: two pictures of a pair, or two parts, fit beside each other on a telephone. */
const column = { width: 150, margin: 8 } as const;

/** Draws a part of tiles side by side, with their titles where these differ. */
export function partOf(tiles: readonly Tile[], caption: string): Part {
  const isTitled = new Set(tiles.map(({ title }) => title)).size > 1;
  const cards = sideBySide(
    tiles.map((tile) => cardOf(tile, column.width, isTitled)),
    column.width,
  );
  const frame = { width: tiles.length * column.width, title: caption, margin: column.margin };
  // The margin of the page is enough below the last line.
  return { caption, svg: documentOf({ ...cards, height: cards.height - MARGIN }, frame) };
}

/** Draws a style in parts: one for each rule, and the legend. */
export function partsOf(
  styling: Styling,
  findImage: FindImage,
): Tiles & { readonly parts: readonly Part[] } {
  const { tiles, more } = tilesOf(styling, findImage);
  const legend = legendOf(styling, findImage).map(legendRow);
  const isDeep = styling.levels.length > 1;
  const parts = tiles.map((tile) => {
    const level = isDeep ? `${levelTitle(styling, tile.level)}: ` : "";
    return partOf([tile], `${level}${shortTitle(tile)}`);
  });
  const frame = { width: legendColumns.width, title: "Legend", margin: column.margin };
  const own =
    legend.length === 0 ? [] : [{ caption: "Legend", svg: documentOf(below(...legend), frame) }];
  return { tiles, more, parts: [...parts, ...own] };
}

function levelBlocks(styling: Styling, tiles: readonly Tile[]): readonly Block[] {
  if (tiles.length === 0) return [heading(NO_RULES, 13)];
  return [...Map.groupBy(tiles, ({ level }) => level)].flatMap(([level, own]) => [
    styling.levels.length > 1 ? heading(levelTitle(styling, level), 13) : NOTHING,
    inRows(
      own.map((tile) => cardOf(tile, tileColumns.width)),
      tileColumns,
    ),
  ]);
}
