/**
 * Published names and references of app-schema mapping files, which `wire/mapping.ts` parses
 * (docs/compatibility.md, "App-schema").
 */
import { compareText } from "./address.ts";

/** `type` of an app-schema store (docs/interface.md, 2.1). */
export const APP_SCHEMA_TYPE = "Application Schema DataAccess";

/** A relative path, URL or text inside a mapping, with its line. */
export interface MappingReference {
  readonly target: string;
  readonly line: number;
}

/** A prefix in a location step of an XPath. */
export interface PrefixUse {
  readonly prefix: string;
  readonly step: string;
  readonly line: number;
}

/** A FeatureTypeMapping. */
export interface TypeMapping {
  readonly mappingName: string | null;
  readonly targetElement: string;
  readonly source: string;
  /** Such as a table or collection. */
  readonly sourceType: string;
  readonly prefixes: readonly PrefixUse[];
  readonly line: number;
}

/** A mapping file without includes. */
export interface Mapping {
  readonly namespaces: ReadonlyMap<string, string>;
  readonly includes: readonly MappingReference[];
  readonly schemaUris: readonly MappingReference[];
  readonly sources: readonly string[];
  readonly types: readonly TypeMapping[];
  /** Unresolved `${...}` placeholders. */
  readonly placeholders: readonly string[];
}

/** A problem of a mapping file, in GeoServer's wording. */
export interface MappingProblem {
  readonly message: string;
  readonly line: number;
}

/** The published name of a type: the local part of its mapping name or target element. */
export function publishedName(type: TypeMapping): string {
  return localPart(type.mappingName ?? type.targetElement);
}

/** Sorted published names of a main file; included files publish nothing. */
export function publishedNames(mapping: Mapping): readonly string[] {
  return [...new Set(mapping.types.map(publishedName))].toSorted(compareText);
}

/**
 * Keys that must be unique on a server, `{namespace}name`, without names with unresolved
 * placeholders.
 */
export function mappingKeys(mapping: Mapping): readonly string[] {
  return mapping.types
    .map((type) => type.mappingName ?? type.targetElement)
    .filter((key) => !isOpen(key))
    .map((key) => resolveName(key, mapping.namespaces));
}

/** Table or collection that a mapping reads, without a prefix that the file declares. */
export function sourceName(mapping: Mapping, type: TypeMapping): string {
  const colon = type.sourceType.indexOf(":");
  const prefixed = colon > 0 && mapping.namespaces.has(type.sourceType.slice(0, colon));
  return prefixed ? type.sourceType.slice(colon + 1) : type.sourceType;
}

/** The part of a qualified name after its prefix. */
export function localPart(qualified: string): string {
  return qualified.slice(qualified.lastIndexOf(":") + 1);
}

/** Whether a text contains an unresolved placeholder. */
export function isOpen(text: string): boolean {
  const at = text.indexOf("${");
  return at !== -1 && text.includes("}", at);
}

/**
 * Problems of a mapping file. `inherited` are prefixes of its includes; undefined (an include is
 * unreadable) skips checking prefixes.
 */
export function mappingProblems(
  mapping: Mapping,
  inherited: ReadonlySet<string> | undefined,
): readonly MappingProblem[] {
  return [
    ...mapping.types.flatMap((type) => typeProblems(mapping, type)),
    ...duplicateProblems(mapping),
    ...(inherited === undefined ? [] : prefixProblems(mapping, inherited)),
  ].toSorted((a, b) => a.line - b.line);
}

function typeProblems(mapping: Mapping, type: TypeMapping): readonly MappingProblem[] {
  const problems: MappingProblem[] = [];
  if (type.targetElement === "") {
    problems.push({ message: "FeatureTypeMapping without targetElement", line: type.line });
  }
  const open = isOpen(type.source) || mapping.sources.some(isOpen);
  if (!open && !mapping.sources.includes(type.source)) {
    const name = type.mappingName ?? type.targetElement;
    const message = `datastore ${type.source} not found for type mapping TypeMappingDTO[${name}]`;
    problems.push({ message, line: type.line });
  }
  return problems;
}

function duplicateProblems(mapping: Mapping): readonly MappingProblem[] {
  const seen = new Set<string>();
  const problems: MappingProblem[] = [];
  for (const type of mapping.types) {
    const key = type.mappingName ?? type.targetElement;
    const resolved = resolveName(key, mapping.namespaces);
    if (seen.has(resolved)) problems.push({ message: duplicateMessage(key), line: type.line });
    seen.add(resolved);
  }
  return problems;
}

/** Error text for a name that is mapped twice. */
export function duplicateMessage(key: string): string {
  return `Duplicate mappingName or targetElement across FeatureTypeMapping instances detected. (${key})`;
}

/** The target element of a type, with its namespace. */
export interface MappedElement {
  /** With its prefix, as written. */
  readonly name: string;
  readonly namespace: string;
  readonly line: number;
}

/** Target elements with a known prefix and without placeholders. */
export function mappedElements({ types, namespaces }: Mapping): readonly MappedElement[] {
  return types.flatMap(({ targetElement: name, line }) => {
    const namespace = namespaces.get(name.slice(0, Math.max(0, name.lastIndexOf(":"))));
    return namespace === undefined || isOpen(name) || isOpen(namespace)
      ? []
      : [{ name, namespace, line }];
  });
}

function resolveName(qualified: string, namespaces: ReadonlyMap<string, string>): string {
  const prefix = qualified.slice(0, Math.max(0, qualified.lastIndexOf(":")));
  return `{${namespaces.get(prefix) ?? prefix}}${localPart(qualified)}`;
}

function prefixProblems(
  mapping: Mapping,
  inherited: ReadonlySet<string>,
): readonly MappingProblem[] {
  const known = (prefix: string) =>
    isOpen(prefix) || mapping.namespaces.has(prefix) || inherited.has(prefix);
  return mapping.types
    .flatMap((type) => type.prefixes)
    .filter((use) => !known(use.prefix))
    .map(({ step, prefix, line }) => ({
      message:
        `location step ${step} has prefix ${prefix} for which no namespace was set. ` +
        "(Check the Namespaces section in the config file)",
      line,
    }));
}
