/** Where the manifests of an estate are kept between runs, and what makes that worthless (docs/decisions/0073-kept-manifests.md). */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { digestOf, digestOfValue } from "../../model/digest.ts";
import type { Expansion } from "../../reconciler/manifest/expand.ts";
import type { CachePlace } from "../../reconciler/manifest/kept/kept-files.ts";
import { VERSION } from "../../version.ts";
import type { Project } from "./project.ts";

/** Folder of it, in the folder for what one machine remembers. */
const FOLDER = "cache";

/** What manifests are loaded with, as far as it is found so far. */
interface Loading {
  readonly target: string | undefined;
  readonly expansion: Expansion;
  /** False where nothing is to be kept. */
  readonly isWanted: boolean;
}

/** The place for an estate; undefined without a project file to keep it beside. */
export function cachePlace(
  project: Project | undefined,
  { target, expansion, isWanted }: Loading,
): CachePlace | undefined {
  // A local inventory of that estate is in the folder of this name.
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

/** Folders whose code decides what is kept, and what is made of it. */
const DECISIVE = ["model", "wire", "reconciler/kinds", "reconciler/manifest"];

/**
 * What tells two builds of one version apart: the files of a bundle have names that follow from their contents,
 * sources have times.
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
