/** What stands below a picture, line by line, and all that is told of a rule when somebody points at it. */
import { painter as limits } from "../../model/limits.ts";
import { scaleWords, wholeScale } from "../bands.ts";
import { svg, type SvgNode } from "../draw/svg.ts";
import type { Tile } from "../tile.ts";
import { variantWords } from "../values/words.ts";
import { linesOfWords } from "../wrap.ts";

/** A line of text with what it looks like. */
export interface CaptionLine {
  readonly text: string;
  readonly sort: "title" | "plain" | "note";
}

/** Height of a line, in pixels. */
export const LINE_HEIGHT = 15;

const looks: Readonly<Record<CaptionLine["sort"], Readonly<Record<string, string>>>> = {
  title: { fill: "#111111", "font-weight": "bold", "font-size": "12" },
  plain: { fill: "#444444", "font-size": "11" },
  note: { fill: "#8a3b00", "font-size": "11" },
};

/** Width of a letter of captions, in pixels. */
const LETTER = 6.5;

/** Lines that a title, a condition or a note may take. */
const MOST_LINES = 3;

/** The lines below a tile of so many pixels. */
export function captionOf(tile: Tile, width: number): readonly CaptionLine[] {
  const letters = Math.floor(width / LETTER);
  return shownOf(tile).flatMap(({ text, sort }) =>
    wrapped(text, letters).map((line) => ({ text: line, sort })),
  );
}

/** What is said below a tile, however wide it is. */
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

/** What a tile is drawn for, in words: its scales, and the value of its table. */
function rangeWords({ range, scale, variant }: Tile): string {
  return [
    scaleWords(range),
    scale === undefined ? "" : `drawn at ${wholeScale(scale)}`,
    variant === undefined ? "" : `drawn for ${variantWords(variant)}`,
  ]
    .filter((one) => one !== "")
    .join(", ");
}

/** Lines of at most so many letters, cut where words end; what is too long ends with an ellipsis. */
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

/** Everything that is said of a tile, as one text. */
export function toldOf(tile: Tile): string {
  const { notes, details } = tile.drawing;
  const said = [tile.title, rangeWords(tile), tile.condition, ...notes, ...details];
  const shown = said.filter((one) => one !== "").slice(0, limits.notes);
  const more = said.length - limits.notes;
  return [...shown.map(bounded), ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}

/** Lines as elements, the first one a line below 0. */
export function captionNodes(lines: readonly CaptionLine[]): readonly SvgNode[] {
  return lines.map(({ text, sort }, at) =>
    svg("text", { ...looks[sort], y: (at + 1) * LINE_HEIGHT - 3 }, text),
  );
}
