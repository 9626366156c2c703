/** Checks uploaded files of a mosaic. */
import { isDefinitionPath, isIndexedPath, mosaicRoot } from "../../model/mosaic/granule-path.ts";
import type { MosaicDefinition, MosaicProblem } from "../../model/mosaic.ts";
import type { Secret } from "../../model/secret.ts";
import { readMosaic } from "../../wire/mosaic.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { ReadFile } from "../catalog/granule-file.ts";

/** A folder that contains a mosaic; paths are relative, with `/`. */
export interface MosaicFolder {
  readonly paths: readonly string[];
  /** Returns undefined if there is no file. */
  readonly read: (path: string) => Promise<Uint8Array | undefined>;
}

export interface CheckedMosaic {
  readonly definition: MosaicDefinition;
  readonly password: Secret | undefined;
  /** The mosaic's folder; empty if it is the whole folder. */
  readonly root: string;
  /** Definition files by path relative to the root. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Relative to the root, in order. */
  readonly granules: readonly string[];
  /** Settings that only other servers support. */
  readonly notes: readonly string[];
}

/** Finds a mosaic and parses its definition. Throws if it cannot be stored. */
export async function checkMosaic(folder: MosaicFolder, name: string): Promise<CheckedMosaic> {
  const root = mosaicRoot(folder.paths);
  if (root === undefined) {
    throw new CatalogError(
      "mosaic-missing",
      "Could not find appropriate imagemosaic file in archive",
    );
  }
  const prefix = root === "" ? "" : `${root}/`;
  const inside = folder.paths
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length));
  const files = new Map<string, Uint8Array>();
  for (const path of inside.filter(isDefinitionPath)) {
    const bytes = await folder.read(`${prefix}${path}`);
    if (bytes !== undefined) files.set(path, bytes);
  }
  const others = inside.filter((path) => !files.has(path));
  const { definition, password, problems } = readMosaic({ files, others }, { name });
  const errors = problems.filter(
    ({ severity, about }) => severity === "error" && about === "format",
  );
  if (errors.length > 0) throw unusable(errors);
  const granules = inside.filter((path) => isIndexedPath(path, definition));
  const notes = linesOf(problems.filter(({ about }) => about === "included-server"));
  return { definition, password, root, files, granules, notes };
}

export function checkUsable(read: readonly ReadFile[]): void {
  const refused = read.filter(({ reason }) => reason !== undefined);
  if (read.length === 0 || refused.length < read.length) return;
  const reasons = refused.slice(0, 10).map(({ file, reason }) => `${file.location}: ${reason}`);
  const message = ["None of the granules can be used", ...reasons].join("\n");
  throw new CatalogError("mosaic-unusable", message);
}

function unusable(problems: readonly MosaicProblem[]): CatalogError {
  return new CatalogError("mosaic-unusable", linesOf(problems).join("\n"));
}

function linesOf(problems: readonly MosaicProblem[]): readonly string[] {
  return problems.map(({ file, line, message }) =>
    line === undefined ? `${file}: ${message}` : `${file}, line ${line}: ${message}`,
  );
}
