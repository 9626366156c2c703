/** Flags of `plumbline history`. */
import { withServer, type EstateFlags } from "./estate.ts";
import { option, outputOption, parseNumber, withExamples, type AddCommand } from "./option.ts";

/** Flags of `history`. */
export interface HistoryFlags extends EstateFlags {
  readonly output: "text" | "json";
  readonly limit: number;
}

/** Adds `history`. */
export const addHistory: AddCommand = (program) => {
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
  return withExamples(command, "plumbline history", "plumbline history last -o json");
};
