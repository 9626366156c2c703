/** Names and flags of `plumbline history`. */
import type { HistoryFlags } from "../commands/history.ts";
import { withServer } from "./estate.ts";
import { option, outputOption, parseNumber, withExamples, type AddCommand } from "./option.ts";

/** Adds `history`. */
export const addHistory: AddCommand = (program, finish) => {
  const command = withServer(
    program
      .command("history")
      .description("list the runs of the estate, or show one of them whole")
      .argument("[run]", "a run by its id or the first characters of it, or last")
      .addOption(outputOption()),
  ).addOption(
    option("--limit <number>", "how many runs to list, newest first")
      .default(20)
      .argParser(parseNumber(1, 200)),
  );
  withExamples(command, "plumbline history", "plumbline history last -o json").action(
    async (run: string | undefined, flags: HistoryFlags) =>
      finish(await (await import("../commands/history.ts")).runHistory(run, flags)),
  );
};
