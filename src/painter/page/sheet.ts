/** A style on one page: a picture of each rule, and the legend. */
import type { FindImage } from "../draw/canvas.ts";
import { legendOf } from "../legend.ts";
import type { Styling } from "../styling.ts";
import { tilesOf, type Tile, type Tiles } from "../tile.ts";
import { cardOf, legendRow } from "./card.ts";
import { levelTitle, moreWords, NO_RULES, titleOf, unreadWords } from "./titles.ts";
import { below, documentOf, heading, inRows, NOTHING, type Block } from "./page.ts";

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
