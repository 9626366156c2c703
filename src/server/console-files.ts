/** The files of the console, as `scripts/build.ts` makes them. */
import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import type { ConsoleFile, FindConsoleFile } from "./routes/console.ts";

/** Beside the bundle; the last build when run from the sources. */
const FOLDER = new URL(
  import.meta.url.endsWith(".ts") ? "../../dist/console/" : "./console/",
  import.meta.url,
);

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
};

/** Reads the folder at the first request; a missing folder has no files. */
export function consoleFiles(folder: URL = FOLDER): FindConsoleFile {
  let files: ReadonlyMap<string, ConsoleFile> | undefined;
  return (name) => (files ??= readFiles(folder)).get(name);
}

function readFiles(folder: URL): ReadonlyMap<string, ConsoleFile> {
  const names = namesIn(folder).filter((name) => Object.hasOwn(types, extname(name)));
  return new Map(
    names.map((name) => {
      const body = readFileSync(new URL(encodeURIComponent(name), folder));
      return [name, { contentType: types[extname(name)] ?? "", body }] as const;
    }),
  );
}

function namesIn(folder: URL): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
