/** Names and flags of `plumbline check`. */
import type { CheckFlags } from "../commands/check.ts";
import { dataOption, option, outputOption, withExamples, type AddCommand } from "./option.ts";

/** Adds `check`. */
export const addCheck: AddCommand = (program, finish) => {
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
  withExamples(
    command,
    "plumbline check --data ./catalog",
    "plumbline check --data ./catalog --remove-orphans --yes",
  ).action(async (flags: CheckFlags) =>
    finish(await (await import("../commands/check.ts")).runCheck(flags)),
  );
};
