/** Sheets in a thread of their own with 256 MB. */
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import type { SheetEnd } from "./sheet-worker.ts";

const LIMITS = { maxOldGenerationSizeMb: 208, maxYoungGenerationSizeMb: 48 };

/** How each of the sheets ends; the thread has 256 MB for all of its objects, and dies beyond. */
export async function endsOf(texts: readonly string[]): Promise<readonly SheetEnd[]> {
  const pool = new Piscina<readonly string[], readonly SheetEnd[]>({
    filename: fileURLToPath(new URL("sheet-worker.ts", import.meta.url)),
    name: "translateAll",
    maxThreads: 1,
    resourceLimits: LIMITS,
  });
  try {
    const ends: SheetEnd[] = [];
    for (let start = 0; start < texts.length; start += 50)
      ends.push(...(await pool.run(texts.slice(start, start + 50))));
    return ends;
  } finally {
    await pool.destroy();
  }
}
