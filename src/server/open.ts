/** Opens everything a catalog server needs, and closes it again. */
import { mkdirSync } from "node:fs";
import { openInFolder } from "./open-folder.ts";
import { openShared } from "./open-shared.ts";
import type { OpenOptions, OpenServer } from "./options.ts";
import { lockFolder } from "./storage/folder-lock.ts";

/**
 * Opens a catalog server on a folder, and on the database that is said. Rejects when the folder, its database
 * or a granule root cannot be used, when another process works on the folder, when the catalog is older
 * than its files, or when no password at hand opens the keystore.
 */
export async function openCatalogServer(options: OpenOptions): Promise<OpenServer> {
  const now = options.now ?? (() => new Date().toISOString());
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  // Before anything in the folder is looked at: what another server is writing looks left behind.
  const lock = lockFolder(options.folder, now());
  try {
    const { shared } = options;
    const server = await (shared === undefined
      ? openInFolder({ ...options, now })
      : openShared({ ...options, shared, now }));
    const close = async () => {
      await server.close();
      lock.release();
    };
    return { ...server, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}
