/**
 * What an app-schema mapping file says, as far as a catalog needs it: the names it publishes and
 * the references it makes. Rules of meaning live here, pure; `wire/mapping.ts` reads the XML.
 * Source of the rules: docs/compatibility.md, "App-schema".
 */
import { compareText } from "./address.ts";

/** The text of `type` in the document of an app-schema store (docs/interface.md, 2.1). */
export const APP_SCHEMA_TYPE = "Application Schema DataAccess";

/** A relative path, URL or text inside a mapping, with the line it stands on. */
export interface MappingReference {
  readonly target: string;
  readonly line: number;
}

/** A prefix used in a location step of an XPath. */
export interface PrefixUse {
  readonly prefix: string;
  readonly step: string;
  readonly line: number;
}

/** One FeatureTypeMapping. */
export interface TypeMapping {
  readonly mappingName: string | null;
  readonly targetElement: string;
  /** Id of the source data store. */
  readonly source: string;
  /** Table, collection or the like that is read there. */
  readonly sourceType: string;
  readonly prefixes: readonly PrefixUse[];
  readonly line: number;
}

/** One mapping file, without the files that it includes. */
export interface Mapping {
  readonly namespaces: ReadonlyMap<string, string>;
  readonly includes: readonly MappingReference[];
  readonly schemaUris: readonly MappingReference[];
  /** Ids of the source data stores. */
  readonly sources: readonly string[];
  readonly types: readonly TypeMapping[];
  /** Names of `${...}` placeholders that no supplied property resolved. */
  readonly placeholders: readonly string[];
}

/** Something wrong inside one mapping file; the text is the one clients of this family know. */
export interface MappingProblem {
  readonly message: string;
  readonly line: number;
}

/** Name under which a type is published: the local part of its mapping name or target element. */
export function publishedName(type: TypeMapping): string {
  return localPart(type.mappingName ?? type.targetElement);
}

/** The set of published names of a main mapping file, sorted. Included files publish nothing. */
export function publishedNames(mapping: Mapping): readonly string[] {
  return [...new Set(mapping.types.map(publishedName))].toSorted(compareText);
}

/**
 * What distinguishes the mappings of a file from all others of one server: their mapping names or target
 * elements with the prefix resolved, as `{namespace}name`. One that a placeholder keeps open is
 * left out.
 */
export function mappingKeys(mapping: Mapping): readonly string[] {
  return mapping.types
    .map((type) => type.mappingName ?? type.targetElement)
    .filter((key) => !isOpen(key))
    .map((key) => resolveName(key, mapping.namespaces));
}

/** Name of the table or collection that a mapping reads, without a prefix that the file declares. */
export function sourceName(mapping: Mapping, type: TypeMapping): string {
  const colon = type.sourceType.indexOf(":");
  const prefixed = colon > 0 && mapping.namespaces.has(type.sourceType.slice(0, colon));
  return prefixed ? type.sourceType.slice(colon + 1) : type.sourceType;
}

/** The part after the prefix of a qualified name. */
export function localPart(qualified: string): string {
  return qualified.slice(qualified.lastIndexOf(":") + 1);
}

/** Whether a text holds a placeholder that is still open, so that nothing can be said about it. */
export function isOpen(text: string): boolean {
  const at = text.indexOf("${");
  return at !== -1 && text.includes("}", at);
}

/**
 * Problems of one mapping file. `inherited` are the prefixes that its includes declare; pass
 * undefined when an include cannot be read, so that unknown prefixes do not count against it.
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

/** The text that says that a name is mapped twice. */
export function duplicateMessage(key: string): string {
  return `Duplicate mappingName or targetElement across FeatureTypeMapping instances detected. (${key})`;
}

/** The element that a type is mapped to, with its prefix resolved. */
export interface MappedElement {
  /** As it is written. */
  readonly name: string;
  readonly namespace: string;
  readonly line: number;
}

/** Target elements of a main mapping file; one that a placeholder keeps open, or without a prefix, is left out. */
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
