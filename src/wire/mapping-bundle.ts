/**
 * Checks a mapping with its included files and schemas. `validate` and the server use it and report
 * the same findings (docs/interface.md, 2.3; docs/compatibility.md, "App-schema").
 */
import { posix } from "node:path";
import {
  isOpen,
  mappingProblems,
  type Mapping,
  type MappingReference,
} from "../model/app-schema.ts";
import { mapping as limits } from "../model/limits.ts";
import { parseMapping, type MappingProperties } from "./mapping.ts";
import { collectSchemas, missingElements, type Schemas } from "./mapping-schemas.ts";
import { WireError, type WireErrorCode } from "./wire-error.ts";
import type { FileSet } from "./zip.ts";

/** Kinds of findings. */
export type BundleProblemKind = "invalid" | "missing" | "outside" | "placeholder";

/** `outside` and `placeholder` are warnings, other kinds reject the bundle. */
export interface BundleProblem {
  readonly kind: BundleProblemKind;
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  readonly code: WireErrorCode;
}

/** An uploaded mapping bundle. */
export interface MappingBundle {
  readonly files: FileSet;
  /** Path of the main mapping file inside `files`. */
  readonly main: string;
  /** False for a single file, whose references may be on the server. */
  readonly packed: boolean;
  readonly properties: MappingProperties;
}

/** `mapping` is the main one, if it could be parsed. */
export interface BundleReport {
  readonly mapping: Mapping | undefined;
  /** All readable mapping files by path, including the main one. */
  readonly mappings: ReadonlyMap<string, Mapping>;
  readonly problems: readonly BundleProblem[];
}

/** Whether a finding rejects the bundle. */
export function refuses(problem: BundleProblem): boolean {
  return problem.kind === "invalid" || problem.kind === "missing";
}

interface Visit {
  readonly bundle: MappingBundle;
  readonly problems: BundleProblem[];
  readonly schemas: Schemas;
  readonly visited: Map<string, Mapping | undefined>;
}

/** Examines a bundle and reports all problems at once. */
export function examineBundle(bundle: MappingBundle): BundleReport {
  const schemas: Schemas = { elements: new Map(), incomplete: new Set(), seen: new Set() };
  const visit: Visit = { bundle, problems: [], schemas, visited: new Map() };
  visitMapping(visit, bundle.main, []);
  for (const [file, mapping] of visit.visited) {
    if (mapping === undefined) continue;
    for (const missing of missingElements(mapping, schemas))
      report(visit, "invalid", file, missing);
  }
  const readable = [...visit.visited].flatMap(([file, mapping]) =>
    mapping === undefined ? [] : [[file, mapping] as const],
  );
  return {
    mapping: visit.visited.get(bundle.main),
    mappings: new Map(readable),
    problems: visit.problems,
  };
}

/** Returns the prefixes that the file and its includes declare. */
function visitMapping(
  visit: Visit,
  file: string,
  chain: readonly string[],
): ReadonlySet<string> | undefined {
  if (chain.includes(file)) {
    const message = `The include ${file} leads back to itself: ${[...chain, file].join(" → ")}`;
    report(visit, "invalid", chain.at(-1) ?? file, { message, line: 1 });
    return undefined;
  }
  if (chain.length > limits.includeDepth || visit.visited.size > limits.includes) {
    const message = `More than ${limits.includes} includes, or more than ${limits.includeDepth} deep`;
    report(visit, "invalid", file, { message, line: 1, code: "too-large" });
    return undefined;
  }
  const known = visit.visited.get(file);
  const mapping = known ?? readFile(visit, file);
  visit.visited.set(file, mapping);
  if (mapping === undefined) return undefined;
  const inherited = visitIncludes(visit, file, mapping, chain);
  if (known === undefined) checkMapping(visit, file, mapping, inherited);
  return inherited === undefined
    ? undefined
    : new Set([...mapping.namespaces.keys(), ...inherited]);
}

function visitIncludes(
  visit: Visit,
  file: string,
  mapping: Mapping,
  chain: readonly string[],
): ReadonlySet<string> | undefined {
  const prefixes = new Set<string>();
  let complete = true;
  for (const include of mapping.includes) {
    const target = locate(visit, file, include, "include");
    const below = target === undefined ? undefined : visitMapping(visit, target, [...chain, file]);
    if (below === undefined) complete = false;
    for (const prefix of below ?? []) prefixes.add(prefix);
  }
  return complete ? prefixes : undefined;
}

function readFile(visit: Visit, file: string): Mapping | undefined {
  try {
    return parseMapping(visit.bundle.files.get(file) ?? new Uint8Array(), visit.bundle.properties);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    const { message, line = 1, column, code } = error;
    report(visit, "invalid", file, { message, line, column, code });
    return undefined;
  }
}

function checkMapping(
  visit: Visit,
  file: string,
  mapping: Mapping,
  inherited: ReadonlySet<string> | undefined,
): void {
  if (mapping.types.length > limits.typeMappings) {
    const message = `The mapping holds ${mapping.types.length} type mappings; the limit is ${limits.typeMappings}`;
    report(visit, "invalid", file, { message, line: 1, code: "too-large" });
  }
  for (const problem of mappingProblems(mapping, inherited))
    report(visit, "invalid", file, problem);
  if (mapping.placeholders.length > 0) {
    const message = `The server must resolve ${mapping.placeholders.map((name) => `\${${name}}`).join(", ")}`;
    report(visit, "placeholder", file, { message, line: 1 });
  }
  for (const schema of mapping.schemaUris) {
    const target = locate(visit, file, schema, "schemaUri");
    if (target === undefined) continue;
    const found = collectSchemas(visit.schemas, visit.bundle.files, target, undefined);
    for (const problem of found) report(visit, problem.kind, problem.file, problem);
  }
}

/** Undefined for a file outside the bundle, after a report of the reason. */
function locate(
  visit: Visit,
  file: string,
  reference: MappingReference,
  what: string,
): string | undefined {
  const { target, line } = reference;
  if (isOpen(target) || /^[A-Za-z][A-Za-z0-9+.-]*:/.test(target)) return undefined;
  const path = posix.normalize(posix.join(posix.dirname(file), target));
  if (visit.bundle.files.has(path)) return path;
  if (path.startsWith("..") || path.startsWith("/")) {
    const message = `The ${what} ${target} leaves the bundle; the server must find it by itself`;
    report(visit, "outside", file, { message, line });
  } else if (!visit.bundle.packed) {
    const message = `The ${what} ${target} is not part of this single file; the server must find it by itself`;
    report(visit, "outside", file, { message, line });
  } else {
    report(visit, "missing", file, { message: `The ${what} ${target} is not in the bundle`, line });
  }
  return undefined;
}

function report(
  visit: Visit,
  kind: BundleProblemKind,
  file: string,
  at: {
    readonly message: string;
    readonly line: number;
    readonly column?: number | undefined;
    readonly code?: WireErrorCode;
  },
): void {
  const { message, line, column, code = "meaningless" } = at;
  const place = column === undefined ? { line } : { line, column };
  visit.problems.push({ kind, message, file, code, ...place });
}
