/** Replaces files atomically. */
import { open, realpath, rename, rm, stat } from "node:fs/promises";
import { asUnwritable } from "./writing.ts";

/**
 * Writes a file durably, with fsync and rename; follows links. `mode` defaults to that of the old
 * file. Rejects with UnwritableError.
 */
export async function replaceFile(file: string, text: string, mode?: number): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const before = await stat(target).catch(() => undefined);
  const staged = `${target}.${process.pid}.new`;
  try {
    // `wx` refuses an existing staged file, which others may be able to read.
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
