/** The page of one object: its document, its content, its history. */
import { namesOfPath, pathIn } from "../model/path-address.ts";
import { type Child, element, section } from "./element.ts";
import { isCoverage } from "./granule-index.ts";
import { granulesSection } from "./granules.ts";
import { objectHistory } from "./history.ts";
import type { Rest } from "./reading.ts";
import { addressOf, problemText } from "./rest.ts";
import { objectAddress } from "./routes.ts";
import type { User } from "./session.ts";
import { xmlText } from "./xml-text.ts";

interface Reader {
  readonly rest: Rest;
  readonly user: User;
}

export async function objectView(reader: Reader, path: string): Promise<readonly Child[]> {
  const { rest, user } = reader;
  const names = namesOfPath(path);
  const document = await rest.json(`${path}.json`);
  return [
    trail(path),
    element("h1", {}, names.at(-1)),
    ...(/\/styles\/[^/]+$/.test(path) ? styleSections(reader, path, document) : []),
    ...(isCoverage(path) ? [later(granulesSection(rest, path))] : []),
    section("Document", documentView(bodyOf(document)), sources(path, document)),
    ...(user.administrates ? [section("History", later(objectHistory(rest, path)))] : []),
  ];
}

function styleSections(reader: Reader, path: string, document: unknown): readonly Child[] {
  // The painter is loaded with the first style.
  const pictures = import("./style-pictures.ts").then(({ stylePictures }) =>
    stylePictures(reader, path),
  );
  return [
    section("Pictures", later(pictures)),
    section("Style", later(styleText(reader.rest, path, document))),
  ];
}

/** A placeholder, so that the rest of the page does not wait. */
function later(read: Promise<HTMLElement | undefined>): HTMLElement {
  const place = element("div", { "aria-busy": "true" });
  const show = (child: HTMLElement | undefined) => {
    place.replaceChildren(...(child === undefined ? [] : [child]));
    place.removeAttribute("aria-busy");
  };
  read.then(show, (error: unknown) => show(element("p", {}, problemText(error))));
  return place;
}

/** Unwraps a document with a single root element. */
function bodyOf(document: unknown): unknown {
  if (typeof document !== "object" || document === null || Array.isArray(document)) return document;
  const values = Object.values(document) as unknown[];
  return values.length === 1 && typeof values[0] === "object" ? values[0] : document;
}

/** The raw document as JSON, with a link to XML. */
function sources(path: string, document: unknown): HTMLElement {
  const text = JSON.stringify(document, undefined, 2);
  return element(
    "details",
    {},
    element("summary", {}, "Raw document"),
    element("p", {}, element("a", { href: addressOf(`${path}.xml`) }, "XML")),
    element("pre", { tabindex: "0", role: "group", "aria-label": "JSON" }, text),
  );
}

/** Links to the containing objects. Every second segment of a path is a name. */
function trail(path: string): HTMLElement {
  const parts = path.split("/");
  const first = parts[0] === "gwc" ? 3 : 2;
  const above = parts.flatMap((part, index) => {
    const isName = index >= first && (index - first) % 2 === 0 && index < parts.length - 1;
    if (!isName) return [];
    const href = objectAddress(parts.slice(0, index + 1).join("/"));
    return [element("li", {}, element("a", { href }, namesOfPath(part).join("/")))];
  });
  return element(
    "nav",
    { "aria-label": "Breadcrumb" },
    element("ol", { class: "trail" }, ...above),
  );
}

/** Displayed characters of a style. */
const CHARACTERS = 200_000;

/** The content of a style in its own format. */
async function styleText(rest: Rest, path: string, document: unknown): Promise<HTMLElement> {
  const text = xmlText(await rest.bytes(`${path}.${formatOf(document)}`));
  const shown = text.length > CHARACTERS ? `${text.slice(0, CHARACTERS)}\n…` : text;
  return element(
    "pre",
    { class: "style", tabindex: "0", role: "group", "aria-label": "Style content" },
    shown,
  );
}

function formatOf(document: unknown): string {
  const { style } = (document ?? {}) as { readonly style?: { readonly format?: unknown } };
  return typeof style?.format === "string" ? style.format : "sld";
}

/** Displayed values of a list. */
const SHOWN = 200;

function documentView(value: unknown): HTMLElement {
  if (Array.isArray(value)) return listView(value);
  if (typeof value === "object" && value !== null) return fieldsView(value as Fields);
  return element("span", { class: "value" }, String(value));
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsView(fields: Fields): HTMLElement {
  const link = linkIn(fields);
  if (link !== undefined) return link;
  const rows = Object.entries(fields).flatMap(([name, value]) => [
    element("dt", {}, name),
    element("dd", {}, documentView(value)),
  ]);
  return rows.length === 0
    ? element("span", { class: "value" }, "nothing")
    : element("dl", {}, ...rows);
}

function listView(values: readonly unknown[]): HTMLElement {
  const items = values.slice(0, SHOWN).map((value) => element("li", {}, documentView(value)));
  const more = values.length - SHOWN;
  return element("ul", {}, ...items, ...(more > 0 ? [element("li", {}, `${more} more`)] : []));
}

/** A field that only names another object becomes a link. */
function linkIn(fields: Fields): HTMLElement | undefined {
  const { href, name = "", ...others } = fields;
  const kinds = Object.keys(others).filter((key) => key !== "@class" && key !== "@type");
  if (typeof href !== "string" || kinds.length > 0) return undefined;
  const path = pathIn(href);
  const text = name === "" ? (path ?? href) : String(name);
  if (path === undefined) return element("span", { class: "value" }, text);
  return element("a", { href: objectAddress(path) }, text);
}
