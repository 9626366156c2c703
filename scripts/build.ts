/**
 * The bundle that `bin/plumbline.js` starts (docs/decisions/0031-bundle.md): the sources and those
 * libraries that most commands load, in few files. Other libraries stay where they are installed.
 *
 *   npm run build
 */
import { rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { rolldown, type OutputOptions, type Plugin } from "rolldown";
import { describeSources, STAMP } from "../bin/sources.js";

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Libraries that go into the bundle with all they need; the others have files beside their code. */
const bundled = new Set([
  "@clack/prompts",
  "commander",
  "dot-properties",
  "fast-xml-parser",
  "leven",
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

/** An import of a built-in module asks it for everything it has, which takes longer than the module. */
const askForNames: Plugin = {
  name: "ask-for-names",
  renderChunk: (code) => {
    const named = code.replaceAll(
      /^import \{(.+?)\} from "(node:[\w/]+)";$/gm,
      (_all, names: string, from: string) =>
        builtIn(`{${names.replaceAll(/(\w+) as (\w+)/g, "$1: $2")}}`, from),
    );
    const whole = named.replaceAll(
      /^import (\w+) from "(node:[\w/]+)";$/gm,
      (_all, name: string, from: string) => builtIn(name, from),
    );
    // No line moves, so the places stay what they were.
    return { code: whole, map: null };
  },
};

function builtIn(names: string, from: string): string {
  return `const ${names} = globalThis.process.getBuiltinModule("${from}");`;
}

function isOutside(id: string, importer: string | undefined): boolean {
  if (id.startsWith("node:") || builtinModules.includes(id)) return true;
  if (/^[./]/.test(id) || importer?.includes("/node_modules/") === true) return false;
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id;
  return !bundled.has(name);
}

async function build(input: Readonly<Record<string, string>>, more: OutputOptions): Promise<void> {
  const bundle = await rolldown({
    input: { ...input },
    platform: "node",
    external: isOutside,
    plugins: [askForNames],
  });
  await bundle.write({
    dir: here("dist"),
    format: "esm",
    minify: true,
    sourcemap: true,
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    ...more,
  });
  await bundle.close();
}

rmSync(here("dist"), { recursive: true, force: true });
const sources = describeSources();
await build({ main: here("src/cli/main.ts") }, { codeSplitting: { groups } });
await build(workers, {});
writeFileSync(STAMP, sources);
