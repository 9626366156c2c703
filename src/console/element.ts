/** Elements of the page. Catalog data becomes text, never markup. */
import type { SvgNode } from "../painter/draw/svg.ts";
import { problemText } from "./rest.ts";

/** Undefined children are left out. */
export type Child = Node | string | undefined;

/** `true` sets an attribute without a value; undefined and `false` are left out. */
export type Attributes = Readonly<Record<string, string | boolean | undefined>>;

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false)
      made.setAttribute(name, value === true ? "" : value);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** A section with a heading, as a region that screen readers list. */
export function section(title: string, ...children: readonly Child[]): HTMLElement {
  return element("section", { "aria-label": title }, element("h2", {}, title), ...children);
}

export function button(label: string, onClick: () => void, attributes: Attributes = {}) {
  const made = element("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", onClick);
  return made;
}

/** The first cell of each row is its heading. */
export function table(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly Child[])[],
): HTMLElement {
  return tableWith(caption, columns, element("tbody", {}, ...rows.map(rowView)));
}

/** Rows that are made at once. */
const CHUNK = 100;

/** A table whose rows are made as they are scrolled to, because thousands take long. */
export function growingTable<Row>(
  caption: string,
  columns: readonly string[],
  {
    rows,
    rowOf,
  }: { readonly rows: readonly Row[]; readonly rowOf: (row: Row) => readonly Child[] },
): HTMLElement {
  const body = element("tbody");
  const end = element("div", { class: "end" });
  const grow = () => {
    const made = rows.slice(body.rows.length, body.rows.length + CHUNK).map(rowOf);
    body.append(...made.map(rowView));
    if (body.rows.length === rows.length) observer.disconnect();
  };
  const observer = new IntersectionObserver(
    (seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) grow();
    },
    { scrollMargin: "800px" },
  );
  observer.observe(end);
  grow();
  return element("div", {}, tableWith(caption, columns, body), end);
}

function rowView([first, ...others]: readonly Child[]): HTMLElement {
  const cells = others.map((cell) => element("td", {}, cell));
  return element("tr", {}, element("th", { scope: "row" }, first), ...cells);
}

function tableWith(caption: string, columns: readonly string[], body: HTMLElement): HTMLElement {
  const heads = columns.map((column) => element("th", { scope: "col" }, column));
  const head = element("thead", {}, element("tr", {}, ...heads));
  const made = element("table", {}, element("caption", {}, caption), head, body);
  // A wide table scrolls inside the page, also by keyboard.
  return element(
    "div",
    { class: "wide", tabindex: "0", role: "group", "aria-label": caption },
    made,
  );
}

/** A status line, which screen readers announce. */
export function status(text = ""): HTMLElement {
  return element("p", { role: "status" }, text);
}

export function alert(text: string): HTMLElement {
  return element("p", { role: "alert" }, text);
}

/** A placeholder, so that the rest of the page does not wait. */
export function later(read: Promise<HTMLElement | undefined>): HTMLElement {
  const place = element("div", { "aria-busy": "true" });
  const show = (child: HTMLElement | undefined) => {
    place.replaceChildren(...(child === undefined ? [] : [child]));
    place.removeAttribute("aria-busy");
  };
  read.then(show, (error: unknown) => show(element("p", {}, problemText(error))));
  return place;
}

const SVG = "http://www.w3.org/2000/svg";

export function svgElement({ name, attributes = {}, children }: SvgNode): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  for (const child of children) {
    if (typeof child === "string") made.append(child);
    else made.append("literal" in child ? child.literal : svgElement(child));
  }
  return made;
}
