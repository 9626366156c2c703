/** What commands on a data directory begin and end with. */
import type { DataDirectory } from "../../datadir/open.ts";
import type { KindContext } from "../../reconciler/kind.ts";
import { failure, type CommandResult } from "../present/result.ts";
import { failingAt } from "./on-server.ts";

/** Name of the account that every data directory comes with. */
const ADMINISTRATOR = "admin";

/** Opens a data directory, and lets go of it; what is known to go wrong with it is the failure of the command. */
export async function onDataDirectory(
  path: string,
  work: (directory: DataDirectory, context: KindContext) => Promise<CommandResult>,
): Promise<CommandResult> {
  const { DataDirectoryError, openDataDirectory } = await import("../../datadir/open.ts");
  return failingAt(path, async () => {
    try {
      const directory = await openDataDirectory(path);
      const { read, server } = directory;
      const result = await work(directory, { read, server, account: ADMINISTRATOR });
      await directory.close();
      return result;
    } catch (error) {
      if (error instanceof DataDirectoryError) return failure([error.diagnostic]);
      throw error;
    }
  });
}
