/** Opens data directories for commands. */
import type { DataDirectory } from "../../datadir/open.ts";
import type { KindContext } from "../../reconciler/kind.ts";
import { failure, type CommandResult } from "../present/result.ts";
import { exitCodes } from "../process/exit-codes.ts";
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

/** Ends by an exit, which removes temporary files; a signal alone leaves them. */
async function endingOnSignals<Result>(work: () => Promise<Result>): Promise<Result> {
  const end = () => process.exit(exitCodes.interrupted);
  process.on("SIGINT", end).on("SIGTERM", end);
  try {
    return await work();
  } finally {
    process.off("SIGINT", end).off("SIGTERM", end);
  }
}
