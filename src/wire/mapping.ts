/**
 * Parses names and references of an app-schema mapping file. Unknown elements, and the order and
 * namespaces of children are ignored, as GeoServer does (docs/compatibility.md, "App-schema").
 */
import { xml as limits } from "../model/limits.ts";
import type { Mapping, MappingReference, PrefixUse, TypeMapping } from "../model/app-schema.ts";
import { decodeText } from "./text.ts";
import { WireError } from "./wire-error.ts";
import {
  childElements,
  childNamed,
  childrenNamed,
  trimmedText,
  withXmlDocument,
  type XmlElement,
} from "./xml-document.ts";

const MAPPING_NAMESPACE = "http://www.geotools.org/app-schema";

/** Values for `${name}` placeholders; undefined when none were supplied. */
export type MappingProperties = ReadonlyMap<string, string> | undefined;

const PLACEHOLDER = /\$\{([^{}]+)\}/g;
const REPLACEMENT_ROUNDS = 50;

/**
 * As in GeoServer, placeholders are replaced before parsing; with supplied values, an unknown one
 * is an error. Throws WireError.
 */
export function parseMapping(bytes: Uint8Array, properties: MappingProperties): Mapping {
  const { text, encoding } = mappingText(bytes, properties);
  return withXmlDocument(text, readMapping, encoding);
}

/** Replaces placeholders; the encoding is set if the text was converted. */
export function mappingText(
  bytes: Uint8Array,
  properties: MappingProperties,
): { readonly text: Uint8Array; readonly encoding: string | undefined } {
  if (bytes.byteLength > limits.mappingBytes) {
    const message = `The mapping has ${bytes.byteLength} bytes; the limit is ${limits.mappingBytes}`;
    throw new WireError("too-large", message);
  }
  if (properties === undefined || properties.size === 0)
    return { text: bytes, encoding: undefined };
  const text = interpolate(decodeText(bytes), properties);
  return { text: new TextEncoder().encode(text), encoding: "UTF-8" };
}

function interpolate(raw: string, properties: ReadonlyMap<string, string>): string {
  let text = raw;
  for (let round = 0; round < REPLACEMENT_ROUNDS && text.search(PLACEHOLDER) >= 0; round++) {
    text = text.replaceAll(PLACEHOLDER, (_match, name: string) => {
      const found = properties.get(name);
      if (found === undefined) {
        throw new WireError("meaningless", `Interpolation failed for missing property ${name}`);
      }
      return found;
    });
  }
  return text;
}

function readMapping(root: XmlElement): Mapping {
  if (root.name !== "AppSchemaDataAccess" || root.namespaceUri !== MAPPING_NAMESPACE) {
    const message =
      `Can't parse complex datastore config. The root element is {${root.namespaceUri}}${root.name}; ` +
      `it must be {${MAPPING_NAMESPACE}}AppSchemaDataAccess`;
    throw new WireError("meaningless", message, { line: root.line });
  }
  const sources = childNamed(root, "sourceDataStores");
  return {
    namespaces: readNamespaces(root),
    includes: references(childrenNamed(childNamed(root, "includedTypes"), "Include")),
    schemaUris: references(readSchemaUris(root)),
    sources: (sources === undefined ? [] : childElements(sources)).map((store) =>
      trimmedText(childNamed(store, "id")),
    ),
    types: childrenNamed(childNamed(root, "typeMappings"), "FeatureTypeMapping").map(readType),
    placeholders: placeholdersOf(root),
  };
}

function readNamespaces(root: XmlElement): ReadonlyMap<string, string> {
  const declared = childrenNamed(childNamed(root, "namespaces"), "Namespace");
  return new Map(
    declared.map((entry) => [
      trimmedText(childNamed(entry, "prefix")),
      trimmedText(childNamed(entry, "uri")),
    ]),
  );
}

function readSchemaUris(root: XmlElement): readonly XmlElement[] {
  return childrenNamed(childNamed(root, "targetTypes"), "FeatureType").flatMap((type) =>
    childrenNamed(type, "schemaUri"),
  );
}

function references(elements: readonly XmlElement[]): readonly MappingReference[] {
  return elements
    .map((element) => ({ target: trimmedText(element), line: element.line }))
    .filter((reference) => reference.target !== "");
}

function readType(element: XmlElement): TypeMapping {
  const mappingName = trimmedText(childNamed(element, "mappingName"));
  const target = childNamed(element, "targetElement");
  const attributes = childrenNamed(childNamed(element, "attributeMappings"), "AttributeMapping");
  const paths = attributes.flatMap((attribute) => childrenNamed(attribute, "targetAttribute"));
  return {
    mappingName: mappingName === "" ? null : mappingName,
    targetElement: trimmedText(target),
    source: trimmedText(childNamed(element, "sourceDataStore")),
    sourceType: trimmedText(childNamed(element, "sourceType")),
    prefixes: [target, ...paths].flatMap((path) => (path === undefined ? [] : prefixesOf(path))),
    line: element.line,
  };
}

function prefixesOf(path: XmlElement): readonly PrefixUse[] {
  return trimmedText(path)
    .split("/")
    .flatMap((step) => {
      const prefix = /^@?([^:[\]]+):/.exec(step.trim())?.[1];
      return prefix === undefined ? [] : [{ prefix, step: step.trim(), line: path.line }];
    });
}

function placeholdersOf(root: XmlElement): readonly string[] {
  const found = [...root.toString({ format: false }).matchAll(PLACEHOLDER)].map(
    (match) => match[1] ?? "",
  );
  return [...new Set(found)];
}
