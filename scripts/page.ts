/** Script and style sheet of report pages, made from `src/report-page/` into a module that the renderer embeds. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Path in the project to content. */
export async function pageFiles(): Promise<ReadonlyMap<string, string>> {
  const script = await bundled("src/report-page/main.ts");
  const style = readFileSync(here("src/report-page/page.css"), "utf8").trim();
  const parts = Object.entries({
    script,
    scriptHash: hashOf(script),
    style,
    styleHash: hashOf(style),
  });
  const lines = parts.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`);
  const text = `/** Made by \`npm run generate\` from src/report-page/; a test keeps it fresh. */\n${lines.join("")}`;
  return new Map([["src/reconciler/report/page/assets.js", text]]);
}

/** One script of an entry and all that it imports, that may stand inside of a page. */
async function bundled(entry: string): Promise<string> {
  const bundle = await rolldown({ input: here(entry), platform: "browser" });
  const { output } = await bundle.generate({ format: "iife", minify: true });
  await bundle.close();
  const [first] = output;
  const text = first.code.trim();
  if (/<\/script|<!--|\r/i.test(text)) throw new Error(`${entry} would end its element`);
  return text;
}

/** As a content security policy names it. */
function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
