/** `plumbline completion`. */
import type { CommandSpec } from "./command.ts";

export const shells = ["bash", "zsh", "fish"] as const;

/** A supported shell. */
export type Shell = (typeof shells)[number];

/** The command. */
export const completion: CommandSpec = {
  about: "print a shell script that completes commands, flags and values",
  takes: { "<shell>": { about: "the shell", choices: shells } },
  flags: {},
  examples: [
    "source <(plumbline completion bash)",
    "source <(plumbline completion zsh)",
    "plumbline completion fish > ~/.config/fish/completions/plumbline.fish",
  ],
};
