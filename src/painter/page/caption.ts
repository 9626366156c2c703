/** The lines below a picture, and the tooltip of a rule. */
import { painter as limits } from "../../model/limits.ts";
import { scaleWords, wholeScale } from "../bands.ts";
import type { MapKey } from "../draw/canvas.ts";
import { svg, type SvgNode } from "../draw/svg.ts";
import type { Tile } from "../tile.ts";
import { variantWords } from "../values/words.ts";
import { linesOfWords } from "../wrap.ts";

export interface CaptionLine {
  readonly text: string;
  readonly sort: "title" | "plain" | "note";
  /** The colour that the text explains; a line that goes on with it has only the space. */
  readonly key?: MapKey | "above";
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
const MOST_LINES = 5;

export function captionOf(tile: Tile, width: number): readonly CaptionLine[] {
  return shownOf(tile).flatMap(({ text, sort, key }) => {
    const letters = Math.floor((width - (key === undefined ? 0 : INDENT)) / LETTER);
    return wrapped(text, letters).map((line, at): CaptionLine => {
      const shown = { text: line, sort };
      return key === undefined ? shown : { ...shown, key: at === 0 ? key : "above" };
    });
  });
}

/** The texts below a tile, not wrapped. */
export function shownOf(tile: Tile): readonly CaptionLine[] {
  const { notes, keys } = tile.drawing;
  const more = notes.length - limits.shownNotes;
  const moreKeys = keys.length - limits.shownKeys;
  const line =
    (sort: CaptionLine["sort"]) =>
    (text: string): CaptionLine => ({ text, sort });
  return [
    line("title")(tile.title),
    line("plain")(rangeWords(tile)),
    line("plain")(tile.condition === tile.title ? "" : tile.condition),
    ...keys.slice(0, limits.shownKeys).map((key) => ({ ...line("plain")(key.text), key })),
    line("plain")(moreKeys > 0 ? `and ${moreKeys} more colours` : ""),
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
  return lines.flatMap(({ text, sort, key }, at) => {
    const y = (at + 1) * LINE_HEIGHT - 3;
    const x = key === undefined ? undefined : INDENT;
    const words = svg("text", { ...looks[sort], class: sort, x, y }, text);
    return typeof key === "object" ? [swatch(key, y - SWATCH + 1), words] : [words];
  });
}

/** In pixels. */
const SWATCH = 10;
const INDENT = SWATCH + 6;

/** The colour of a key, on white. */
export function swatch({ colour, opacity }: MapKey, y = 0): SvgNode {
  const box = { y, width: SWATCH, height: SWATCH };
  const paint = { fill: colour, "fill-opacity": opacity === 1 ? undefined : opacity };
  return svg(
    "g",
    {},
    svg("rect", { ...box, fill: "#ffffff", stroke: "#888888" }),
    svg("rect", { ...box, ...paint }),
  );
}
