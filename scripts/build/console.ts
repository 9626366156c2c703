/**
 * The consoles as the server and a watch send them (docs/decisions/0065-console.md): its sources with what they use of
 * libraries in few files, its page and styles, and the licences of those libraries.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const SOURCES = here("src/console");

/** Files that are sent as they are. */
const STATIC = [
  "src/console/index.html",
  "src/console/watch.html",
  "src/console/console.css",
  "src/console/icon.svg",
  "node_modules/ol/ol.css",
];

/** Makes the consoles in a folder. */
export async function buildConsole(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const bundle = await rolldown({
    input: { main: join(SOURCES, "main.ts"), watch: join(SOURCES, "watch.ts") },
    platform: "browser",
  });
  const { output } = await bundle.write({
    dir: folder,
    format: "esm",
    minify: true,
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
  });
  await bundle.close();
  for (const file of STATIC) copyFileSync(here(file), join(folder, basename(file)));
  const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
  const licences = packagesOf(modules).map(licenceOf);
  if (licences.length > 0) writeFileSync(join(folder, "licences.txt"), licences.join("\n\n"));
}

/** Folders of the packages that modules are from, each once. */
function packagesOf(modules: readonly string[]): readonly string[] {
  const folders = modules.flatMap((path) => {
    const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
    return folder ?? [];
  });
  return [...new Set(folders)].toSorted();
}

/** A package with its licence, which wants to be sent along. Throws where it has none. */
function licenceOf(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly name: string;
    readonly version: string;
  };
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (file === undefined || !existsSync(join(folder, file)))
    throw new Error(`${name} has no licence that could be sent along`);
  return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}
