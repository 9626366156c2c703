/** The default manifest folder of a project file. */
import { existsSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { findFiles } from "../../reconciler/manifest/find-files.ts";
import { readDocuments } from "../../reconciler/manifest/load.ts";

/**
 * `manifests/` beside the project file, else the only folder beside it with manifests, else its own
 * folder. Undefined where none has manifests.
 */
export function estateFolder(file: string): string | undefined {
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
