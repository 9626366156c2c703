/** The addresses of what the page shows, behind the `#` of its own. */

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
