/**
 * What `bin/plumbline.js` starts and `import "plumbline"` loads (docs/decisions/0031-bundle.md): the
 * sources and those libraries that most commands load, in few files. Other libraries stay where they
 * are installed. What is made of these sources already stays.
 *
 *   npm run build
 *   npm run build -- --types    with the types of the library door, as packages have them
 */
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown, type OutputOptions, type Plugin } from "rolldown";
import { describeSources, isBundleFresh, STAMP } from "../bin/sources.js";
import { buildConsole } from "./build/console.ts";
import { makeTypes } from "./build/types.ts";

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const DIST = here("dist");

/** Libraries that go into the bundle with all they need; the others have files beside their code. */
const bundled = new Set([
  "@clack/prompts",
  "@prometheus-io/client",
  "archiver",
  "betterknown",
  "commander",
  "diff",
  "dot-properties",
  "fast-png",
  "fast-xml-parser",
  "geotiff",
  "jsts",
  "kysely",
  "leven",
  "mime",
  "postcss",
  "proj4",
  "rfc6902",
  "undici",
  "yaml",
  "yauzl",
  "zod",
]);

/** What is loaded together lies together: a file per module would cost as much as the sources do. */
const groups = [
  { name: "start", test: /src\/cli\/program\.ts$/, priority: 2 },
  { name: "plan", test: /src\/cli\/commands\/(?:plan|per-target)\.ts$/, priority: 1 },
];

/**
 * Threads are started by their path (src/server/workers/worker-url.ts), and share nothing with commands.
 */
const workers = {
  "parsing/worker": here("src/server/parsing/worker.ts"),
  "rasters/read-granules": here("src/server/rasters/read-granules.ts"),
  "storage/sqlite-thread": here("src/server/storage/sqlite-thread.ts"),
};

function isOutside(id: string, importer: string | undefined): boolean {
  if (id.startsWith("node:") || builtinModules.includes(id)) return true;
  if (/^[./]/.test(id) || importer?.includes("/node_modules/") === true) return false;
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id;
  return !bundled.has(name);
}

/** A text in which a single character is none of ASCII takes twice the memory, as long as the program runs. */
const inAscii: Plugin = {
  name: "in-ascii",
  generateBundle: (_options, bundle) => {
    for (const chunk of Object.values(bundle))
      if (chunk.type === "chunk") chunk.code = chunk.code.replaceAll(/[^\0-\x7f]/g, escaped);
  },
};

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

async function build(input: Readonly<Record<string, string>>, more: OutputOptions): Promise<void> {
  const bundle = await rolldown({
    input: { ...input },
    platform: "node",
    external: isOutside,
    plugins: [inAscii],
  });
  await bundle.write({
    dir: DIST,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    comments: { jsdoc: false, annotation: false },
    ...more,
  });
  await bundle.close();
}

if (!isBundleFresh()) {
  rmSync(DIST, { recursive: true, force: true });
  const sources = describeSources();
  const doors = { main: here("src/cli/main.ts"), index: here("src/index.ts") };
  await build(doors, { codeSplitting: { groups } });
  await build(workers, {});
  await buildConsole(join(DIST, "console"));
  cpSync(here("src/cli/commands/init/template"), join(DIST, "init/template"), { recursive: true });
  writeFileSync(STAMP, sources);
}
if (process.argv.includes("--types")) makeTypes(here("dist/types"));
