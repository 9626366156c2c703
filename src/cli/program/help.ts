/** The layout of help, and hints for mistyped words and for commands of other tools. */
import { type Argument, type Command, InvalidArgumentError, type Option } from "commander";
import { didYouMean } from "../../model/nearest.ts";
import { variableOf } from "../flags/command.ts";
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

/** With the environment variable only where it does not follow from the name. */
function optionDescription(option: Option): string {
  const { description, argChoices, defaultValue, envVar, long } = option;
  const choices = argChoices === undefined ? [] : [`one of ${argChoices.join(", ")}`];
  const usual = option.defaultValueDescription ?? (defaultValue as string | undefined);
  const given = usual === undefined || option.negate ? [] : [`default ${usual}`];
  const isFollowing = envVar === variableOf(option) || long === "--help" || long === "--version";
  const variable = isFollowing
    ? []
    : [envVar === undefined ? "no environment variable" : `env ${envVar}`];
  const more = [...choices, ...given, ...variable].join("; ");
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

/** Commands of other tools, with the equivalent. */
const COMMANDS: Readonly<Record<string, string>> = {
  delete:
    "plumbline destroy deletes what an estate owns; an object goes when no manifest declares it.",
  deploy: "plumbline apply does that.",
  describe: "plumbline get lists objects, plumbline status their state.",
  dump: "plumbline import --out FOLDER writes manifests for existing objects.",
  export: "plumbline import --out FOLDER writes manifests for existing objects.",
  lint: "plumbline validate checks manifests and the files they name.",
  reconcile: "plumbline apply does that once, plumbline watch again and again.",
  rollback: "Go back with Git: check out the commit that plumbline history names, and apply.",
  server: "plumbline serve starts the included server.",
  sync: "plumbline apply --prune owned does that.",
  undo: "Go back with Git: check out the commit that plumbline history names, and apply.",
};

function commandHabit(name: string): string | undefined {
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
}

function flagHabit(flag: string, command: Command): string | undefined {
  const asks = command.options.some(({ long }) => long === "--yes");
  const confirms = command.options.some(({ long }) => long === "--confirm");
  if (confirms && /^(?:-y|--yes|--?auto-approve|--assume-yes)$/.test(flag))
    return "It is confirmed by the name of the estate: --confirm NAME.";
  if (/^(?:-y|--?auto-approve|--assume-yes)$/.test(flag))
    return asks ? "It is called --yes." : "Nothing is asked here; leave it out.";
  if (/^--?dry-run(?:=|$)/.test(flag))
    return "plumbline plan shows what apply would do, and plumbline rehearse tries it on a copy.";
  if (flag === "--refresh-only") return "plumbline drift does that.";
  if (flag === "--force") return "Dangers are accepted by their names, with --allow.";
  return undefined;
}

/** Adds hints to the errors of a command and its subcommands. */
export function answerHabits(command: Command): void {
  command.configureOutput({
    outputError: (text, write) => write(withHabit(text, command)),
  });
  for (const one of command.commands) answerHabits(one);
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

/** Adds suggestions to the invalid choices of a command and its subcommands. */
export function suggestChoices(command: Command): void {
  for (const value of [...command.options, ...command.registeredArguments]) suggestFor(value);
  for (const one of command.commands) suggestChoices(one);
}

function suggestFor(value: Option | Argument): void {
  const { argChoices, parseArg } = value;
  if (argChoices === undefined || parseArg === undefined) return;
  value.argParser((text: string, before: unknown) => {
    try {
      return parseArg.call(value, text, before);
    } catch (error) {
      const hint = didYouMean(text, argChoices);
      if (!(error instanceof InvalidArgumentError) || hint === undefined) throw error;
      throw new InvalidArgumentError(`${error.message} ${hint}`);
    }
  });
}
