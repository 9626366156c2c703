/** Elements of XML in words: what styles and mappings call them, and what distinguishes one from its neighbours. */
import { scaleWords } from "./difference.ts";
import { elementNamed, textIn, type MeaningElement, type MeaningNode } from "./xml-meaning.ts";

/** What styles and mappings are made of: what people call it, and what names one of it. */
const nouns: Readonly<Record<string, readonly [noun: string, ...names: readonly string[]]>> = {
  NamedLayer: ["layer", "Name"],
  UserLayer: ["layer", "Name"],
  UserStyle: ["style", "Name"],
  FeatureTypeStyle: ["feature type style", "Name"],
  CoverageStyle: ["coverage style", "Name"],
  Rule: ["rule", "Name", "Title"],
  FeatureTypeMapping: ["type", "mappingName", "targetElement"],
  AttributeMapping: ["attribute", "targetAttribute", "label"],
  DataStore: ["data store", "id"],
  Parameter: ["parameter", "name"],
  Namespace: ["namespace", "prefix"],
};

/** Elements that one attribute names so well that nothing else is needed. */
const NAMED_BY_ATTRIBUTE = new Set(["CssParameter", "SvgParameter", "VendorOption"]);

/** Elements for which people have words, although nothing names them. */
const PLAIN: Readonly<Record<string, string>> = {
  MinScaleDenominator: scaleWords.from,
  MaxScaleDenominator: scaleWords.to,
};

/** Wrappers that say nothing to those who read about what is in them. */
const SILENT = new Set([
  "typeMappings",
  "attributeMappings",
  "sourceDataStores",
  "parameters",
  "namespaces",
]);

/** What distinguishes an element from its neighbours; undefined where only its place does. */
function labelOf(element: MeaningElement): string | undefined {
  if (NAMED_BY_ATTRIBUTE.has(element.name))
    return element.attributes.find(({ name }) => name === "name")?.text;
  const [, ...names] = nouns[element.name] ?? [];
  return names.map((name) => textIn(elementNamed(element, name))).find((label) => label !== "");
}

/** Equal for what may be the same thing in two versions of a document. */
export function keyOf(node: MeaningNode): string {
  return node.type === "text" ? "#" : `${nameOf(node)} ${labelOf(node) ?? ""}`;
}

/** The name of an element with its namespace. */
export function nameOf({ namespaceUri, name }: MeaningElement): string {
  return `{${namespaceUri}}${name}`;
}

/** Whether what it is called says all that its attributes do. */
export function isNamedWhole({ name, attributes }: MeaningElement): boolean {
  return attributes.every((one) => one.name === "name" && NAMED_BY_ATTRIBUTE.has(name));
}

/** The neighbours of an element in both versions. */
export interface Neighbours {
  /** What it stands among. */
  readonly own: readonly MeaningNode[];
  readonly other: readonly MeaningNode[];
}

/** An element in words; none where its parent says enough. */
export function wordsFor(element: MeaningElement, { own, other }: Neighbours): readonly string[] {
  const { name } = element;
  if (SILENT.has(name)) return [];
  const noun = nouns[name]?.[0];
  const label = labelOf(element);
  if (label !== undefined) {
    const isNamed = NAMED_BY_ATTRIBUTE.has(name);
    const words = isNamed ? label : `${noun ?? name} ${JSON.stringify(label)}`;
    return [numbered(words, element, (one) => keyOf(one) === keyOf(element), { own, other })];
  }
  const isSame = (one: MeaningNode) => one.type === "element" && nameOf(one) === nameOf(element);
  const isOnly = [own, other].every((all) => all.filter(isSame).length <= 1);
  if (isOnly) return noun === undefined ? [PLAIN[name] ?? name] : [];
  const at = own.filter(isSame).indexOf(element) + 1;
  return [`${noun ?? PLAIN[name] ?? name} ${at}`];
}

/** With a number where several in a place are called the same. */
function numbered(
  words: string,
  element: MeaningElement,
  isSame: (one: MeaningNode) => boolean,
  { own, other }: Neighbours,
): string {
  const same = own.filter(isSame);
  const isOnly = same.length <= 1 && other.filter(isSame).length <= 1;
  return isOnly ? words : `${words} (${same.indexOf(element) + 1})`;
}
