/** Flags of `plumbline restore`. */
import { dataOption, outputOption, withExamples, type AddCommand } from "./option.ts";

/** Flags of `restore`. */
export interface RestoreFlags {
  readonly data: string;
  readonly output: "text" | "json";
}

/** Adds `restore`. */
export const addRestore: AddCommand = (program) => {
  const command = program
    .command("restore")
    .description("make a data folder of a backup, and check it")
    .argument("<file>", "the backup")
    .addOption(dataOption("folder to restore into; empty, or not there yet"))
    .addOption(outputOption());
  return withExamples(command, "plumbline restore /backups/monday.tar --data ./restored");
};
