/** Styles of one rule, and what is drawn of them. */
import { sheetOf } from "../../src/painter/page/sheet.ts";
import { readStyle } from "../../src/painter/read/read-style.ts";
import { tilesOf, type Tile } from "../../src/painter/tile.ts";
import type { StyleImage } from "../../src/painter/image.ts";
import { allElements, readSvg, type SvgElement } from "../support/styles/svg-documents.ts";

/** A document with rules. */
export function styleOf(rules: string, level = ""): string {
  return `<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld" xmlns:ogc="http://www.opengis.net/ogc" xmlns:xlink="http://www.w3.org/1999/xlink"><NamedLayer><Name>roads</Name><UserStyle><Name>roads</Name><FeatureTypeStyle>${level}${rules}</FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>`;
}

/** The tiles of a document of `styleOf`. */
export function tilesIn(
  rules: string,
  images: ReadonlyMap<string, StyleImage> = new Map(),
): readonly Tile[] {
  return tilesOf(readStyle(Buffer.from(styleOf(rules))), (href) => images.get(href)).tiles;
}

/** The only tile of a rule with these symbolizers: its elements by name, and what is said of it. */
export function drawn(
  symbolizers: string,
  images?: ReadonlyMap<string, StyleImage>,
): {
  readonly all: (name: string) => readonly SvgElement[];
  readonly notes: readonly string[];
  readonly details: readonly string[];
  /** Texts below the picture. */
  readonly texts: readonly string[];
  /** Colour, opacity and text of the values beside it. */
  readonly keys: readonly (readonly [string | undefined, string | undefined, string | undefined])[];
} {
  const rule = `<Rule>${symbolizers}</Rule>`;
  const styling = readStyle(Buffer.from(styleOf(rule)));
  const { svg, tiles } = sheetOf(styling, (href) => images?.get(href));
  const root = readSvg(svg);
  const definitions = root.children.find(({ name }) => name === "defs");
  const [card] = allElements(root).filter(({ attributes }) => attributes["role"] === "img");
  const picture = card?.children.find(({ name }) => name === "svg");
  const shown = [picture, definitions].flatMap((one) =>
    one === undefined ? [] : allElements(one),
  );
  const { notes = [], details = [] } = tiles[0]?.drawing ?? {};
  const own = shown.filter(({ attributes }) => attributes["class"] !== "ground");
  const caption = card?.children.find(({ name }) => name === "g")?.children ?? [];
  const keys = caption.flatMap(({ name, children }, at) =>
    name === "g" ? [keyOf(children[1], caption[at + 1])] : [],
  );
  const texts = caption.map(({ text }) => text);
  return { texts, keys, all: (name) => own.filter((one) => one.name === name), notes, details };
}

/** Colour, opacity and text of a value. */
function keyOf(colour: SvgElement | undefined, words: SvgElement | undefined) {
  const { fill, "fill-opacity": opacity } = colour?.attributes ?? {};
  return [fill, opacity, words?.text] as const;
}

/** A parameter. */
export function css(name: string, value: string): string {
  return `<CssParameter name="${name}">${value}</CssParameter>`;
}

/** A fill and a stroke. */
export function paint(fill: string, stroke: string): string {
  return `<Fill>${css("fill", fill)}</Fill><Stroke>${css("stroke", stroke)}</Stroke>`;
}

/** A point with a mark. */
export function point(mark: string, rest = ""): string {
  return `<PointSymbolizer><Graphic><Mark>${mark}</Mark>${rest}</Graphic></PointSymbolizer>`;
}

/** A line. */
export function line(stroke: string, rest = ""): string {
  return `<LineSymbolizer><Stroke>${stroke}</Stroke>${rest}</LineSymbolizer>`;
}
