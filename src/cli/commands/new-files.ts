/** Files of a new estate: what is there stays, and Git ignores local state. */
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { asUnwritable, makeFolder, writing } from "../process/writing.ts";

/** Required lines of .gitignore: local state is not shared. */
const IGNORED = [".plumbline/*", "!.plumbline/schema/"];

/** Adds the lines that .gitignore lacks, and says whether it lacked any. */
export function ignoreState(folder: string): Promise<boolean> {
  return addLines(join(folder, ".gitignore"), IGNORED);
}

/** Writes a file that is not there yet, and says whether it did. */
export async function writeNew(file: string, text: string): Promise<boolean> {
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
