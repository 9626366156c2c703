/** The included catalog server for programs; it is loaded when one is opened, since most programs open none. */
import type { OpenOptions, OpenServer } from "../server/options.ts";

/** Opens a catalog server on a folder. Rejects with DataFolderError where the folder cannot be served. */
export async function openCatalogServer(options: OpenOptions): Promise<OpenServer> {
  const server = await import("../server/open.ts");
  return server.openCatalogServer(options);
}
