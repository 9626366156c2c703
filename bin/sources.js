// Plain JavaScript, so that every Node can read it: tells whether the bundle is of the sources that lie here.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** File of the bundle that says what it was made of; it is written last. */
export const STAMP = `${root}dist/sources.txt`;

/**
 * Every file and folder that the bundle is made of, one to a line, with its time. Who adds, renames or
 * removes a file changes the time of its folder.
 */
export function describeSources() {
  const below = (folder) =>
    readdirSync(root + folder, { recursive: true })
      .toSorted()
      .map((path) => `${folder}/${path}`);
  const paths = [
    "package-lock.json",
    "scripts/build.ts",
    "scripts/build/console.ts",
    "src",
    ...below("src"),
  ];
  return paths.map((path) => `${path} ${statSync(root + path).mtimeMs}`).join("\n");
}

/** Whether there is a bundle, and it is of these sources; where there are no sources it is all there is. */
export function isBundleFresh() {
  if (!existsSync(STAMP)) return false;
  if (!existsSync(`${root}src`)) return true;
  return readFileSync(STAMP, "utf8").split("\n").every(isUnchanged);
}

function isUnchanged(line) {
  const end = line.lastIndexOf(" ");
  const found = statSync(root + line.slice(0, end), { throwIfNoEntry: false });
  return String(found?.mtimeMs) === line.slice(end + 1);
}
