/** Two versions of a style side by side, with the differences marked. */
import type { FindImage } from "../draw/canvas.ts";
import { svg } from "../draw/svg.ts";
import { pairsOf, type TilePair } from "../pairs.ts";
import type { Styling } from "../styling.ts";
import { tilesOf } from "../tile.ts";
import { cardOf } from "./card.ts";
import { below, documentOf, heading, NOTHING, sideBySide, type Block } from "./page.ts";
import { moreWords, titleOf } from "./titles.ts";

/** In pixels. */
const COLUMN = 264;

/** Width of the mark beside a row. */
const MARK = 84;

const colours: Readonly<Record<TilePair["change"], string | undefined>> = {
  none: undefined,
  moved: "#5b5bd6",
  changed: "#b35900",
  added: "#1a7f37",
  removed: "#b3261e",
};

/** Two versions and their paired rules. */
export interface Compared {
  readonly title: string;
  readonly pairs: readonly TilePair[];
  /** Number of rules of either version beyond the limit. */
  readonly more: number;
}

export interface BesideSheet extends Compared {
  readonly svg: string;
}

/** A version of a style with its images. */
export interface Version {
  readonly styling: Styling;
  readonly findImage: FindImage;
}

/** Draws two versions on one page. */
export function besideOf(before: Version, after: Version): BesideSheet {
  const compared = compareVersions(before, after);
  const { pairs, more } = compared;
  const differing = pairs.filter(({ change }) => change !== "none").length;
  const title = `${compared.title}: ${differing} of ${pairs.length} rules differ`;
  const page = below(
    heading(title, 16),
    sideBySide([NOTHING, shifted(heading("Before", 13)), shifted(heading("After", 13))], COLUMN),
    ...pairs.map(rowOf),
    more > 0 ? heading(moreWords(more), 13) : NOTHING,
  );
  return { ...compared, svg: documentOf(page, { width: MARK + 2 * COLUMN, title }) };
}

/** Draws the rules of two versions and pairs them. */
export function compareVersions(before: Version, after: Version): Compared {
  const [old, now] = [before, after].map(({ styling, findImage }) => tilesOf(styling, findImage));
  return {
    title: titleOf(after.styling),
    pairs: pairsOf(old?.tiles ?? [], now?.tiles ?? []),
    more: Math.max(old?.more ?? 0, now?.more ?? 0),
  };
}

/** Moves a column to the right of the marks. */
function shifted({ nodes, ...block }: Block): Block {
  return { ...block, nodes: [svg("g", { transform: `translate(${MARK - COLUMN} 0)` }, ...nodes)] };
}

function rowOf({ before, after, change }: TilePair): Block {
  const cards = [before, after].map((tile) =>
    tile === undefined ? NOTHING : shifted(cardOf(tile, COLUMN)),
  );
  const row = sideBySide([NOTHING, ...cards], COLUMN);
  const colour = colours[change];
  if (colour === undefined) return row;
  const look = { x: 10, y: 14, "font-size": 11, "font-weight": "bold" };
  const mark = [
    svg("rect", { width: 4, height: row.height - 8, fill: colour, class: change }),
    svg("text", { ...look, fill: colour, class: change }, change),
  ];
  return { ...row, nodes: [...mark, ...row.nodes] };
}
