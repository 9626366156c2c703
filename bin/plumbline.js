#!/usr/bin/env node
// Plain JavaScript, so that every Node can read it: finds a Node that can run Plumbline.
import { existsSync } from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";
import { runInPlace } from "./run.js";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const isRecent = major > 24 || (major === 24 && minor >= 15);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const bundled = here("../node_modules/.bin/node");

if (isRecent) {
  // Compiled code is kept between runs, which halves the time to start.
  module.enableCompileCache();
  const built = new URL("../dist/cli/main.js", import.meta.url);
  const source = new URL("../src/cli/main.ts", import.meta.url);
  await import(existsSync(source) ? source : built);
} else if (existsSync(bundled) && process.env.PLUMBLINE_REEXEC !== "1") {
  const argv = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const env = { ...process.env, PLUMBLINE_REEXEC: "1" };
  process.exitCode = await runInPlace(bundled, argv, { env });
} else {
  console.error(`plumbline needs Node 24.15 or later; this is Node ${process.versions.node}.`);
  process.exitCode = 1;
}
