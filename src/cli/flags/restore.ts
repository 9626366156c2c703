/** Names and flags of `plumbline restore`. */
import type { RestoreFlags } from "../commands/restore.ts";
import { dataOption, outputOption, withExamples, type AddCommand } from "./option.ts";

/** Adds `restore`. */
export const addRestore: AddCommand = (program, finish) => {
  const command = program
    .command("restore")
    .description("make a data folder of a backup, and check it")
    .argument("<file>", "the backup")
    .addOption(dataOption("folder to restore into; empty, or not there yet"))
    .addOption(outputOption());
  withExamples(command, "plumbline restore /backups/monday.tar --data ./restored").action(
    async (file: string, flags: RestoreFlags) =>
      finish(await (await import("../commands/restore.ts")).runRestore(file, flags)),
  );
};
