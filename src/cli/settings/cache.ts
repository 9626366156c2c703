/**
 * The place of an estate's manifest cache, and the binding that invalidates it
 * (docs/decisions/0073-kept-manifests.md).
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { digestOf, digestOfValue } from "../../model/digest.ts";
import type { Expansion } from "../../reconciler/manifest/expand.ts";
import type { CachePlace } from "../../reconciler/manifest/kept/kept-files.ts";
import { VERSION } from "../../version.ts";
import type { Project } from "./project.ts";

const FOLDER = "cache";

interface Loading {
  readonly target: string | undefined;
  readonly expansion: Expansion;
  /** False disables the cache. */
  readonly isWanted: boolean;
}

/** Undefined without a project file to store it beside. */
export function cachePlace(
  project: Project | undefined,
  { target, expansion, isWanted }: Loading,
): CachePlace | undefined {
  // An estate of this name has its local inventory in that folder.
  if (!isWanted || project === undefined || project.settings.estate === FOLDER) return undefined;
  const { variables, overlays } = expansion;
  const text = textOf(project.file);
  if (text === undefined) return undefined;
  const name = digestOfValue([basename(project.file), target ?? null]).slice(-16);
  return {
    folder: join(dirname(project.file), ".plumbline", FOLDER),
    name: `manifests-${name}.json`,
    binding: digestOfValue([VERSION, buildOf(), digestOf(text), [...variables], overlays]),
  };
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** Folders whose code affects cached data. */
const DECISIVE = ["model", "wire", "reconciler/kinds", "reconciler/manifest"];

/**
 * Identifies a build of one version: bundle file names contain content hashes, sources have
 * modification times.
 */
function buildOf(): string {
  const { dirname: here, filename } = import.meta;
  if (!filename.endsWith(".ts")) return digestOfValue(readdirSync(here).toSorted());
  const sources = join(here, "..", "..");
  return digestOfValue(DECISIVE.flatMap((folder) => timesBelow(join(sources, folder))));
}

function timesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .toSorted()
    .map((path) => `${path} ${statSync(join(folder, path)).mtimeMs}`);
}
