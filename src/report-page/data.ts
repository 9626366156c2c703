/**
 * What the script of a report page is given, as JSON inside of the page: all that is only drawn once
 * somebody opens it. Types alone; the page is made by `src/reconciler/report/page/`.
 */

/** A line of a change: what it is about, and what is so. */
export type PageRow = readonly [label: string, text: string];

/** A difference inside a file: `+`, `-` or `~`, and the words for it. */
export type PageWord = readonly [sign: string, text: string];

/** A picture of a style: what it shows, in words, and the text of an SVG document; none where it could not be drawn. */
export interface PagePicture {
  readonly caption: string;
  readonly svg?: string;
}

/** One object of the list, in the order of the page. */
export interface PageChange {
  readonly address: string;
  /** What happens to it, as the list says it. */
  readonly word: string;
  /** Names of the dangers that it is stopped by, and `destructive`. */
  readonly dangers: readonly string[];
  /** What is said beside its address. */
  readonly notes: readonly string[];
  readonly rows: readonly PageRow[];
  readonly words: readonly PageWord[];
  /** Whether its lines are left out, because the page would be too large. */
  readonly isCut?: true;
}

/** One request, in the order in which it is sent. */
export interface PageRequest {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** What became of it; empty for one that was not sent. */
  readonly fate: string;
}

/** What needs what: indexes of `nodes`, and whether the first comes with the second. */
export type PageEdge = readonly [from: number, to: number, comesWith: 0 | 1];

/** Objects by the text of their addresses, and what they need. */
export interface PageGraph {
  readonly nodes: readonly string[];
  readonly edges: readonly PageEdge[];
}

/** A granule that comes or goes, with its box: left, bottom, right, top in the units of its map. */
export interface PageFootprint {
  readonly location: string;
  readonly fate: "comes" | "goes";
  readonly box: readonly [minx: number, miny: number, maxx: number, maxy: number];
}

/** The granules of one mosaic. */
export interface PageMap {
  readonly title: string;
  readonly footprints: readonly PageFootprint[];
  /** How many come of which nobody knows where they lie. */
  readonly unknown: number;
}

/** The id of the element that holds the pictures of the change at an index, as JSON; pages hold it where there are any. */
export type PicturesId = `p${number}`;

/** All of it but the pictures, which stand by themselves so that only those are read that somebody opens. */
export interface PageData {
  readonly changes: readonly PageChange[];
  readonly requests: readonly PageRequest[];
  readonly graph: PageGraph | null;
  readonly maps: readonly PageMap[];
}
