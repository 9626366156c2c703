/** `plumbline diff`: what differs in meaning between two artefacts or two trees of manifests, offline. */
import { readdirSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { hasErrors, type Diagnostic } from "../../model/diagnostic.ts";
import { compareFiles, type CompareOptions } from "../../reconciler/compare/files.ts";
import { compareObjects } from "../../reconciler/compare/objects.ts";
import type { ArtefactSet, Resource } from "../../reconciler/kind.ts";
import { kinds } from "../../reconciler/kinds/registry.ts";
import { artefactSource, bodyStore } from "../../reconciler/manifest/artefacts.ts";
import { loadEstate } from "../../reconciler/reconcile.ts";
import {
  differenceDocument,
  isEqual,
  renderDifference,
  type Comparison,
} from "../../reconciler/report/difference.ts";
import { WireError } from "../../wire/wire-error.ts";
import { endWithErrors, ending, tell } from "../present/ending.ts";
import { exitCodes, type ExitCode } from "../process/exit-codes.ts";
import { document, jsonDocument } from "../process/output.ts";
import { fitted } from "../present/reports.ts";
import { DEFAULT_PATHS } from "../flags/option.ts";
import { findSettings, type EstateFlags, withoutSecrets } from "../settings/settings.ts";

/** Flags of `diff`. */
export interface DiffFlags {
  readonly output: "text" | "json";
  readonly patch?: boolean;
  /** Two targets of the project file, to compare what is declared for them. */
  readonly targets?: readonly [string, string];
}

/**
 * Compares two paths, or what one path declares for two targets, and prints what differs; it ends
 * with 2 when something does.
 */
export function runDiff(paths: readonly string[], flags: DiffFlags): Promise<ExitCode> {
  const { output, patch = false, targets } = flags;
  const [before = "", after = ""] = targets ?? paths;
  const find = (side: string) => (targets === undefined ? sideOf(side) : declaredFor(side, paths));
  return ending(
    output,
    () => "",
    async () => {
      const sides = { before: await find(before), after: await find(after) };
      const diagnostics = [...sides.before.diagnostics, ...sides.after.diagnostics];
      if (hasErrors(diagnostics)) return endWithErrors(diagnostics, output);
      const found = await compare(sides.before, sides.after, { patch });
      if (found === undefined) return endWithErrors([unlike(before, after)], output);
      tell(diagnostics);
      if (output === "json") jsonDocument(differenceDocument(found));
      else document(fitted((paint) => renderDifference(found, paint)));
      return isEqual(found) ? exitCodes.success : exitCodes.changes;
    },
  );
}

/** What lies at a path: manifests, or files of an artefact. */
interface Side {
  readonly resources?: readonly Resource[];
  readonly files?: ArtefactSet;
  /** Whether the path is that of one file, no folder and no archive. */
  readonly isFile?: true;
  readonly diagnostics: readonly Diagnostic[];
}

async function compare(
  before: Side,
  after: Side,
  options: CompareOptions,
): Promise<Comparison | undefined> {
  if (before.resources !== undefined && after.resources !== undefined) {
    const objects = await compareObjects(before.resources, after.resources, kinds, options);
    return { objects, files: [] };
  }
  if (before.files === undefined || after.files === undefined) return undefined;
  const files = await compareFiles(underOneName(before, after), after.files, options);
  return { objects: [], files };
}

/** Two files that are named to be compared belong together, whatever they are called. */
function underOneName(before: Side, after: Side): ArtefactSet {
  const [name] = after.files?.keys() ?? [];
  const [file] = before.files?.values() ?? [];
  const areFiles = before.isFile === true && after.isFile === true;
  if (!areFiles || name === undefined || file === undefined) return before.files ?? new Map();
  return new Map([[name, file]]);
}

async function sideOf(path: string): Promise<Side> {
  const isManifest = holdsManifests(path);
  if (isManifest === undefined) return { diagnostics: [missing(path)] };
  return isManifest ? declaredIn([path], {}) : artefactAt(path);
}

const YAML = /\.ya?ml$/i;

/** Whether a file, or anything in a folder, is a manifest; undefined when there is nothing. */
function holdsManifests(path: string): boolean | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (!found.isDirectory()) return YAML.test(path);
  return readdirSync(path, { recursive: true, encoding: "utf8" }).some((name) => YAML.test(name));
}

function declaredFor(target: string, paths: readonly string[]): Promise<Side> {
  return declaredIn(paths.length === 0 ? DEFAULT_PATHS : paths, { target: [target] });
}

async function declaredIn(paths: readonly string[], flags: EstateFlags): Promise<Side> {
  const { settings, diagnostics } = await findSettings(paths, flags, false);
  if (settings === undefined) return { diagnostics };
  const desired = await loadEstate(withoutSecrets(settings.estate), bodyStore());
  return {
    resources: desired.state.resources,
    diagnostics: [...diagnostics, ...desired.diagnostics],
  };
}

async function artefactAt(path: string): Promise<Side> {
  const source = artefactSource("/", { bodies: bodyStore() }, Date.now());
  const located = await source.locate(resolve(path));
  if (located.type === "missing") return { diagnostics: [missing(path)] };
  if (located.type === "folder") return { files: located.files, diagnostics: [] };
  const { artefact } = located;
  if (!/\.zip$/i.test(path))
    return { files: new Map([[basename(path), artefact]]), isFile: true, diagnostics: [] };
  try {
    return { files: await source.unpack(artefact), diagnostics: [] };
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    const message = `${path}: ${error.message}`;
    return { diagnostics: [{ code: "artefact-unusable", severity: "error", message }] };
  }
}

function missing(path: string): Diagnostic {
  return { code: "artefact-missing", severity: "error", message: `There is no ${path}` };
}

function unlike(before: string, after: string): Diagnostic {
  const message = `${before} and ${after} are not of one sort: one holds manifests, the other does not`;
  const hint = "Compare two folders of manifests, or two artefacts.";
  return { code: "artefact-unusable", severity: "error", message, hint };
}
