/**
 * The bundle that `bin/plumbline.js` starts (docs/decisions/0031-bundle.md): the sources and those
 * libraries that most commands load, in few files. Other libraries stay where they are installed.
 *
 *   npm run build
 */
import { rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { rolldown, type OutputChunk, type OutputOptions, type Plugin } from "rolldown";
import { describeSources, STAMP } from "../bin/sources.js";
import { makeScripts } from "./build/scripts.ts";
import { warmUp } from "./build/warm-up.ts";

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const DIST = here("dist");

/** Libraries that go into the bundle with all they need; the others have files beside their code. */
const bundled = new Set([
  "@clack/prompts",
  "betterknown",
  "commander",
  "diff",
  "dot-properties",
  "fast-xml-parser",
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
  { name: "plan", test: /src\/cli\/(?:plan|per-target)\.ts$/, priority: 1 },
];

/** Workers are started by their path (src/server/workers/pool.ts), and share nothing with commands. */
const workers = {
  "parsing/worker": here("src/server/parsing/worker.ts"),
  "rasters/read-granules": here("src/server/rasters/read-granules.ts"),
};

/**
 * undici loads HTTP/2 with TLS, which begins to read every known authority; most requests go without.
 * Here it is loaded with the first connection that speaks it.
 */
const http2 = {
  eager: "const connectH2 = require('./client-h2.js')",
  late: "const connectH2 = (...all) => require('./client-h2.js')(...all)",
};

const lateHttp2: Plugin = {
  name: "late-http2",
  transform: {
    filter: { id: /\/undici\/lib\/dispatcher\/client\.js$/ },
    handler: (code) => {
      if (!code.includes(http2.eager)) throw new Error(`undici has no line ${http2.eager}`);
      return { code: code.replace(http2.eager, http2.late), map: null };
    },
  },
};

function isOutside(id: string, importer: string | undefined): boolean {
  if (id.startsWith("node:") || builtinModules.includes(id)) return true;
  if (/^[./]/.test(id) || importer?.includes("/node_modules/") === true) return false;
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id;
  return !bundled.has(name);
}

async function build(
  input: Readonly<Record<string, string>>,
  more: OutputOptions,
): Promise<readonly OutputChunk[]> {
  const bundle = await rolldown({
    input: { ...input },
    platform: "node",
    external: isOutside,
    plugins: [lateHttp2],
    // By this name undici leaves out a second parser, which is asked for nowhere.
    transform: { define: { esbuildDetection: "true" } },
  });
  const { output } = await bundle.write({
    dir: DIST,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    ...more,
  });
  await bundle.close();
  return output.filter((one) => one.type === "chunk");
}

rmSync(DIST, { recursive: true, force: true });
const sources = describeSources();
const chunks = await build({ main: here("src/cli/main.ts") }, { codeSplitting: { groups } });
await makeScripts(DIST, chunks);
await build(workers, {});
writeFileSync(STAMP, sources);
try {
  await warmUp(here("bin/plumbline.js"), here("manifests"));
} catch (error) {
  // The bundle is whole; the first runs take longer.
  console.error(`The bundle was not warmed up: ${(error as Error).message}`);
}
