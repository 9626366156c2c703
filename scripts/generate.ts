/** Writes the generated files. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { generatedFiles } from "./generated.ts";
import { pageFiles } from "./page.ts";

for (const [path, content] of [...generatedFiles(), ...(await pageFiles())]) {
  writeFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), content);
  console.log(path);
}
