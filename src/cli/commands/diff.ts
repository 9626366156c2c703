/**
 * `plumbline diff`: semantic differences between two artefacts or manifest trees, offline; with
 * `--live` between a server and its manifests, or between two servers (`diff/live.ts`).
 */
import { readdirSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { fault, hasErrors, type Diagnostic } from "../../model/diagnostic.ts";
import { compareFiles, type CompareOptions } from "../../reconciler/compare/files.ts";
import { compareObjects } from "../../reconciler/compare/objects.ts";
import type { ArtefactSet, Resource } from "../../reconciler/kind.ts";
import { kinds } from "../../reconciler/kinds/registry.ts";
import { artefactSource, bodyStore } from "../../reconciler/manifest/artefacts.ts";
import {
  differenceDocument,
  isEqual,
  renderDifference,
  type Comparison,
} from "../../reconciler/report/difference.ts";
import { WireError } from "../../wire/wire-error.ts";
import type { DiffFlags } from "../flags/inspect.ts";
import { DEFAULT_PATHS } from "../flags/shared.ts";
import { failure, fitted, success, type CommandResult } from "../present/result.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { findDeclared } from "./declared.ts";
import type { Given } from "./on-server.ts";

/** Compares two paths, or one path's manifests for two targets; exits with 2 on differences. */
export async function runDiff({ paths, flags, context }: Given<DiffFlags>): Promise<CommandResult> {
  const { patch = false, targets, live = false } = flags;
  const [before = "", after = ""] = targets ?? paths;
  const named = paths.length === 0 ? DEFAULT_PATHS : paths;
  if (live) {
    const { runLiveDiff, runTargetsDiff } = await import("./diff/live.ts");
    const given = { paths: named, flags, context };
    return targets === undefined ? runLiveDiff(given) : runTargetsDiff(given, targets);
  }
  const find = (side: string) =>
    targets === undefined
      ? sideOf(side, { flags, context })
      : declaredIn({ paths: named, flags: { ...flags, target: [side] }, context });
  const sides = { before: await find(before), after: await find(after) };
  const diagnostics = [...sides.before.diagnostics, ...sides.after.diagnostics];
  if (hasErrors(diagnostics)) return failure(diagnostics);
  const found = await compare(sides.before, sides.after, { patch });
  if (found === undefined) return failure([unlike(before, after)]);
  const text = fitted((paint) => renderDifference(found, paint));
  const code = isEqual(found) ? exitCodes.success : exitCodes.changes;
  return success(differenceDocument(found), text, { code, diagnostics });
}

interface Side {
  readonly resources?: readonly Resource[];
  readonly files?: ArtefactSet;
  /** A single file, not a folder or archive. */
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
  const [old, now] = [styleIn(before), styleIn(after)];
  if (old !== undefined && now !== undefined && old.path !== now.path) {
    const sides = [old, now].map(({ path, file }) => new Map([[path, file]]));
    const { languages } = kinds.get("Style") ?? {};
    const [one = new Map(), other = new Map()] = sides;
    const files = await compareFiles(one, other, { ...options, languages });
    return { objects: [], files: files.map((found) => ({ ...found, path: now.name })) };
  }
  const files = await compareFiles(underOneName(before, after), after.files, options);
  return { objects: [], files };
}

/**
 * A side with one style file; its path is the one inside a style object, which names the language.
 */
function styleIn({ isFile, files }: Side) {
  const [found] = files ?? [];
  const [name = "", file] = found ?? [];
  const language = /\.(sld|css)$/i.exec(name)?.[1]?.toLowerCase();
  if (isFile !== true || file === undefined || language === undefined) return undefined;
  return { name, file, path: `content.${language}` };
}

/** Two named files are compared even if their names differ. */
function underOneName(before: Side, after: Side): ArtefactSet {
  const [name] = after.files?.keys() ?? [];
  const [file] = before.files?.values() ?? [];
  const areFiles = before.isFile === true && after.isFile === true;
  if (!areFiles || name === undefined || file === undefined) return before.files ?? new Map();
  return new Map([[name, file]]);
}

async function sideOf(path: string, given: Omit<Given, "paths">): Promise<Side> {
  const isManifest = holdsManifests(path);
  if (isManifest === undefined) return { diagnostics: [missing(path)] };
  return isManifest ? declaredIn({ ...given, paths: [path] }) : artefactAt(path);
}

const YAML = /\.ya?ml$/i;

/** Whether a path is or contains a manifest; undefined when it does not exist. */
function holdsManifests(path: string): boolean | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (!found.isDirectory()) return YAML.test(path);
  return readdirSync(path, { recursive: true, encoding: "utf8" }).some((name) => YAML.test(name));
}

async function declaredIn(given: Given): Promise<Side> {
  const { diagnostics = [], ...found } = await findDeclared(given);
  return "code" in found
    ? { diagnostics }
    : { resources: found.desired.state.resources, diagnostics };
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
    return { diagnostics: [fault("artefact-unusable", `${path}: ${error.message}`)] };
  }
}

function missing(path: string): Diagnostic {
  return fault("artefact-missing", `There is no ${path}`);
}

function unlike(before: string, after: string): Diagnostic {
  const message = `${before} and ${after} are not of one sort: one holds manifests, the other does not`;
  const hint = "Compare two folders of manifests, or two artefacts.";
  return fault("artefact-unusable", message, { hint });
}
