/** Pictures of a style: its rules and its legend. Loaded with the first style. */
import type { Drawing } from "../painter/draw/canvas.ts";
import { svg, type SvgNode } from "../painter/draw/svg.ts";
import { legendOf, type LegendCell } from "../painter/legend.ts";
import { shownOf, swatch, tooltipOf } from "../painter/page/caption.ts";
import { framedCell, framedTile } from "../painter/page/frame.ts";
import { levelTitle, moreWords, NO_RULES, unreadWords } from "../painter/page/titles.ts";
import type { Styling } from "../painter/styling.ts";
import { tilesOf, type Tile } from "../painter/tile.ts";
import { type Child, element, svgElement } from "./element.ts";
import type { Rest } from "./reading.ts";
import type { User } from "./session.ts";
import { readStyling } from "./style-document.ts";
import { readImages } from "./style-images.ts";
import { xmlText } from "./xml-text.ts";

/**
 * Draws a style; a sheet is drawn by its SLD. Only administrators may read its images. Rejects with
 * RestError, and with Error for what is no style.
 */
export async function stylePictures(
  { rest, user }: { readonly rest: Rest; readonly user: User },
  path: string,
): Promise<HTMLElement> {
  const styling = readStyling(xmlText(await rest.bytes(`${path}.sld`)));
  const asked = new Set<string>();
  const first = drawn(styling, (href) => void asked.add(href));
  if (asked.size === 0 || !user.administrates) return pageOf(styling, first);
  const images = await readImages(rest, path, asked);
  return pageOf(styling, images.size === 0 ? first : drawn(styling, (href) => images.get(href)));
}

type Pictures = ReturnType<typeof drawn>;

function drawn(styling: Styling, findImage: Parameters<typeof tilesOf>[1]) {
  return { ...tilesOf(styling, findImage), cells: legendOf(styling, findImage) };
}

function pageOf(styling: Styling, { tiles, more, cells }: Pictures): HTMLElement {
  const levels = [...Map.groupBy(tiles, ({ level }) => level)].flatMap(([level, own]) => [
    styling.levels.length > 1 ? element("h3", {}, levelTitle(styling, level)) : undefined,
    element("div", { class: "tiles" }, ...own.map(tileView)),
  ]);
  const legend = [
    element("h3", {}, "Legend"),
    element("ul", { class: "legend" }, ...cells.map(cellView)),
  ];
  return element(
    "div",
    { class: "pictures" },
    definitionsOf([...tiles, ...cells].map(({ drawing }) => drawing)),
    ...unreadWords(styling).map(paragraph),
    ...(tiles.length === 0 ? [paragraph(NO_RULES)] : levels),
    more > 0 ? paragraph(moreWords(more)) : undefined,
    ...(cells.length === 0 ? [] : legend),
  );
}

function paragraph(text: string): Child {
  return element("p", {}, text);
}

/** Equal definitions have equal ids, so one of each is enough. */
function definitionsOf(drawings: readonly Drawing[]): SVGElement {
  const all = new Map(drawings.flatMap(({ definitions }) => [...definitions]));
  const hidden = { width: 0, height: 0, "aria-hidden": "true", class: "definitions" };
  return svgElement(svg("svg", hidden, svg("defs", {}, ...all.values())));
}

function tileView(tile: Tile): HTMLElement {
  const lines = shownOf(tile).map(({ text, sort, key }) => {
    const colour =
      typeof key === "object"
        ? svgElement(svg("svg", { width: 16, height: 10 }, swatch(key)))
        : undefined;
    return element("span", { class: sort }, colour, text);
  });
  const picture = labelled(framedTile(tile), { label: tile.title, told: tooltipOf(tile) });
  return element("figure", {}, picture, element("figcaption", {}, ...lines));
}

function cellView(cell: LegendCell): HTMLElement {
  const { title, drawing } = cell;
  const label = title === "" ? "a rule without a title" : title;
  const told = [title, ...drawing.notes].filter((one) => one !== "").join("\n");
  return element("li", {}, labelled(framedCell(cell), { label, told }), element("span", {}, title));
}

/** A picture with a label and a tooltip. */
function labelled(
  { name, attributes, children }: SvgNode,
  { label, told }: { readonly label: string; readonly told: string },
): SVGElement {
  const named = { ...attributes, role: "img", "aria-label": label };
  return svgElement({ name, attributes: named, children: [svg("title", {}, told), ...children] });
}
