/** The commands about Plumbline itself. */
import type { CommandSpec } from "./command.ts";
import { output } from "./shared.ts";

export const shells = ["bash", "zsh", "fish"] as const;

/** A supported shell. */
export type Shell = (typeof shells)[number];

/** The commands about Plumbline itself. */
export const aboutItself = {
  explain: {
    about: "say what a kind or a field of its manifests means, offline",
    takes: { "<topic>": "a kind or Project, with a field behind it: Style.source" },
    flags: output,
    examples: [
      "plumbline explain Style",
      "plumbline explain ImageMosaic.granules.policy",
      "plumbline explain Project.prune -o json",
    ],
  },
  completion: {
    about: "print a script with which a shell completes commands, flags and their values",
    takes: { "<shell>": { about: "the shell", choices: shells } },
    flags: {},
    examples: [
      "source <(plumbline completion bash)",
      "source <(plumbline completion zsh)",
      "plumbline completion fish > ~/.config/fish/completions/plumbline.fish",
    ],
  },
  schema: {
    about:
      "print the JSON Schema of a kind, of any manifest, of the project file, or of what commands print: plan, report",
    takes: {
      "[kind]": {
        about: "a kind, manifest, project, patch, plan or report",
        usual: "manifest",
      },
    },
    flags: {},
    examples: ["plumbline schema Style", "plumbline schema plan"],
  },
  version: {
    about: "print the version",
    flags: output,
    examples: ["plumbline version -o json"],
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;
