#!/usr/bin/env node
// Plain JavaScript, so that every Node can read it: finds a Node that can run Plumbline.
import { existsSync } from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";
import { isBundleFresh } from "./sources.js";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const isRecent = major > 24 || (major === 24 && minor >= 15);
const bundled = fileURLToPath(new URL("../node_modules/.bin/node", import.meta.url));

if (isRecent) {
  // Compiled code is kept between runs, which makes a start shorter.
  module.enableCompileCache();
  const source = new URL("../src/cli/main.ts", import.meta.url);
  // Where a failure is looked into, its places are those in the sources.
  const isDebugged = process.env.PLUMBLINE_DEBUG === "1" && existsSync(source);
  const bundle = new URL("../dist/main.js", import.meta.url);
  await import(isBundleFresh() && !isDebugged ? bundle.href : source.href);
} else if (existsSync(bundled) && process.env.PLUMBLINE_REEXEC !== "1") {
  const argv = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const env = { ...process.env, PLUMBLINE_REEXEC: "1" };
  const { runInPlace } = await import("./run.js");
  process.exitCode = await runInPlace(bundled, argv, { env });
} else {
  console.error(`plumbline needs Node 24.15 or later; this is Node ${process.versions.node}.`);
  process.exitCode = 1;
}
