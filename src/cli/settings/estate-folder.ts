/** Where the manifests of a project file lie that says nothing of it. */
import { existsSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { findFiles } from "../../reconciler/manifest/find-files.ts";
import { readDocuments } from "../../reconciler/manifest/load.ts";

/**
 * `manifests/` beside a project file, else the only folder beside it that holds manifests, else the folder
 * that it lies in. Undefined where nothing of that holds any: the project file lies apart from them.
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
 * Whether a YAML file is surely something else, such as a pipeline or a chart. What is damaged or empty may
 * have been a manifest: taken for none, what it declared would be taken for deleted.
 */
function isOther(path: string): boolean {
  // A pipe gives its text once, and that is for who loads it.
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
