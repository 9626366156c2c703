/** Files replaced as a whole: anyone who reads them sees what was there or what is there now. */
import { open, realpath, rename, rm, stat } from "node:fs/promises";
import { asUnwritable } from "./writing.ts";

/**
 * Writes a file in place of what is there, durably; of a link, what it leads to. `mode` is that of the
 * new file; that of the one before when absent. Rejects with UnwritableError.
 */
export async function replaceFile(file: string, text: string, mode?: number): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const before = await stat(target).catch(() => undefined);
  const staged = `${target}.${process.pid}.new`;
  try {
    // What lies there from before may be somebody else's to read.
    const handle = await open(staged, "wx", mode ?? before?.mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(staged, target);
  } catch (error) {
    await rm(staged, { force: true });
    throw asUnwritable(file, error);
  }
}
