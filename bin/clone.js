// Plain JavaScript, so that every Node can read it: what a clone starts, and with which Node.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runInPlace } from "./run.js";
import { isBundleFresh } from "./sources.js";

const own = fileURLToPath(new URL("../node_modules/.bin/node", import.meta.url));

/** The module to start: the bundle where it is of these sources; where a failure is looked into, they themselves. */
export function entry() {
  const isBundle = isBundleFresh() && process.env.PLUMBLINE_DEBUG !== "1";
  return new URL(isBundle ? "../dist/main.js" : "../src/cli/main.ts", import.meta.url).href;
}

/** Runs a script again with the Node that the clone installed; false where that is not there. */
export async function runWithOwnNode(script) {
  if (!existsSync(own) || process.env.PLUMBLINE_REEXEC === "1") return false;
  const env = { ...process.env, PLUMBLINE_REEXEC: "1" };
  process.exitCode = await runInPlace(own, [script, ...process.argv.slice(2)], { env });
  return true;
}
