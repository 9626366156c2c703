/** Opens a catalog server. */
import { mkdirSync } from "node:fs";
import { openInFolder } from "./open-folder.ts";
import { openShared } from "./open-shared.ts";
import type { OpenOptions, OpenServer } from "./options.ts";
import { lockFolder } from "./storage/folder-lock.ts";

/**
 * Rejects when the folder, the database or a granule root cannot be used, when another process has
 * locked the folder, when the catalog is older than its files, or when no available password opens
 * the keystore.
 */
export async function openCatalogServer(options: OpenOptions): Promise<OpenServer> {
  const now = options.now ?? (() => new Date().toISOString());
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  // Must come first: files that another server is writing look like leftovers.
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
