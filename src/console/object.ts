/** The page of one object: its document, its content, its history. */
import { addressesInPath, addressInPath, namesOfPath, pathIn } from "../model/path-address.ts";
import { aboutSection } from "./about.ts";
import { readChanges } from "./changes.ts";
import { type Child, element, later, section } from "./element.ts";
import { isCoverage } from "./granule-index.ts";
import { granulesSection } from "./granules.ts";
import { objectHistory } from "./history.ts";
import type { Rest } from "./reading.ts";
import { addressOf } from "./rest.ts";
import { objectAddress } from "./routes.ts";
import type { User } from "./session.ts";
import { kindAt } from "./tree.ts";
import { xmlText } from "./xml-text.ts";

interface Reader {
  readonly rest: Rest;
  readonly user: User;
}

export async function objectView(reader: Reader, path: string): Promise<readonly Child[]> {
  const { rest, user } = reader;
  const names = namesOfPath(path);
  const document = await rest.json(`${path}.json`);
  const changes = user.administrates ? readChanges(rest) : undefined;
  // Each place that waits for the changes shows the failure.
  changes?.catch(() => undefined);
  const isList = addressesInPath(path).length > 0 && addressInPath(path) === undefined;
  const title = isList ? kindAt(path) : names.at(-1);
  const styled = /\/styles\/[^/]+$/.test(path) ? path : undefined;
  return [
    trail(path),
    element("h1", {}, title ?? names.at(-1), isList ? undefined : kindMark(path)),
    ...(isList ? [] : [aboutSection({ rest, path, document, changes })]),
    ...(styled === undefined
      ? layerPictures(reader, document)
      : styleSections(reader, path, document)),
    ...(isCoverage(path) ? [later(granulesSection(rest, path, document))] : []),
    section("Document", documentView(bodyOf(document)), sources(path, document)),
    ...(changes === undefined
      ? []
      : [section("History", later(objectHistory(rest, path, changes)))]),
  ];
}

function kindMark(path: string): HTMLElement {
  return element("small", { class: "kind" }, ` ${kindAt(path) ?? ""}`);
}

/** What the default style of a layer draws. */
function layerPictures(reader: Reader, document: unknown): readonly Child[] {
  const { layer } = (document ?? {}) as {
    readonly layer?: { readonly defaultStyle?: { readonly href?: unknown } };
  };
  const href = layer?.defaultStyle?.href;
  const style = typeof href === "string" ? pathIn(href) : undefined;
  if (style === undefined) return [];
  const link = element("a", { href: objectAddress(style) }, namesOfPath(style).at(-1));
  const said = element("p", {}, "Drawn by the default style, ", link, ".");
  return [section("Pictures", said, later(picturesOf(reader, style)))];
}

/** The painter is loaded with the first style. */
async function picturesOf(reader: Reader, path: string): Promise<HTMLElement> {
  const { stylePictures } = await import("./style-pictures.ts");
  return stylePictures(reader, path);
}

function styleSections(reader: Reader, path: string, document: unknown): readonly Child[] {
  return [
    section("Pictures", later(picturesOf(reader, path))),
    section("Style", later(styleText(reader.rest, path, document))),
  ];
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
  const text = String(value);
  // Links to lists, as workspaces have them, are texts.
  const path = /^https?:/.test(text) ? pathIn(text) : undefined;
  if (path !== undefined && kindAt(path) !== undefined)
    return element("a", { href: objectAddress(path) }, kindAt(path));
  return element("span", { class: "value" }, text);
}

type Fields = Readonly<Record<string, unknown>>;

/** Names of Java classes, which say nothing about the object. */
const classes: ReadonlySet<string> = new Set(["@class", "@type"]);

function fieldsView(fields: Fields): HTMLElement {
  const link = linkIn(fields);
  if (link !== undefined) return link;
  const rows = Object.entries(fields)
    .filter(saysSomething)
    .flatMap(([name, value]) => rowsOf(name, value));
  return rows.length === 0
    ? element("span", { class: "value" }, "nothing")
    : element("dl", {}, ...rows);
}

/** Entries of a map, `{ "@key": …, "$": … }`, are shown by their keys. */
function rowsOf(name: string, value: unknown): readonly HTMLElement[] {
  const entries = name === "entry" ? [value].flat().map(keyedIn) : [];
  const rows = entries.some((one) => one === undefined) ? [] : entries;
  if (rows.length > 0) return rows.flatMap((row) => row ?? []);
  return [element("dt", {}, name), element("dd", {}, documentView(value))];
}

function keyedIn(entry: unknown): readonly HTMLElement[] | undefined {
  const { "@key": key, $: value = "" } = (entry ?? {}) as Fields;
  if (typeof key !== "string") return undefined;
  return [element("dt", {}, key), element("dd", {}, documentView(value))];
}

/** Sizes that are 0 where there is no logo. */
const sizes: ReadonlySet<string> = new Set(["logoWidth", "logoHeight"]);

function saysSomething([name, value]: readonly [string, unknown]): boolean {
  if (classes.has(name) || (sizes.has(name) && value === 0)) return false;
  if (value === null || value === undefined || value === "") return false;
  return typeof value !== "object" || Object.entries(value).some(saysSomething);
}

function listView(values: readonly unknown[]): HTMLElement {
  const items = values.slice(0, SHOWN).map((value) => element("li", {}, documentView(value)));
  const more = values.length - SHOWN;
  return element("ul", {}, ...items, ...(more > 0 ? [element("li", {}, `${more} more`)] : []));
}

/** A field that only names another object becomes a link. */
function linkIn(fields: Fields): HTMLElement | undefined {
  const { href, name = "", workspace: _itsOwn, ...others } = fields;
  const kinds = Object.keys(others).filter((key) => !classes.has(key));
  if (typeof href !== "string" || kinds.length > 0) return undefined;
  const path = pathIn(href);
  const text = name === "" ? (path ?? href) : String(name);
  if (path === undefined) return element("span", { class: "value" }, text);
  return element("a", { href: objectAddress(path) }, text);
}
