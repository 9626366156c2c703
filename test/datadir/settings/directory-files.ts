/** Files of a data directory, as a folder or an archive, below its own top. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { temporaryFolder } from "../../support/run/folders.ts";
import type { DirectoryFiles } from "./documents.ts";

/** Reads all files as texts; a directory of one workspace is given the folder that it lies in. */
export function directoryFiles(path: string): DirectoryFiles {
  const folder = path.endsWith(".gz") ? unpacked(path) : path;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const texts = files.map((file) => [relative(folder, file), readFileSync(file, "utf8")] as const);
  const isWorkspace = texts.some(([file]) => file === "workspace.xml");
  return new Map(
    isWorkspace ? texts.map(([file, text]) => [`workspaces/own/${file}`, text]) : texts,
  );
}

function unpacked(archive: string): string {
  const folder = temporaryFolder();
  execFileSync("tar", ["-xzf", archive, "-C", folder]);
  const [top = ""] = readdirSync(folder);
  return join(folder, top);
}
