/** The lines below a picture, and the tooltip of a rule. */
import { painter as limits } from "../../model/limits.ts";
import { scaleWords, wholeScale } from "../bands.ts";
import { svg, type SvgNode } from "../draw/svg.ts";
import type { Tile } from "../tile.ts";
import { variantWords } from "../values/words.ts";
import { linesOfWords } from "../wrap.ts";

export interface CaptionLine {
  readonly text: string;
  readonly sort: "title" | "plain" | "note";
}

/** In pixels. */
export const LINE_HEIGHT = 15;

const looks: Readonly<Record<CaptionLine["sort"], Readonly<Record<string, string>>>> = {
  title: { fill: "#111111", "font-weight": "bold", "font-size": "12" },
  plain: { fill: "#444444", "font-size": "11" },
  note: { fill: "#8a3b00", "font-size": "11" },
};

/** Average width of a letter, in pixels. */
const LETTER = 6.5;

/** The most lines of a title, a condition or a note. */
const MOST_LINES = 3;

export function captionOf(tile: Tile, width: number): readonly CaptionLine[] {
  const letters = Math.floor(width / LETTER);
  return shownOf(tile).flatMap(({ text, sort }) =>
    wrapped(text, letters).map((line) => ({ text: line, sort })),
  );
}

/** The texts below a tile, not wrapped. */
export function shownOf(tile: Tile): readonly CaptionLine[] {
  const { notes } = tile.drawing;
  const more = notes.length - limits.shownNotes;
  const line =
    (sort: CaptionLine["sort"]) =>
    (text: string): CaptionLine => ({ text, sort });
  return [
    line("title")(tile.title),
    line("plain")(rangeWords(tile)),
    line("plain")(tile.condition === tile.title ? "" : tile.condition),
    ...notes.slice(0, limits.shownNotes).map(bounded).map(line("note")),
    line("note")(more > 0 ? `and ${more} more` : ""),
  ].filter(({ text }) => text !== "");
}

/** The scales of a tile and its table value. */
function rangeWords({ range, scale, variant }: Tile): string {
  return [
    scaleWords(range),
    scale === undefined ? "" : `drawn at ${wholeScale(scale)}`,
    variant === undefined ? "" : `drawn for ${variantWords(variant)}`,
  ]
    .filter((one) => one !== "")
    .join(", ");
}

/** Breaks lines at spaces; text that is too long ends with an ellipsis. */
function wrapped(text: string, letters: number): readonly string[] {
  const lines = linesOfWords(text.split(/\s+/), letters);
  const cut = (line: string): string =>
    line.length > letters ? `${line.slice(0, letters - 1)}…` : line;
  const shown = lines.slice(0, MOST_LINES).map(cut);
  return lines.length > MOST_LINES ? [...shown, "…"] : shown;
}

function bounded(text: string): string {
  return text.length <= limits.noteCharacters ? text : `${text.slice(0, limits.noteCharacters)}…`;
}

/** The tooltip: all texts of a tile. */
export function tooltipOf(tile: Tile): string {
  const { notes, details } = tile.drawing;
  const all = [tile.title, rangeWords(tile), tile.condition, ...notes, ...details];
  const said = all.filter((one) => one !== "");
  const more = said.length - limits.notes;
  return [
    ...said.slice(0, limits.notes).map(bounded),
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join("\n");
}

export function captionNodes(lines: readonly CaptionLine[]): readonly SvgNode[] {
  return lines.map(({ text, sort }, at) =>
    svg("text", { ...looks[sort], y: (at + 1) * LINE_HEIGHT - 3 }, text),
  );
}
