/** Flags of `plumbline check`. */
import { dataOption, option, outputOption, withExamples, type AddCommand } from "./option.ts";

/** Flags of `check`. */
export interface CheckFlags {
  readonly data: string;
  readonly output: "text" | "json";
  readonly removeOrphans?: boolean;
  readonly yes?: boolean;
}

/** Adds `check`. */
export const addCheck: AddCommand = (program) => {
  const command = program
    .command("check")
    .description(
      "look through the data folder of a server: database, contents, files, and whether they fit together; nothing is written",
    )
    .addOption(dataOption("folder to look through"))
    .addOption(outputOption())
    .addOption(
      option("--remove-orphans", "only delete what starts set aside in .orphans; asks before"),
    )
    .addOption(option("--yes", "do not ask"))
    .addHelpText(
      "after",
      "\nThe keystore password, where it is not in the folder, is PLUMBLINE_MASTER_PASSWORD (or _FILE).",
    );
  return withExamples(
    command,
    "plumbline check --data ./catalog",
    "plumbline check --data ./catalog --remove-orphans --yes",
  );
};
