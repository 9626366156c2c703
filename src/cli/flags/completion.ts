/** Flags of `plumbline completion`. */
import { Argument } from "commander";
import { withExamples, type AddCommand } from "./option.ts";

export const shells = ["bash", "zsh", "fish"] as const;

/** A supported shell. */
export type Shell = (typeof shells)[number];

/** Adds `completion`. */
export const addCompletion: AddCommand = (program) => {
  const command = program
    .command("completion")
    .description("print a script with which a shell completes commands, flags and their values")
    .addArgument(new Argument("<shell>", "the shell").choices(shells));
  return withExamples(
    command,
    "source <(plumbline completion bash)",
    "source <(plumbline completion zsh)",
    "plumbline completion fish > ~/.config/fish/completions/plumbline.fish",
  );
};
