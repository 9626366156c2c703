/**
 * Types of the JSON data in a report page, for the parts that are drawn on demand.
 * `src/reconciler/report/page/` makes the page.
 */

/** A line of a change. */
export type PageRow = readonly [label: string, text: string];

/** A difference inside a file: `+`, `-` or `~`, and its description. */
export type PageWord = readonly [sign: string, text: string];

/** A picture of a style: a caption and an SVG document, absent where it could not be drawn. */
export interface PagePicture {
  readonly caption: string;
  readonly svg?: string;
}

/** One object of the list, in the order of the page. */
export interface PageChange {
  readonly address: string;
  /** The action as the list shows it. */
  readonly word: string;
  /** Names of the dangers that stop it, and `destructive`. */
  readonly dangers: readonly string[];
  /** Shown beside its address. */
  readonly notes: readonly string[];
  readonly rows: readonly PageRow[];
  readonly words: readonly PageWord[];
  /** Set where its lines are left out, because the page would be too large. */
  readonly isCut?: true;
}

/** One request, in the order of sending. */
export interface PageRequest {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** The result; empty for a request that was not sent. */
  readonly fate: string;
}

/** A dependency between indexes of `nodes`, and whether the first comes with the second. */
export type PageEdge = readonly [from: number, to: number, comesWith: 0 | 1];

/** Objects by address, and their dependencies. */
export interface PageGraph {
  readonly nodes: readonly string[];
  readonly edges: readonly PageEdge[];
}

/** A granule that is added or removed, with its box in the units of its map. */
export interface PageFootprint {
  readonly location: string;
  readonly fate: "comes" | "goes";
  readonly box: readonly [minx: number, miny: number, maxx: number, maxy: number];
}

/** The granules of one mosaic. */
export interface PageMap {
  readonly title: string;
  readonly footprints: readonly PageFootprint[];
  /** The number of added granules without a known place. */
  readonly unknown: number;
}

/** The id of the element with the pictures of a change as JSON; absent where there are none. */
export type PicturesId = `p${number}`;

/** Pictures are in separate elements, so that only opened ones are parsed. */
export interface PageData {
  readonly changes: readonly PageChange[];
  readonly requests: readonly PageRequest[];
  readonly graph: PageGraph | null;
  readonly maps: readonly PageMap[];
}
