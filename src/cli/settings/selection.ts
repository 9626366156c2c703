/** The manifests that a command loads, and the selected part: paths, standard input, flags. */
import { existsSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { type Diagnostic, fault } from "../../model/diagnostic.ts";
import { manifest as limits } from "../../model/limits.ts";
import {
  labelsText,
  type SelectedPath,
  type Selection,
} from "../../reconciler/engine/plan/selection.ts";
import { findFiles, unreadable } from "../../reconciler/manifest/find-files.ts";
import { readDocuments, STANDARD_INPUT } from "../../reconciler/manifest/load.ts";
import { isWithin, placeOf } from "../../reconciler/manifest/whole-path.ts";
import { selectionText } from "../../reconciler/report/text.ts";
import { parseLabels, type SelectionFlags, type StandardInput } from "../flags/estate.ts";
import { DEFAULT_PATHS } from "../flags/shared.ts";
import { type OpenInput, readInput } from "../process/read-input.ts";
import { asWritten } from "./object-names.ts";
import type { Project } from "./project.ts";

/** Adds the content of standard input to the flags where needed: it can be read only once. */
export async function withInput<Given extends Selecting>(given: Given): Promise<Given> {
  const flags = { ...given.flags, parts: "selected" as const };
  if (flags.file?.includes(STANDARD_INPUT) !== true) return { ...given, flags };
  return { ...given, flags: { ...flags, input: await readText(given.context.stdin) } };
}

interface Selecting {
  readonly flags: SelectionFlags;
  readonly context: { readonly stdin: OpenInput };
}

async function readText(stdin: OpenInput): Promise<StandardInput> {
  const bytes = await readInput(STANDARD_INPUT, { limit: limits.fileBytes, stdin });
  if (bytes === undefined)
    return { problem: `Standard input has more than ${limits.fileBytes} bytes` };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { problem: "Standard input is not UTF-8" };
  }
}

export interface Sources {
  readonly paths: readonly string[];
  readonly input: string | undefined;
  /** Undefined for everything. */
  readonly selection: Selection | undefined;
}

/** Paths from arguments and `-f`, or the defaults. */
export function pathsGiven(paths: readonly string[], flags: SelectionFlags): readonly string[] {
  if (flags.parts !== "selected") return paths;
  const named = (flags.file ?? []).filter((path) => path !== STANDARD_INPUT);
  const given = [...(paths === DEFAULT_PATHS ? [] : paths), ...named];
  return given.length === 0 ? DEFAULT_PATHS : given;
}

/** Problems are added to `diagnostics`. */
interface Finding {
  readonly project: Project | undefined;
  readonly flags: SelectionFlags;
  readonly diagnostics: Diagnostic[];
}

export function findSources(given: readonly string[], about: Finding): Sources {
  const { only = [], exclude = [], selector = [], input } = about.flags;
  if (input !== undefined && "problem" in input)
    about.diagnostics.push(fault("manifest-limit", input.problem));
  const text = input !== undefined && "text" in input ? input.text : undefined;
  const own = about.project === undefined ? [] : foldersOf(about.project, given);
  const { paths, within } = placesOf(given, { ...about, own, isGiven: text !== undefined });
  const isPart = own.length > 0 && text !== undefined;
  const inputPath = isPart ? [{ given: STANDARD_INPUT, place: STANDARD_INPUT }] : [];
  const selection = {
    only: sorted(only.map(asWritten)),
    exclude: sorted(exclude.map(asWritten)),
    labels: sorted(selector.map(labelsText)).map(parseLabels),
    paths: [...within, ...inputPath],
  };
  const isAll = Object.values(selection).every(({ length }) => length === 0);
  return { paths, input: text, selection: isAll ? undefined : selection };
}

/** Folders to load, and selected paths inside; no path selects all. */
function placesOf(
  given: readonly string[],
  about: Finding & { readonly own: readonly string[]; readonly isGiven: boolean },
): { readonly paths: readonly string[]; readonly within: readonly SelectedPath[] } {
  const { project, own, isGiven, flags, diagnostics } = about;
  const isNone = given === DEFAULT_PATHS;
  // Without its own folder, the estate is the given paths.
  if (project === undefined || own.length === 0)
    return { paths: isNone && isGiven ? [] : given, within: [] };
  if (isNone) return { paths: own, within: [] };
  const places = given.map(placeOf);
  const isWhole =
    places.includes(placeOf(dirname(project.file))) ||
    own.every((folder) => places.includes(placeOf(folder)));
  // Kept as given, so that positions use the user's spelling.
  if (flags.parts === undefined || (isWhole && given.length === own.length))
    return { paths: given, within: [] };
  if (isWhole) return { paths: own, within: [] };
  diagnostics.push(...problemsIn(given, { project, own, flags }));
  const base = dirname(project.file);
  const within = given.map((path) => ({
    given: relative(base, path).split(sep).join("/"),
    place: placeOf(path),
  }));
  return { paths: own, within: distinctPaths(within) };
}

