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

/** Draws two versions with all of their rules. */
export function besideOf(before: Version, after: Version): BesideSheet {
  const compared = compareVersions(before, after);
  return { ...compared, svg: besideSheet(compared, compared.pairs.length).svg };
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

/** A page of at most `most` rows; beyond, it shows only differing rules, and counts the rest. */
export function besideSheet(
  { title: name, pairs, more }: Compared,
  most: number,
): { readonly svg: string; readonly shown: number } {
  const differing = pairs.filter(({ change }) => change !== "none");
  const shown = pairs.length <= most ? pairs : differing.slice(0, most);
  const [same, left] = [
    pairs.length <= most ? 0 : pairs.length - differing.length,
    pairs.length <= most ? 0 : differing.length - shown.length,
  ];
  const title = `${name}: ${differing.length} of ${pairs.length} rules differ`;
  const page = below(
    heading(title, 16),
    sideBySide([NOTHING, shifted(heading("Before", 13)), shifted(heading("After", 13))], COLUMN),
    ...shown.map(rowOf),
    left > 0 ? heading(`${left} more rules that differ are not shown`, 13) : NOTHING,
    same > 0 ? heading(`${same} rules that draw the same are not shown`, 13) : NOTHING,
    more > 0 ? heading(moreWords(more), 13) : NOTHING,
  );
  return { svg: documentOf(page, { width: MARK + 2 * COLUMN, title }), shown: shown.length };
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
  const mark = [
    svg("rect", { width: 4, height: row.height - 8, fill: colour }),
    svg("text", { x: 10, y: 14, "font-size": 11, "font-weight": "bold", fill: colour }, change),
  ];
  return { ...row, nodes: [...mark, ...row.nodes] };
}
