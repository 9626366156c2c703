/** The rules of a style sheet, and the functions and images in them. */
import type { WrittenRule, WrittenSheet } from "../../geocss/sheet/written.ts";
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

/** A rule, and whether it is in a block of symbols. */
export interface PlacedRule {
  readonly rule: WrittenRule;
  readonly isOfSymbols: boolean;
  /** Whether only some alternatives of its selector are for symbols. */
  readonly isMixed: boolean;
}

/** All rules of a sheet, nested ones after their outer rules. */
export function placedRules({ rules }: WrittenSheet): readonly PlacedRule[] {
  return rules.flatMap((rule) => withInner(rule, false));
}

function withInner(rule: WrittenRule, isInSymbols: boolean): readonly PlacedRule[] {
  const own = rule.selector.map((alternative) => alternative.some(({ type }) => type === "pseudo"));
  const isOfSymbols = isInSymbols || own.includes(true);
  const isMixed = !isInSymbols && isOfSymbols && own.includes(false);
  return [
    { rule, isOfSymbols, isMixed },
    ...rule.nested.flatMap((inner) => withInner(inner, isOfSymbols)),
  ];
}
