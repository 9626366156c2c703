/** Flags of `plumbline backup`. */
import { dataOption, outputOption, withExamples, type AddCommand } from "./option.ts";

/** Flags of `backup`. */
export interface BackupFlags {
  readonly data: string;
  readonly output: "text" | "json";
}

/** Adds `backup`. */
export const addBackup: AddCommand = (program) => {
  const command = program
    .command("backup")
    .description(
      "write the data folder of a server to one file, while the server goes on; granules and keystore are in it",
    )
    .argument("<file>", "the backup, a tar for its owner only; one that is there is replaced")
    .addOption(dataOption("folder of the server"))
    .addOption(outputOption());
  return withExamples(command, "plumbline backup /backups/monday.tar --data ./catalog");
};
