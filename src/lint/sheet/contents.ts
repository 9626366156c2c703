/** Functions and images in parts of a style sheet. */
import type { WrittenRule } from "../../geocss/sheet/written.ts";
import type { NamedImage } from "../finding.ts";
import { imageAt } from "../sld/images.ts";

/** Entries of colour maps look like functions. */
const NO_FUNCTIONS: ReadonlySet<string> = new Set(["color-map-entry"]);

/** Names of the functions that selectors or values call. */
export function functionsIn(part: unknown): readonly string[] {
  return nodesIn(part).flatMap(({ type, name }) =>
    type === "function" && typeof name === "string" && !NO_FUNCTIONS.has(name.toLowerCase())
      ? [name]
      : [],
  );
}

/** Images that the properties of a rule name by a path. */
export function imagesIn({ properties }: WrittenRule): readonly NamedImage[] {
  return [...properties.values()].flatMap(({ values, at }) =>
    nodesIn(values).flatMap(({ type, url, name }) => {
      const isDrawing = type === "symbol" && typeof name === "string" && name.startsWith("file://");
      const address = type === "url" ? url : isDrawing ? name : undefined;
      const image = typeof address === "string" ? imageAt(address) : undefined;
      return image === undefined ? [] : [{ ...image, ...at }];
    }),
  );
}

/** Values, expressions and filters with all nested ones. */
function nodesIn(part: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(part)) return part.flatMap(nodesIn);
  if (typeof part !== "object" || part === null) return [];
  const node = part as Readonly<Record<string, unknown>>;
  return [node, ...Object.values(node).flatMap(nodesIn)];
}
