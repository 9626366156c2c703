/**
 * Types of the library door (src/index.ts), for programs that import the package: what the compiler
 * declares of the door, and of the files that its declarations name. The rest stays inside.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const PROJECT = fileURLToPath(new URL("tsconfig.json", import.meta.url));
const COMPILER = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));

const DOOR = "index.d.ts";

/**
 * Writes the types to a folder where they are not there. The door, `index.d.ts`, is written last: a folder that
 * was left half written has none, and who makes them at the same time and comes second writes nothing.
 * They are not checked again, which takes three times as long: `npm run check` has done that. Throws where the
 * compiler cannot make them.
 */
export function makeTypes(folder: string): void {
  const door = join(folder, DOOR);
  if (existsSync(door)) return;
  const all = mkdtempSync(join(tmpdir(), "plumbline-types-"));
  try {
    const args = [COMPILER, "--project", PROJECT, "--noCheck", "--outDir", all];
    const made = spawnSync(process.execPath, args, { encoding: "utf8" });
    if (made.status !== 0) throw new Error(`The types cannot be made: ${made.stdout}`);
    if (existsSync(door)) return;
    for (const [file, text] of [...declarationsFrom(join(all, DOOR))].toReversed()) {
      const place = join(folder, relative(all, file));
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, text);
    }
  } finally {
    rmSync(all, { recursive: true, force: true });
  }
}

/** A file of declarations and those that it names, by their paths; sources are named as their outcome. */
function declarationsFrom(door: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const waiting = [door];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    const text = readFileSync(file, "utf8").replaceAll(/(?<=")(\.[^"]*)\.ts(?=")/g, "$1.js");
    found.set(file, text);
    for (const [, named = ""] of text.matchAll(/"(\.[^"]*)\.js"/g))
      waiting.push(join(dirname(file), `${named}.d.ts`));
  }
  return found;
}
