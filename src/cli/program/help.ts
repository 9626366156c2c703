/** The layout of help. */
import type { Command, Option } from "commander";
import { exitCodes } from "../process/exit-codes.ts";

/** Groups commands with one line each. */
export function arrangeHelp(program: Command): void {
  for (const command of program.commands)
    command
      .summary(brief(command.description()))
      .configureHelp({ optionDescription })
      .addHelpText("after", `\nFlags can be set by environment variables: ${VARIABLES}`);
  if (program.commands.length === 1) return;
  const help = program
    .createCommand("help")
    .argument("[command]", "the command")
    .description("show what a command does, with its flags and examples")
    .helpOption(false)
    .helpGroup("Begin:");
  program
    .addHelpCommand(help)
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText("after", "\nplumbline COMMAND --help shows the flags of one, with examples.");
}

const VARIABLES = "PLUMBLINE_ALL_TARGETS for --all-targets.";

/** Without the environment variable, which follows from the name. */
function optionDescription({ description, argChoices, defaultValue, ...option }: Option): string {
  const choices = argChoices === undefined ? [] : [`one of ${argChoices.join(", ")}`];
  const usual = option.defaultValueDescription ?? (defaultValue as string | undefined);
  const given = usual === undefined || option.negate ? [] : [`default ${usual}`];
  const more = [...choices, ...given].join("; ");
  return more === "" ? description : `${description} (${more})`;
}

const FIRST = ["init", "import", "plan", "apply", "doctor"];

/** Short help without a command, as the full list is long. */
export function addShortHelp(program: Command): void {
  const whole = program.help.bind(program);
  const help = (context?: { readonly error?: boolean }): never => {
    if (context?.error !== true) return whole();
    const lines = program.commands
      .filter((command) => FIRST.includes(command.name()))
      .toSorted((a, b) => FIRST.indexOf(a.name()) - FIRST.indexOf(b.name()))
      .map((command) => `  plumbline ${command.name().padEnd(8)}  ${command.summary()}`);
    const text = [program.description(), "", ...lines, "", "plumbline --help lists all commands."];
    return program.error(text.join("\n"), { exitCode: exitCodes.usage });
  };
  Object.assign(program, { help });
}

/** The description up to its first `;`, `:` or full stop. */
export function brief(description: string): string {
  const [first = ""] = description.split(/[;:.](?:\s|$)/);
  return first.replaceAll("\n", " ").trim();
}
