/** Routes of the page, in the fragment of its address. */

export type Place =
  | { readonly view: "catalog" | "history" | "access" | "health" }
  | { readonly view: "object"; readonly path: string };

const OBJECT = "#/object/";

/** The catalog where the fragment is unknown. */
export function placeIn(hash: string): Place {
  if (hash.startsWith(OBJECT)) return { view: "object", path: hash.slice(OBJECT.length) };
  const view = hash.replace(/^#\//, "");
  return view === "history" || view === "access" || view === "health"
    ? { view }
    : { view: "catalog" };
}

export function objectAddress(path: string): string {
  return `${OBJECT}${path}`;
}
