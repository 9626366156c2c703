/** The addresses of what the page shows, behind the `#` of its own. */
import { withoutEnd } from "../model/trim.ts";

/** What is shown. */
export type Place =
  | { readonly view: "catalog" | "history" | "access" | "health" }
  | { readonly view: "object"; readonly path: string };

const OBJECT = "#/object/";

/** What an address asks for; the catalog where it asks for nothing that there is. */
export function placeIn(hash: string): Place {
  if (hash.startsWith(OBJECT)) return { view: "object", path: hash.slice(OBJECT.length) };
  const view = hash.replace(/^#\//, "");
  return view === "history" || view === "access" || view === "health"
    ? { view }
    : { view: "catalog" };
}

/** The address of an object's page. */
export function objectAddress(path: string): string {
  return `${OBJECT}${path}`;
}

/** Forms of documents, which are no part of an object's path. */
const FORM = /\.(?:json|xml|sld|css|zip|html)$/i;

/**
 * The path of what a request or a link is about, below the address of the server: `rest/styles/roads` of
 * `/geoserver/rest/styles/roads.json`. Undefined for what is none of the interface.
 */
export function pathIn(address: string): string | undefined {
  const [, path] = /\/((?:gwc\/)?rest\/[^?#]*)/.exec(address) ?? [];
  return path === undefined ? undefined : withoutEnd(path.replace(FORM, ""), "/");
}

/** Names in a path, as people read them. */
export function namesOfPath(path: string): readonly string[] {
  return path.split("/").map((segment) => {
    try {
      return decodeURIComponent(segment);
    } catch {
      return segment;
    }
  });
}
