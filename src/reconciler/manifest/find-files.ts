/** Finds manifest files. Unreadable parts are errors: they must not look removed. */
import { readdirSync, readFileSync, realpathSync, statSync, type Dirent } from "node:fs";
import { join, sep } from "node:path";
import { compareText } from "../../model/address.ts";
import { fault, warning, type Diagnostic } from "../../model/diagnostic.ts";
import { manifest as limits } from "../../model/limits.ts";
import { missingHint } from "./missing-path.ts";

/** Name of the project file, which is no manifest. */
export const PROJECT_FILE = "plumbline.yaml";

/** Folder of overlays beside the project file; holds no manifests. */
export const OVERLAYS = "overlays";

/**
 * The given file, or every *.yaml and *.yml below a folder, sorted by path. Follows links; skips
 * hidden folders and node_modules. Adds problems to `diagnostics`.
 */
export function findFiles(path: string, diagnostics: Diagnostic[]): readonly string[] {
  const before = diagnostics.length;
  try {
    if (!statSync(path).isDirectory()) return [path];
    const files = [...walk(path, [], diagnostics)].toSorted(compareText);
    if (files.length === 0 && diagnostics.length === before) diagnostics.push(noManifests(path));
    return files;
  } catch (error) {
    diagnostics.push(unreadable(path, error));
    return [];
  }
}

/** A file or folder that cannot be read; its path is relative to the working directory. */
export function unreadable(file: string, error: unknown): Diagnostic {
  const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
  const isMissing = reason === "ENOENT";
  const message = isMissing ? `There is no ${file}` : `${file} cannot be read (${reason})`;
  const hint = isMissing ? missingHint(file, ".") : undefined;
  return fault("file-unreadable", message, { hint, where: { file } });
}

export function noManifests(...paths: readonly string[]): Diagnostic {
  const message = `There are no manifests under ${paths.join(", ")}`;
  const hint = "Check the path. An empty folder never deletes anything.";
  return fault("no-manifests", message, { hint });
}

export function notFetched(file: string, what: "pointer" | "submodule"): Diagnostic {
  const [message, hint] =
    what === "pointer"
      ? [`${file} is a Git LFS pointer, not the file itself`, "Fetch it: git lfs pull."]
      : [`${file} is an empty Git submodule`, "Fetch it: git submodule update --init."];
  return fault("not-fetched", message, { hint, where: { file } });
}

/** `inside` holds real paths of parent folders: a link back into one is a loop. */
function* walk(
  folder: string,
  inside: readonly string[],
  diagnostics: Diagnostic[],
): Generator<string, void, void> {
  const real = realpathSync(folder);
  if (inside.includes(real)) {
    const error = Object.assign(new Error("it leads back to itself"), { code: "ELOOP" });
    diagnostics.push(unreadable(folder, error));
    return;
  }
  const { entries, isProject } = readFolder(folder, diagnostics);
  // Faster than a `join` for each: entry names need no normalising.
  const inFolder = join(folder, sep);
  for (const entry of entries) {
    if (isProject && entry.name === OVERLAYS) continue;
    const path = inFolder + entry.name;
    const type = typeOf(entry, path, diagnostics);
    if (type === "folder") yield* walk(path, [...inside, real], diagnostics);
    else if (type === "file" && isManifestFile(entry.name)) yield path;
    else if (type === "file" && isJsonManifest(path)) diagnostics.push(notRead(path));
  }
}

function readFolder(
  folder: string,
  diagnostics: Diagnostic[],
): { readonly entries: readonly Dirent[]; readonly isProject: boolean } {
  const all = readdirSync(folder, { withFileTypes: true });
  if (all.length === 1 && all[0]?.name === ".git")
    diagnostics.push(notFetched(folder, "submodule"));
  const entries = all
    .filter(({ name }) => !name.startsWith(".") && name !== "node_modules")
    .toSorted((a, b) => compareText(a.name, b.name));
  return { entries, isProject: all.some(({ name }) => name === PROJECT_FILE) };
}

function isManifestFile(name: string): boolean {
  return /\.ya?ml$/i.test(name) && name !== PROJECT_FILE;
}

/** Other JSON is data that manifests may name. */
function isJsonManifest(path: string): boolean {
  if (!/\.json$/i.test(path)) return false;
  try {
    const found = statSync(path);
    if (!found.isFile() || found.size > limits.fileBytes) return false;
    return /"apiVersion"\s*:\s*"plumbline\//.test(readFileSync(path, "utf8"));
  } catch {
    // Nothing is read from it either way.
    return false;
  }
}

function notRead(file: string): Diagnostic {
  const message = `${file} is not read: manifests are files of YAML`;
  const hint = "JSON is YAML, too: give the file a name that ends with .yaml.";
  return warning("manifest-json", message, { hint, where: { file } });
}

/** A dangling link is an error, unless its extension shows that it is no folder or manifest. */
function typeOf(
  entry: Dirent,
  path: string,
  diagnostics: Diagnostic[],
): "file" | "folder" | undefined {
  if (entry.isDirectory()) return "folder";
  if (entry.isFile()) return "file";
  if (!entry.isSymbolicLink()) return undefined;
  try {
    return statSync(path).isDirectory() ? "folder" : "file";
  } catch (error) {
    if (isManifestFile(entry.name) || !/.\.[^.]+$/.test(entry.name))
      diagnostics.push(unreadable(path, error));
    return undefined;
  }
}
