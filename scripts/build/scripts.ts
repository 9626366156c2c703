/**
 * Files of the bundle that are run with the code that V8 made of them (bin/kept-code.js). It keeps
 * code of classic scripts alone, so modules that need no library from outside become scripts.
 */
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { rolldown, type OutputChunk } from "rolldown";

/**
 * Makes scripts of all modules of a bundle that can be scripts, and lets modules of their old names
 * pass on what they export, for those that cannot. Throws where that would change what they do.
 */
export async function makeScripts(folder: string, chunks: readonly OutputChunk[]): Promise<void> {
  const scripts = withoutLibraries(chunks);
  for (const chunk of scripts) {
    const names = changing(chunk);
    if (names.length > 0) throw new Error(`${chunk.fileName} lets ${names.join(", ")} change`);
  }
  const nameOf = ({ fileName }: OutputChunk) => fileName;
  const names = new Map(chunks.map(nameOf).map((name) => [name, name]));
  for (const name of scripts.map(nameOf)) names.set(name, scriptOf(name));
  for (const { fileName } of scripts) await makeScript(folder, fileName, names);
  for (const { fileName, exports } of scripts)
    writeFileSync(join(folder, fileName), passOn(fileName, exports));
}

/** Modules that import nothing but each other and what Node brings. */
function withoutLibraries(chunks: readonly OutputChunk[]): readonly OutputChunk[] {
  const names = new Set(chunks.map(({ fileName }) => fileName));
  const kept = chunks.filter(({ imports }) =>
    imports.every((id) => id.startsWith("node:") || names.has(id)),
  );
  return kept.length === chunks.length ? kept : withoutLibraries(kept);
}

/** Exported names of variables that can be given another value, which importers would not see. */
function changing({ code, exports, fileName }: OutputChunk): readonly string[] {
  const exported = new Set(
    [...code.matchAll(/^export \{(.*)\};?$/gm)].flatMap(([, list = ""]) =>
      list.split(",").flatMap((one) => one.trim().match(/^[^ ]+/) ?? []),
    ),
  );
  if (exported.size !== exports.length) throw new Error(`${fileName} exports in another form`);
  const variables = [...code.matchAll(/^let ([\w$]+)/gm)].map(([, name = ""]) => name);
  return variables.filter((name) => exported.has(name));
}

const scriptOf = (fileName: string) => fileName.replace(/\.js$/, ".cjs");

async function makeScript(
  folder: string,
  fileName: string,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const input = join(folder, fileName);
  const bundle = await rolldown({
    input,
    platform: "node",
    external: (id) => id !== input,
    treeshake: false,
  });
  const { output } = await bundle.generate({
    format: "cjs",
    exports: "named",
    paths: (id) => {
      const name = names.get(basename(id));
      return name === undefined ? id : `./${name}`;
    },
  });
  await bundle.close();
  // A script has no import() of its own, and of plain ASCII a half is read.
  const code = output[0].code
    .replaceAll(/\bimport\("/g, 'importLate("')
    .replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const left = code.split("\n").find((line) => /^(?!\s*(?:\*|\/[/*])).*\bimport\(/.test(line));
  if (left !== undefined) throw new Error(`${fileName} still has ${left}`);
  writeFileSync(join(folder, scriptOf(fileName)), code);
}

function passOn(fileName: string, names: readonly string[]): string {
  const parts = names.map((name, index) => [`$${index}`, name]);
  return [
    `import { loadScript } from "../bin/kept-code.js";`,
    `const { ${parts.map(([local, name]) => `${name}: ${local}`).join(", ")} } =`,
    `  loadScript(new URL("./${scriptOf(fileName)}", import.meta.url));`,
    `export { ${parts.map(([local, name]) => `${local} as ${name}`).join(", ")} };\n`,
  ].join("\n");
}
