/** Writes the generated files. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { generatedFiles } from "./generated.ts";

for (const [path, content] of generatedFiles()) {
  writeFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), content);
  console.log(path);
}
