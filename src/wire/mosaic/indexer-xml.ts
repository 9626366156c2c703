/**
 * Parses `indexer.xml` and auxiliary files. Real files deviate from the schema: children in any
 * order, `attribute` as text with an optional reference, the value of `parameter` as attribute or
 * text. References are case-insensitive.
 */
import { mosaicDefinition as limits } from "../../model/limits.ts";
import { splitList } from "../../model/mosaic/collector.ts";
import type { MosaicDomain } from "../../model/mosaic.ts";
import { WireError } from "../wire-error.ts";
import {
  attributeNamed,
  childElements,
  childNamed,
  childrenNamed,
  trimmedText,
  withXmlDocument,
  type XmlElement,
} from "../xml-document.ts";
import { usableCollector } from "./collectors.ts";
import {
  domainOf,
  type Indexer,
  type NamedCollector,
  type Report,
  type WrittenCoverage,
  type WrittenSchema,
} from "./indexer.ts";
import type { Properties, Property } from "./properties.ts";

/** Reports an unreadable indexer as an error and returns undefined. */
export function readIndexerXml(
  file: string,
  bytes: Uint8Array,
  report: Report,
): Indexer | undefined {
  try {
    return withXmlDocument(bytes, (root) => readRoot(file, root, report));
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    report("error", error.message, { line: error.line, column: error.column });
    return undefined;
  }
}

/** Targets of references. */
interface Reading {
  readonly schemas: readonly WrittenSchema[];
  readonly domains: readonly MosaicDomain[];
  readonly collectors: readonly NamedCollector[];
  readonly report: Report;
}

function readRoot(file: string, root: XmlElement, report: Report): Indexer {
  if (root.name !== "Indexer") {
    throw new WireError("malformed", `The root element is ${root.name}; it must be Indexer`, {
      line: root.line,
    });
  }
  const collectors = listed(root, "collectors", "collector", limits.collectors).flatMap(
    (element) => readCollector(element, report) ?? [],
  );
  const schemas = listed(root, "schemas", "schema", limits.coverages).map(readSchema);
  const start: Reading = { schemas, domains: [], collectors, report };
  const domains = listed(root, "domains", "domain", limits.domains).flatMap(
    (element) => readDomain(element, start) ?? [],
  );
  const reading: Reading = { ...start, domains };
  const coverages = listed(root, "coverages", "coverage", limits.coverages).map((element) =>
    readCoverage(element, reading),
  );
  // A collector without `mapped` fills the attributes that refer to it.
  const references = referencesIn(root);
  const mapped = collectors.map((collector) => {
    if (collector.attributes.length > 0) return collector;
    const attributes = references.get(collector.name?.toLowerCase() ?? "") ?? [];
    return { ...collector, attributes: [...attributes] };
  });
  return {
    file,
    parameters: readParameters(root),
    schemas,
    domains,
    coverages,
    collectors: mapped,
  };
}

function listed(
  parent: XmlElement,
  list: string,
  name: string,
  limit: number,
): readonly XmlElement[] {
  const found = childrenNamed(parent, list).flatMap((element) => childrenNamed(element, name));
  if (found.length > limit) {
    throw new WireError("too-large", `There are ${found.length} ${name}s; the limit is ${limit}`, {
      line: parent.line,
    });
  }
  return found;
}

function textOf(parent: XmlElement, name: string): string | undefined {
  const text = trimmedText(childNamed(parent, name));
  return text === "" ? undefined : text;
}

function same(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}

function readCollector(element: XmlElement, report: Report): NamedCollector | undefined {
  return usableCollector(
    {
      name: attributeNamed(element, "name")?.trim(),
      spi: textOf(element, "spi") ?? "",
      value: textOf(element, "value"),
      attributes: splitList(textOf(element, "mapped") ?? ""),
      line: element.line,
    },
    report,
  );
}

/** Attributes by the lower-case name of their collector. */
function referencesIn(
  parent: XmlElement,
  found = new Map<string, Set<string>>(),
): ReadonlyMap<string, ReadonlySet<string>> {
  for (const child of childElements(parent)) {
    const ref = attributeNamed(child, "ref")?.trim().toLowerCase();
    if (child.name === "attribute" && ref !== undefined) {
      const names = found.get(ref) ?? new Set();
      for (const name of splitList(trimmedText(child))) names.add(name);
      found.set(ref, names);
    } else {
      referencesIn(child, found);
    }
  }
  return found;
}

function readSchema(element: XmlElement): WrittenSchema {
  return {
    name: attributeNamed(element, "name")?.trim(),
    text: textOf(element, "attributes") ?? "",
    line: element.line,
  };
}

function readDomain(element: XmlElement, reading: Reading): MosaicDomain | undefined {
  const ref = attributeNamed(element, "ref")?.trim();
  const name = attributeNamed(element, "name")?.trim();
  if (ref !== undefined && name === undefined) {
    const found = reading.domains.find((domain) => same(domain.name, ref));
    if (found === undefined) missing("domain", ref, element, reading);
    return found;
  }
  const attributes = listed(element, "attributes", "attribute", limits.attributes)
    .concat(childrenNamed(element, "attribute"))
    .flatMap((attribute) => attributeNames(attribute, reading));
  const domain = domainOf(usualName(name ?? ""), attributes);
  if (domain === undefined || domain.name === "") {
    const message = `The domain ${name ?? ""} needs a name and an attribute; it is left out`;
    reading.report("warning", message, { line: element.line });
    return undefined;
  }
  return domain;
}

/** Names of standard dimensions are case-insensitive. */
function usualName(name: string): string {
  return /^(?:time|elevation|crs|resolution[xy]?)$/i.test(name) ? name.toLowerCase() : name;
}

function attributeNames(element: XmlElement, reading: Reading): readonly string[] {
  const names = splitList(trimmedText(element));
  if (names.length > 0) return names;
  const ref = attributeNamed(element, "ref")?.trim() ?? "";
  return reading.collectors.find(({ name }) => same(name, ref))?.attributes ?? [];
}

function missing(what: string, ref: string, element: XmlElement, { report }: Reading): void {
  report("warning", `There is no ${what} ${ref}; the reference is left out`, {
    line: element.line,
  });
}

function readCoverage(element: XmlElement, reading: Reading): WrittenCoverage {
  const domains = listed(element, "domains", "domain", limits.domains).flatMap(
    (domain) => readDomain(domain, reading) ?? [],
  );
  return {
    name: textOf(element, "name"),
    originName: textOf(element, "origName"),
    nameCollector: textOf(element, "nameCollector"),
    schema: coverageSchema(element, reading),
    domains,
    parameters: readParameters(element),
    line: element.line,
  };
}

function coverageSchema(parent: XmlElement, reading: Reading): WrittenSchema | undefined {
  const element = childNamed(parent, "schema");
  if (element === undefined) return undefined;
  const ref = attributeNamed(element, "ref")?.trim();
  if (ref === undefined) return readSchema(element);
  const found = reading.schemas.find(({ name }) => same(name, ref));
  if (found === undefined) missing("schema", ref, element, reading);
  return found;
}

function readParameters(parent: XmlElement): Properties {
  const parameters = new Map<string, Property>();
  for (const element of listed(parent, "parameters", "parameter", limits.attributes)) {
    const key = attributeNamed(element, "name")?.trim() ?? "";
    const value = (attributeNamed(element, "value") ?? trimmedText(element)).trim();
    // The first parameter of a name wins, as in GeoServer.
    if (key === "" || parameters.has(key.toLowerCase())) continue;
    parameters.set(key.toLowerCase(), { key, value, line: element.line });
  }
  return parameters;
}
