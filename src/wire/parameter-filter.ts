/** Parameter filters in tile layer documents (docs/compatibility.md, "Tile layers"). */
import {
  usualThreshold,
  type FilterValues,
  type Normalization,
  type ParameterFilter,
} from "../model/tile-layer.ts";
import { defined } from "../model/defined.ts";
import { neutralBody } from "./details.ts";
import { javaDouble } from "./tile-cache.ts";
import { numberIn, numbersIn, textsIn, wordsIn } from "./tile-values.ts";
import { asList, member, members, memberText, memberWholeText, type Tree } from "./tree.ts";
import { WireError } from "./wire-error.ts";
import type { XmlValue } from "./xml.ts";

/** Elements of the known types. */
const ELEMENTS = {
  style: "styleParameterFilter",
  string: "stringParameterFilter",
  regex: "regexParameterFilter",
  float: "floatParameterFilter",
  integer: "integerParameterFilter",
} as const;

type KnownType = keyof typeof ELEMENTS;

const types = new Map(
  Object.entries(ELEMENTS).map(([type, element]) => [element as string, type as KnownType]),
);

/** How filters of unknown types are handled, and the existing filters. */
export interface FilterReading {
  readonly unknown: "refused" | "kept";
  /** JSON lists omit types: a filter takes the type of the existing one with its key. */
  readonly there: readonly ParameterFilter[];
}

/** Parses filters in the order of the body. Throws WireError. */
export function parseFilters(
  tree: Tree | undefined,
  { unknown, there }: FilterReading,
): readonly ParameterFilter[] {
  if (Array.isArray(tree))
    return (tree as readonly Tree[]).map((node) => {
      const key = memberText(node, "key") ?? "";
      const shown = there.find((one) => one.key === key);
      if (shown !== undefined) return filterIn(elementOf(shown), node, "kept");
      const message = `The filter of ${key} does not say its type: send XML, or an object with members such as ${ELEMENTS.string}`;
      throw new WireError("meaningless", message);
    });
  return members(tree)
    .filter(([element]) => !/^[@$]/.test(element))
    .flatMap(([element, nodes]) => asList(nodes).map((node) => filterIn(element, node, unknown)));
}

function filterIn(element: string, node: Tree, unknown: FilterReading["unknown"]): ParameterFilter {
  const key = memberText(node, "key") ?? "";
  const defaultValue = memberWholeText(node, "defaultValue") ?? "";
  const type = types.get(element);
  if (type !== undefined) return { key, defaultValue, ...valuesIn(type, node) };
  if (unknown === "refused")
    throw new WireError("meaningless", `${element} is not a known parameter filter`);
  const content = neutralBody(node) as Extract<FilterValues, { type: "other" }>["content"];
  return { key, defaultValue, type: "other", element, content };
}

function valuesIn(type: KnownType, node: Tree): FilterValues {
  const values = member(node, "values");
  const normalize = normalizationIn(member(node, "normalize"));
  switch (type) {
    case "style": {
      const styles = member(node, "allowedStyles");
      return styles === undefined ? { type } : { type, styles: wordsIn(styles, "string") };
    }
    case "string":
      return { type, values: textsIn(values, "string"), ...normalize };
    case "regex":
      return { type, regex: memberWholeText(node, "regex") ?? "", ...normalize };
    case "float":
    case "integer":
      break;
  }
  return {
    type,
    values: numbersIn(values, type === "float" ? "float" : "int"),
    threshold: numberIn(node, "threshold") ?? usualThreshold[type],
  };
}

const CASES = ["NONE", "UPPER", "LOWER"] as const;

function normalizationIn(node: Tree | undefined): { normalize?: Normalization } {
  if (node === undefined) return {};
  const text = memberText(node, "case") ?? "NONE";
  const found = CASES.find((one) => one === text);
  if (found === undefined)
    throw new WireError("meaningless", `case must be one of ${CASES.join(", ")}, not ${text}`);
  const locale = memberText(node, "locale");
  return { normalize: { case: found, ...(locale === undefined ? {} : { locale }) } };
}

/** Filters by element, for XML bodies. */
export function filterMembers(filters: readonly ParameterFilter[]): XmlValue {
  const byElement = Map.groupBy(filters, elementOf);
  return Object.fromEntries([...byElement].map(([element, some]) => [element, some.map(written)]));
}

/** Filters as a JSON list, without their types. */
export function filterList(filters: readonly ParameterFilter[]): readonly unknown[] {
  return filters.map((filter) => {
    if (filter.type === "other") return filter.content;
    const { key, defaultValue } = filter;
    const flat = { key, defaultValue };
    switch (filter.type) {
      case "style":
        return { ...flat, ...(filter.styles && { allowedStyles: filter.styles }) };
      case "regex":
        return { ...flat, regex: filter.regex, ...normalized(filter) };
      case "string":
        return { ...flat, values: filter.values, ...normalized(filter) };
      case "float":
      case "integer":
        break;
    }
    return { ...flat, values: filter.values, threshold: filter.threshold };
  });
}

function normalized({ normalize }: { readonly normalize?: Normalization | undefined }) {
  return normalize === undefined ? {} : { normalize: defined(normalize) };
}

function elementOf(filter: ParameterFilter): string {
  return filter.type === "other" ? filter.element : ELEMENTS[filter.type];
}

function written(filter: ParameterFilter): XmlValue {
  if (filter.type === "other") return filter.content;
  const { key, defaultValue } = filter;
  const own = { key, defaultValue };
  switch (filter.type) {
    case "style":
      return { ...own, ...(filter.styles && { allowedStyles: { string: filter.styles } }) };
    case "string":
      return { ...own, ...normalized(filter), values: { string: filter.values } };
    case "regex":
      return { ...own, ...normalized(filter), regex: filter.regex };
    case "float":
      return {
        ...own,
        values: { float: filter.values.map(javaDouble) },
        threshold: javaDouble(filter.threshold),
      };
    case "integer":
      break;
  }
  return { ...own, values: { int: filter.values }, threshold: filter.threshold };
}
