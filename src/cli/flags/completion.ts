/** Names and flags of `plumbline completion`. */
import { Argument, type Command } from "commander";
import { withExamples, type AddCommand } from "./option.ts";

/** Shells that scripts are made for. */
export const shells = ["bash", "zsh", "fish"] as const;

/** One of the shells above. */
export type Shell = (typeof shells)[number];

/** Adds `completion`. */
export const addCompletion: AddCommand = (program, finish) => {
  const command = program
    .command("completion")
    .description("print a script with which a shell completes commands, flags and their values")
    .addArgument(new Argument("<shell>", "the shell").choices(shells));
  withExamples(
    command,
    "source <(plumbline completion bash)",
    "source <(plumbline completion zsh)",
    "plumbline completion fish > ~/.config/fish/completions/plumbline.fish",
  ).action(async (shell: Shell, _flags: object, own: Command) =>
    finish((await import("../commands/completion.ts")).runCompletion(own.parent ?? own, shell)),
  );
};
