/** Shows a document of the REST interface as names and values, with links to other objects. */
import { pathIn } from "../model/path-address.ts";
import { element } from "./element.ts";
import { objectAddress } from "./routes.ts";

/** Displayed values of a list. */
const SHOWN = 200;

export function documentView(value: unknown): HTMLElement {
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