/** Paths outside of the estate, or to a part where the whole is required. */
function problemsIn(
  given: readonly string[],
  about: {
    readonly project: Project;
    readonly own: readonly string[];
    readonly flags: SelectionFlags;
  },
): readonly Diagnostic[] {
  const { project, own, flags } = about;
  const outside = given.filter((path) => !own.some((folder) => isWithin(path, folder)));
  // A part that is temporarily missing must not look like an empty selection.
  const missing = given.filter((path) => !existsSync(path));
  if (missing.length > 0) return missing.map((path) => unreadable(path, { code: "ENOENT" }));
  if (outside.length > 0) return outside.map((path) => outsideOf(path, project, own));
  return flags.parts === "refused" ? [wholeWanted(given, own)] : [];
}

/** Restores the selection of a plan file, with paths relative to the project file. */
export function selectionFrom(
  kept: { readonly [Part in "only" | "exclude" | "labels" | "paths"]: readonly string[] },
  project: Project | undefined,
): Selection {
  const base = project === undefined ? "." : dirname(project.file);
  const placed = (path: string) => (path === STANDARD_INPUT ? path : placeOf(join(base, path)));
  return {
    only: kept.only,
    exclude: kept.exclude,
    labels: kept.labels.map(parseLabels),
    paths: kept.paths.map((path) => ({ given: path, place: placed(path) })),
  };
}

/** A selection as command-line flags. */
export function selectionFlags({ only, exclude, labels, paths }: Selection): string {
  const text = paths.map((path) => path.given);
  return selectionText({ only, exclude, labels: labels.map(labelsText), paths: text });
}

/**
 * The manifest folders of a project file: the named ones, else the default folder; its own folder
 * where that was given. Empty where none contains a manifest.
 */
function foldersOf({ file, settings }: Project, given: readonly string[]): readonly string[] {
  const base = dirname(file);
  if (settings.manifests !== undefined) return settings.manifests.map((path) => join(base, path));
  if (given.some((path) => placeOf(path) === placeOf(base))) return [base];
  const found = estateFolder(file);
  if (found === undefined) return [];
  const isGiven = given === DEFAULT_PATHS || found === join(base, "manifests");
  if (isGiven || given.every((path) => isWithin(path, found))) return [found];
  // A given folder is never dropped: it may be empty or missing only temporarily.
  return found === base || !given.every((path) => isWithin(path, base)) ? [found] : given;
}

function outsideOf(path: string, { file }: Project, own: readonly string[]): Diagnostic {
  const message = `${path} is outside of the estate, which is ${own.join(", ")}`;
  const hint = `${file} says where it is, with manifests: [FOLDER]; otherwise it is manifests/ beside that file, the only folder beside it that holds manifests, or its folder.`;
  return fault("selection-empty", message, { hint });
}

function wholeWanted(given: readonly string[], own: readonly string[]): Diagnostic {
  const message = `${given.join(", ")} is a part of the estate, and this command is about all of it`;
  const hint = `Give ${own.join(" ")}, or no path.`;
  return fault("selection-empty", message, { hint });
}

function sorted(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted();
}

function distinctPaths(paths: readonly SelectedPath[]): readonly SelectedPath[] {
  const byGiven = new Map(paths.map((one) => [one.given, one]));
  return sorted([...byGiven.keys()]).flatMap((path) => byGiven.get(path) ?? []);
}

/**
 * `manifests/` beside the project file, else the only folder beside it with manifests, else its own
 * folder. Undefined where none has manifests.
 */
function estateFolder(file: string): string | undefined {
  const base = dirname(file);
  const beside = join(base, "manifests");
  if (existsSync(beside)) return beside;
  const holding = new Set<string>();
  for (const path of findFiles(base, [])) {
    const [first = "", ...below] = relative(base, path).split(sep);
    const folder = below.length === 0 ? "." : first;
    if (!holding.has(folder) && !isOther(path)) holding.add(folder);
  }
  const [only] = holding;
  if (only === undefined) return undefined;
  return holding.size === 1 && only !== "." ? join(base, only) : base;
}

/**
 * Whether a YAML file is certainly no manifest, such as a pipeline or chart. A damaged or empty
 * file may have been one: ignoring it would delete its objects.
 */
function isOther(path: string): boolean {
  // A pipe can be read only once, by the loader.
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const diagnostics: Diagnostic[] = [];
  const documents = [...readDocuments([path], diagnostics)];
  return diagnostics.length === 0 && documents.length > 0 && documents.every(isForeign);
}

function isForeign({ value }: { readonly value: unknown }): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { apiVersion, kind, metadata, spec } = value as Readonly<Record<string, unknown>>;
  if (typeof apiVersion === "string") return !/^plumb/i.test(apiVersion);
  return [apiVersion, kind, metadata, spec].every((member) => member === undefined);
}
