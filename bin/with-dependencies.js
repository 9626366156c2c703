// Plain JavaScript, so that every Node can read it: installs the dependencies when they are
// missing or out of date, then runs a command with the Node that came with them.
import { existsSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInPlace } from "./run.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const binaries = join(root, "node_modules", ".bin");
const [command, ...args] = process.argv.slice(2);

if (!isInstalled()) {
  const flags = ["--no-audit", "--no-fund", "--loglevel=error"];
  const exit = await runInPlace("npm", ["ci", ...flags], { cwd: root });
  if (exit !== 0) process.exit(exit);
}
const env = { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH}` };
process.exitCode = await runInPlace(command, args, { cwd: root, env });

function isInstalled() {
  const installed = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installed) || !existsSync(join(binaries, "node"))) return false;
  return statSync(installed).mtimeMs >= statSync(join(root, "package-lock.json")).mtimeMs;
}
