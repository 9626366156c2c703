/** Reads lists of the REST interface: a document with one element that holds the items. */
import type { Rest } from "./reading.ts";

/** An empty list may be an empty text, and a single item may stand alone. */
export function itemsIn(list: unknown): readonly unknown[] {
  if (Array.isArray(list)) return list;
  if (typeof list !== "object" || list === null) return [];
  const [inner] = Object.values(list) as unknown[];
  if (typeof inner !== "object" || inner === null) return [];
  if (Array.isArray(inner)) return inner;
  const [items] = Object.values(inner) as unknown[];
  if (items === undefined) return [];
  return Array.isArray(items) ? items : [items];
}

export function namesIn(list: unknown): readonly string[] {
  return itemsIn(list).flatMap((item) => {
    if (typeof item === "string") return [item];
    const { name } = (item ?? {}) as { readonly name?: unknown };
    return typeof name === "string" || typeof name === "number" ? [String(name)] : [];
  });
}

/** Names in a folder of the catalog's files. Rejects with RestError. */
export async function namesInFolder(rest: Rest, folder: string): Promise<readonly string[]> {
  const document = (await rest.json(`${folder}?format=json`)) as Readonly<
    Record<string, { readonly children?: unknown }>
  >;
  const [listed] = Object.values(document);
  return namesIn({ children: listed?.children });
}
