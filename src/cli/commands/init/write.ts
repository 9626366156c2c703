/** Writes the files of a new estate. What is there already stays as it is. */
import { appendFile, readFile, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { asUnwritable, makeFolder, writing } from "../../process/writing.ts";

/** What became of the files, by path. */
export interface Written {
  readonly written: readonly string[];
  /** What was there before. */
  readonly kept: readonly string[];
}

/** Writes files that are not there yet, and adds to .gitignore what it lacks. */
export async function writeEstate(
  folder: string,
  files: ReadonlyMap<string, string>,
  ignored: readonly string[],
): Promise<Written> {
  const written: string[] = [];
  const kept: string[] = [];
  for (const [path, text] of files)
    ((await writeNew(join(folder, path), text)) ? written : kept).push(path);
  ((await addLines(join(folder, ".gitignore"), ignored)) ? written : kept).push(".gitignore");
  return { written, kept };
}

/** Whether a folder holds anything that may be a manifest. */
export async function holdsManifests(folder: string): Promise<boolean> {
  try {
    const names = await readdir(folder, { recursive: true });
    return names.some((name) => /\.ya?ml$/i.test(name));
  } catch (error) {
    if (/^ENO(?:ENT|TDIR)$/.test((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}

async function writeNew(file: string, text: string): Promise<boolean> {
  makeFolder(dirname(file));
  try {
    await writeFile(file, text, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw asUnwritable(file, error);
  }
}

async function addLines(file: string, lines: readonly string[]): Promise<boolean> {
  if (await writeNew(file, `${lines.join("\n")}\n`)) return true;
  const text = await readFile(file, "utf8");
  const has = new Set(text.split(/\r?\n/).map((line) => line.trim()));
  const missing = lines.filter((line) => !has.has(line));
  if (missing.length === 0) return false;
  const gap = text === "" || text.endsWith("\n") ? "" : "\n";
  await writing(file, () => appendFile(file, `${gap}${missing.join("\n")}\n`));
  return true;
}
