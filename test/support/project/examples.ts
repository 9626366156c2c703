/** The examples: their folders, and the commands that their READMEs show. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./sources.ts";

/** What goes step by step, by the names of their folders; the GitOps kit has tests of its own. */
export const examples: readonly string[] = readdirSync(join(root, "examples"))
  .filter((name) => /^\d/.test(name))
  .toSorted();

/** The commands in the fenced blocks of a folder's README: arguments without comments. */
export function commandsOf(folder: string): readonly (readonly string[])[] {
  const readme = readFileSync(join(root, folder, "README.md"), "utf8");
  const lines = readme.match(/^plumbline .*$/gm) ?? [];
  return lines.map((line) => line.replace(/#.*$/, "").trim().split(/\s+/).slice(1));
}
