#!/usr/bin/env node
// Plain JavaScript, so that every Node can read it: starts Plumbline, or says which Node it needs.
import { existsSync } from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const isRecent = major > 24 || (major === 24 && minor >= 15);
// Only a clone has sources; it brings a Node, too. An installed package is a bundle and nothing else.
const clone = existsSync(new URL("../src", import.meta.url))
  ? await import("./clone.js")
  : undefined;

if (isRecent) {
  // Compiled code is kept between runs, which makes a start shorter.
  module.enableCompileCache();
  await import(clone?.entry() ?? "../dist/main.js");
} else if ((await clone?.runWithOwnNode(fileURLToPath(import.meta.url))) !== true) {
  const found = `${process.versions.node}, ${process.execPath}`;
  console.error(`plumbline needs Node 24.15 or later. This is Node ${found}.
Get one from https://nodejs.org/en/download, or with a version manager: nvm install 24. Then install plumbline with it again.`);
  process.exitCode = 1;
}
