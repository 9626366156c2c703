/** The project's own files, for tests about the project. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's root folder. */
export const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Files below a folder of the project, relative to its root, with `/`. */
export function filesBelow(folder: string, pattern: RegExp): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => pattern.test(file))
    .toSorted();
}

/** The text of a project file. */
export function textOf(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** The text of a project file without its comments. */
export function codeOf(file: string): string {
  return textOf(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
}

/** What a file imports, as it is written there. */
export function importsOf(file: string): readonly string[] {
  const found = textOf(file).matchAll(
    /(?:^|\n)\s*(?:import|export)[^;]*?from\s+"([^"]+)"|import\(\s*"([^"]+)"/g,
  );
  return [...found].map((match) => match[1] ?? match[2] ?? "");
}

/** The names that files of other rooms import from each file; a room is a folder, three levels deep at most. */
export function importedNames(files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const roomOf = (file: string) => file.split("/").slice(0, -1).slice(0, 3).join("/");
  const used = new Map<string, Set<string>>();
  for (const file of files) {
    const imports = textOf(file).matchAll(
      /(?:import|export) (?:type )?\{([^}]*?),?\s*\} from "(\.[^"]+)"/g,
    );
    for (const [, names = "", target = ""] of imports) {
      const from = posix.join(dirname(file), target);
      if (roomOf(from) === roomOf(file)) continue;
      const known = used.get(from) ?? new Set();
      for (const name of names.split(",")) known.add(name.trim().replace(/^type | as .*$/g, ""));
      used.set(from, known);
    }
  }
  return used;
}
