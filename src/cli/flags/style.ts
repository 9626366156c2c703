/** `plumbline style`. */
import type { Command } from "commander";
import { refuse, type CommandSpec } from "./command.ts";
import { output } from "./shared.ts";

/** Flags of `style`. */
export interface StyleFlags {
  readonly out?: string;
}

/** The command. */
export const style: CommandSpec = {
  about:
    "translate a CSS style into SLD 1.0, as the catalog server does; or draw what each rule of a style draws, as SVG, with two styles the one beside the other",
  takes: {
    "<verb>": { about: "what to do", choices: ["translate", "draw"] },
    "<files...>":
      "translate: a CSS style; draw: an SLD or CSS style, a folder or archive with one and its images, or two of these; - is stdin",
  },
  flags: { "--out <file>": "draw to this file instead of stdout", ...output },
  checks: [expectFiles],
  examples: [
    "plumbline style translate roads.css",
    "plumbline style translate roads.css > roads.sld",
    "plumbline style translate - -o json < roads.css",
    "plumbline style draw roads.sld --out roads.svg",
    "plumbline style draw before/roads.sld roads.sld --out roads.svg",
  ],
};

function expectFiles(command: Command): void {
  const [verb, ...files] = command.args;
  if (verb === "translate" && files.length > 1)
    refuse(command, "one style is translated at a time");
  if (files.length > 2) refuse(command, "one style is drawn, or two");
  // An environment variable is tolerated: it may be meant for another command.
  if (verb === "translate" && command.getOptionValueSource("out") === "cli")
    refuse(command, "--out is for style draw");
}
