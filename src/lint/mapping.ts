/** Finds elements of app-schema mappings that no server reads. */
import { didYouMean } from "../model/nearest.ts";
import { lint as limits } from "../model/limits.ts";
import { startTags } from "../wire/start-tags.ts";
import { childElements, withXmlDocument, type XmlElement } from "../wire/xml-document.ts";
import { encodingFindings } from "./encoding.ts";
import { together, type Finding } from "./finding.ts";

const parameter = "name value";

/** Child elements by parent. Other parents may hold anything. */
const elements: Readonly<Record<string, string>> = {
  AppSchemaDataAccess: "catalog namespaces includedTypes sourceDataStores targetTypes typeMappings",
  namespaces: "Namespace",
  Namespace: "prefix uri",
  includedTypes: "Include",
  DataStore: "id parameters isDataAccess",
  parameters: "Parameter",
  Parameter: parameter,
  targetTypes: "FeatureType",
  FeatureType: "schemaUri",
  typeMappings: "FeatureTypeMapping",
  FeatureTypeMapping:
    "mappingName sourceDataStore sourceType sourceDatabaseSchema targetElement defaultGeometry " +
    "itemXpath isXmlDataStore isDenormalised indexDataStore indexType IndexTypeName groupBy " +
    "attributeMappings",
  groupBy: "GroupByAttribute",
  attributeMappings: "AttributeMapping",
  AttributeMapping:
    "label parentLabel targetQueryString instancePath isMultiple encodeIfEmpty isList targetAttribute " +
    "targetAttributeNode idExpression sourceExpression ClientProperty anonymousAttribute indexField " +
    "IndexAttribute IndexIdAttribute jdbcMultipleValue solrMultipleValue",
  idExpression: "OCQL inputAttribute",
  sourceExpression: "OCQL index inputAttribute linkElement linkField",
  ClientProperty: parameter,
  anonymousAttribute: parameter,
  jdbcMultipleValue: "id sourceColumn targetTable targetColumn targetValue",
};

const contents: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(elements).map(([name, inner]) => [name, inner.split(" ")]),
);
const names: readonly string[] = [...new Set([...contents.values()].flat())];

interface Unread {
  readonly message: string;
  readonly hint?: string | undefined;
  /** Index of the element in document order. */
  readonly at: number;
}

/** Finds unread elements and unknown encodings. Throws WireError for an unreadable document. */
export function lintMapping(bytes: Uint8Array): readonly Finding[] {
  const found = together(withXmlDocument(bytes, unreadIn)).slice(0, limits.findings);
  const places = found.length === 0 ? [] : startTags(bytes, Math.max(...found.map(({ at }) => at)));
  const unread = found.map(({ at, ...finding }) => ({
    type: "unread" as const,
    ...finding,
    ...(places[at] ?? { line: 1, column: 1 }),
  }));
  return [...encodingFindings(bytes), ...unread];
}

function unreadIn(root: XmlElement): readonly Unread[] {
  // Other files lie beside mappings.
  if (root.name !== "AppSchemaDataAccess") return [];
  const found: Unread[] = [];
  let count = 0;
  const walk = (element: XmlElement, isRead: boolean): void => {
    count++;
    const inside = isRead ? contents.get(element.name) : undefined;
    for (const child of childElements(element)) {
      const isKnown = inside === undefined || inside.includes(child.name);
      if (!isKnown) found.push({ ...findingFor(child.name, element.name, inside), at: count });
      // Sources of other formats have elements of their own.
      walk(child, inside?.includes(child.name) === true || child.name === "DataStore");
    }
  };
  walk(root, true);
  return found;
}

function findingFor(name: string, parent: string, inside: readonly string[]): Omit<Unread, "at"> {
  if (names.includes(name)) {
    const places = [...contents].filter(([, inner]) => inner.includes(name));
    return {
      message: `${name} is not read in ${parent}; servers pass over it`,
      hint: `It belongs in ${places.map(([place]) => place).join(" or ")}.`,
    };
  }
  const message = `${name} is no element of a mapping; servers pass over it`;
  return { message, hint: didYouMean(name, inside) ?? didYouMean(name, names) };
}
