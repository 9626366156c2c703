/** Opens data directories for commands. */
import type { DataDirectory } from "../../datadir/open.ts";
import type { KindContext } from "../../reconciler/kind.ts";
import { failure, type CommandResult } from "../present/result.ts";
import { endingOnSignals } from "../process/context.ts";
import { failingAt } from "./on-server.ts";

/** The account in every data directory. */
const ADMINISTRATOR = "admin";

/** Opens a data directory, closes it afterwards, and reports its known errors as a failure. */
export async function onDataDirectory(
  path: string,
  work: (directory: DataDirectory, context: KindContext) => Promise<CommandResult>,
): Promise<CommandResult> {
  const { DataDirectoryError, openDataDirectory } = await import("../../datadir/open.ts");
  return failingAt(path, async () => {
    try {
      return await endingOnSignals(async () => {
        const directory = await openDataDirectory(path);
        const { read, server, close } = directory;
        return work(directory, { read, server, account: ADMINISTRATOR }).finally(close);
      });
    } catch (error) {
      if (error instanceof DataDirectoryError) return failure([error.diagnostic]);
      throw error;
    }
  });
}
