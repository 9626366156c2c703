/** Describes XML elements in the terms of styles and mappings. */
import { scaleWords } from "./difference.ts";
import { elementNamed, textIn, type MeaningElement, type MeaningNode } from "./xml-meaning.ts";

/** The term for an element, and the children that may label it. */
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

/** Elements that an attribute labels completely. */
const NAMED_BY_ATTRIBUTE = new Set(["CssParameter", "SvgParameter", "VendorOption"]);

/** Terms for elements without a label. */
const PLAIN: Readonly<Record<string, string>> = {
  MinScaleDenominator: scaleWords.from,
  MaxScaleDenominator: scaleWords.to,
};

/** Wrappers that are omitted from descriptions. */
const SILENT = new Set([
  "typeMappings",
  "attributeMappings",
  "sourceDataStores",
  "parameters",
  "namespaces",
]);

function labelOf(element: MeaningElement): string | undefined {
  if (NAMED_BY_ATTRIBUTE.has(element.name))
    return element.attributes.find(({ name }) => name === "name")?.text;
  const [, ...names] = nouns[element.name] ?? [];
  return names.map((name) => textIn(elementNamed(element, name))).find((label) => label !== "");
}

/** Equal for nodes that may correspond in two versions of a document. */
export function keyOf(node: MeaningNode): string {
  return node.type === "text" ? "#" : `${nameOf(node)} ${labelOf(node) ?? ""}`;
}

/** The qualified name. */
export function nameOf({ namespaceUri, name }: MeaningElement): string {
  return `{${namespaceUri}}${name}`;
}

/** Whether the label covers all attributes. */
export function isNamedWhole({ name, attributes }: MeaningElement): boolean {
  return attributes.every((one) => one.name === "name" && NAMED_BY_ATTRIBUTE.has(name));
}

/** The position counts from 1. */
interface Numbers {
  readonly counts: ReadonlyMap<string, number>;
  readonly at: ReadonlyMap<MeaningNode, number>;
}

interface Parts {
  readonly byKey: Numbers;
  readonly byName: Numbers;
}

/** Counts the parts once for all calls of `wordsFor`. */
export function partsIn({ content }: MeaningElement): Parts {
  const byName = (one: MeaningNode) => (one.type === "text" ? "#" : nameOf(one));
  return { byKey: numbersBy(content, keyOf), byName: numbersBy(content, byName) };
}

function numbersBy(nodes: readonly MeaningNode[], called: (node: MeaningNode) => string): Numbers {
  const counts = new Map<string, number>();
  const at = new Map<MeaningNode, number>();
  for (const node of nodes) {
    const name = called(node);
    const number = (counts.get(name) ?? 0) + 1;
    counts.set(name, number);
    at.set(node, number);
  }
  return { counts, at };
}

/** Siblings of an element in both versions. */
export interface Neighbours {
  readonly own: Parts;
  readonly other: Parts;
}

/** Empty if the parent describes the element sufficiently. */
export function wordsFor(element: MeaningElement, { own, other }: Neighbours): readonly string[] {
  const { name } = element;
  if (SILENT.has(name)) return [];
  const noun = nouns[name]?.[0];
  const label = labelOf(element);
  if (label !== undefined) {
    const isNamed = NAMED_BY_ATTRIBUTE.has(name);
    const words = isNamed ? label : `${noun ?? name} ${JSON.stringify(label)}`;
    const isOnly = isAlone(keyOf(element), own.byKey, other.byKey);
    return [isOnly ? words : `${words} (${own.byKey.at.get(element)})`];
  }
  if (isAlone(nameOf(element), own.byName, other.byName))
    return noun === undefined ? [PLAIN[name] ?? name] : [];
  return [`${noun ?? PLAIN[name] ?? name} ${own.byName.at.get(element)}`];
}

/** Whether the name is unique in both versions. */
function isAlone(called: string, own: Numbers, other: Numbers): boolean {
  return [own, other].every(({ counts }) => (counts.get(called) ?? 0) <= 1);
}
