/** The layout of help, and hints for mistyped words and for commands of other tools. */
import type { Command, HelpConfiguration, Option } from "commander";
import { refuse, variableOf } from "../flags/command.ts";
import { DEFAULT_PATHS } from "../flags/shared.ts";
import { exitCodes } from "../process/exit-codes.ts";
import { commandHabit, flagHabit, wronglyDashed } from "./habits.ts";

/** Groups commands with one line each. */
export function arrangeHelp(program: Command): void {
  for (const command of program.commands)
    command
      .summary(brief(command.description()))
      .configureHelp(layoutOf(command))
      .addHelpText("after", MORE);
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
    .addHelpText("after", "\nplumbline COMMAND --help shows the flags of one, with examples.")
    .addHelpText("after", `Exit codes: ${codes.join(", ")}.`);
}

const codes = Object.entries(exitCodes).map(([name, code]) => `${code} ${name}`);

const MORE =
  "docs/reference.md and man plumbline say more of each. A variable sets a flag: PLUMBLINE_ALL_TARGETS for --all-targets.";

/** One line for each flag. Paths alone are said in the usage, with their default. */
function layoutOf(command: Command): HelpConfiguration {
  const {
    options,
    registeredArguments: [first],
  } = command;
  // Beside the longest flag, on a screen of 80.
  const columns = 76 - Math.max(0, ...options.map(({ flags }) => flags.length));
  const optionDescription = (option: Option) => describedIn(columns, option);
  if (first?.defaultValue !== DEFAULT_PATHS) return { optionDescription };
  const usage = `plumbline ${command.name()} ${command.usage()} (${DEFAULT_PATHS.join(" ")} by default)`;
  return { optionDescription, visibleArguments: () => [], commandUsage: () => usage };
}

/** What a flag does, its choices where they fit, and an irregular variable. */
function describedIn(columns: number, option: Option): string {
  const text = fitting(option.description, columns);
  const [choices = ""] = option.argChoices === undefined ? [] : [option.argChoices.join(", ")];
  const isShort = choices !== "" && `${text} (${choices})`.length <= columns;
  // The default is the first choice.
  const more = [...(isShort ? [choices] : usualIn(option)), ...variableIn(option)].join("; ");
  return more === "" ? text : `${text} (${more})`;
}

function usualIn({ defaultValue, defaultValueDescription, negate }: Option): readonly string[] {
  const usual = defaultValueDescription ?? (defaultValue as string | undefined);
  return usual === undefined || negate ? [] : [`default ${usual}`];
}

/** Where it does not follow from the name. */
function variableIn(option: Option): readonly string[] {
  const { envVar, long } = option;
  if (envVar === variableOf(option) || long === "--help" || long === "--version") return [];
  return [envVar === undefined ? "no environment variable" : `env ${envVar}`];
}

/** The longest beginning that ends a clause and fits on a line; the shortest where none does. */
function fitting(description: string, columns: number): string {
  const ends = [...description.matchAll(/[;:,](?=\s)/g)].map(({ index }) => index);
  const clauses = [...ends, description.length].map((end) => description.slice(0, end));
  return clauses.findLast((clause) => clause.length <= columns) ?? clauses[0] ?? description;
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

/** Adds hints to the errors of a command and its subcommands. */
export function answerHabits(command: Command): void {
  command.configureOutput({
    outputError: (text, write) => write(withHabit(text, command)),
  });
  for (const one of command.commands) answerHabits(one);
}

/** Refuses long flags with one dash, of which `-t` and others would take the rest for a value. */
export function refuseOneDash(program: Command): void {
  program.hook("preSubcommand", (_program, command) => {
    const { rawArgs = [] } = program as { readonly rawArgs?: readonly string[] };
    const word = wronglyDashed(rawArgs, command);
    if (word !== undefined) refuse(command, `unknown option '${word}'`);
  });
}

/** Replaces Commander's suggestion with the hint. */
function withHabit(text: string, command: Command): string {
  if (command.name() === "unlock" && text.startsWith("error: required option"))
    return `${text}plumbline lock shows the id of the lock that is held.\n`;
  const found = /^error: unknown (option|command) '([^']+)'/.exec(text);
  const [first, what, word = ""] = found ?? [];
  const habit = what === "command" ? commandHabit(word) : flagHabit(word, command);
  return first === undefined || habit === undefined ? text : `${first}\n${habit}\n`;
}
