/** Names and flags of `plumbline backup`. */
import type { BackupFlags } from "../commands/backup.ts";
import { dataOption, outputOption, withExamples, type AddCommand } from "./option.ts";

/** Adds `backup`. */
export const addBackup: AddCommand = (program, finish) => {
  const command = program
    .command("backup")
    .description(
      "write the data folder of a server to one file, while the server goes on; granules and keystore are in it",
    )
    .argument("<file>", "the backup, a tar for its owner only; one that is there is replaced")
    .addOption(dataOption("folder of the server"))
    .addOption(outputOption());
  withExamples(command, "plumbline backup /backups/monday.tar --data ./catalog").action(
    async (file: string, flags: BackupFlags) =>
      finish(await (await import("../commands/backup.ts")).runBackup(file, flags)),
  );
};
