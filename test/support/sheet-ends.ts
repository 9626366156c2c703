/** Sheets in a thread of their own with 256 MB. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { SheetEnd } from "./sheet-worker.ts";

const LIMITS = { maxOldGenerationSizeMb: 208, maxYoungGenerationSizeMb: 48 };

/** How each of the sheets ends; the thread has 256 MB for all of its objects, and dies beyond. */
export async function endsOf(texts: readonly string[]): Promise<readonly SheetEnd[]> {
  const worker = new Worker(new URL("sheet-worker.ts", import.meta.url), {
    resourceLimits: LIMITS,
  });
  try {
    const ends: SheetEnd[] = [];
    for (let start = 0; start < texts.length; start += 50) {
      worker.postMessage(texts.slice(start, start + 50));
      const [answer] = (await once(worker, "message")) as [readonly SheetEnd[]];
      ends.push(...answer);
    }
    return ends;
  } finally {
    await worker.terminate();
  }
}
