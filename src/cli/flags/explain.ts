/** Flags of `plumbline explain`. */
import { outputOption, withExamples, type AddCommand } from "./option.ts";

/** Adds `explain`. */
export const addExplain: AddCommand = (program) => {
  const command = program
    .command("explain")
    .description("say what a kind or a field of its manifests means, offline")
    .argument("<topic>", "a kind or Project, with a field behind it: Style.source")
    .addOption(outputOption());
  return withExamples(
    command,
    "plumbline explain Style",
    "plumbline explain ImageMosaic.granules.policy",
    "plumbline explain Project.prune -o json",
  );
};
