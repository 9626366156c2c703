// Plain JavaScript, so that every Node can read it: installs the dependencies when they are
// missing or out of date, then runs a command with the Node that came with them.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const binaries = join(root, "node_modules", ".bin");
const [command, ...args] = process.argv.slice(2);

if (!isInstalled()) {
  const exit = run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], process.env);
  if (exit !== 0) process.exit(exit);
}
process.exit(
  run(command, args, { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH}` }),
);

function isInstalled() {
  const installed = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installed) || !existsSync(join(binaries, "node"))) return false;
  return statSync(installed).mtimeMs >= statSync(join(root, "package-lock.json")).mtimeMs;
}

function run(name, parameters, env) {
  const child = spawnSync(name, parameters, { cwd: root, stdio: "inherit", env });
  if (child.error) console.error(`${name} could not be started: ${child.error.message}`);
  return child.status ?? 1;
}
