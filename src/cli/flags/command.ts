/** Commands and flags as values. Help, completion and docs/reference.md follow them. */
import { Argument, InvalidArgumentError, Option, type Command } from "commander";
import { didYouMean } from "../../model/nearest.ts";
import { exitCodes } from "../process/exit-codes.ts";

/** A flag. Its environment variable follows from its name: `--log-level`, `PLUMBLINE_LOG_LEVEL`. */
export interface Flag {
  /** What it does, as a clause. */
  readonly about: string;
  /** Throws InvalidArgumentError; `before` is the value of the same flag given earlier. */
  readonly parse?: (text: string, before: never) => unknown;
  readonly choices?: readonly string[];
  readonly usual?: unknown;
  /** The default in words. */
  readonly usualText?: string;
  readonly isRequired?: true;
  /** Commander's names of flags that cannot be given with it. */
  readonly conflicts?: readonly string[];
  /** Another environment variable, or none. */
  readonly variable?: string | null;
  /** Where it stands in help. */
  readonly heading?: string;
}

/** Flags by their spelling, such as `-f, --file <path>`, in the order of help. */
export type Flags = Readonly<Record<string, string | Flag>>;

/** Puts flags below a heading of help. */
export function headed<const Given extends Flags>(heading: string, flags: Given): Given {
  const given = Object.entries(flags).map(([spelling, flag]) => [spelling, flagOf(flag)] as const);
  const moved = given.map(([spelling, flag]) => [spelling, { ...flag, heading }]);
  return Object.fromEntries(moved) as Given;
}

/** The values of flags, by the names that Commander gives them. */
export type FlagsOf<Given extends Flags> = {
  readonly [
    Spelling in keyof Given as IsThere<Spelling, Given[Spelling]> extends true
      ? NameOf<Spelling>
      : never
  ]: ValueOf<Spelling, Given[Spelling]>;
} & {
  readonly [
    Spelling in keyof Given as IsThere<Spelling, Given[Spelling]> extends true
      ? never
      : NameOf<Spelling>
  ]?: ValueOf<Spelling, Given[Spelling]>;
};

type NameOf<Spelling> = Spelling extends `${string}--${infer Long}`
  ? Long extends `${infer Name} ${string}`
    ? Camel<Name>
    : Camel<Long extends `no-${infer Name}` ? Name : Long>
  : never;

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

type ValueOf<Spelling, One> = One extends { readonly parse: (...given: never[]) => infer Value }
  ? Value
  : One extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : Spelling extends `${string}<${string}`
      ? string
      : boolean;

/** Whether a flag has a value without being given. */
type IsThere<Spelling, One> = One extends
  | { readonly usual: unknown }
  | { readonly isRequired: true }
  ? true
  : Spelling extends `--no-${string}`
    ? true
    : false;

function flagOf(flag: string | Flag): Flag {
  return typeof flag === "string" ? { about: flag } : flag;
}

/** An argument. */
interface Taken {
  readonly about: string;
  readonly choices?: readonly string[];
  readonly usual?: unknown;
}

/** A command, without its name and its code. */
export interface CommandSpec {
  readonly about: string;
  /** Arguments by their spelling, such as `[paths...]`. */
  readonly takes?: Readonly<Record<string, string | Taken>>;
  readonly flags: Flags;
  /** Ends the command for flags that do not go together. */
  readonly checks?: readonly ((command: Command) => void)[];
  /** Set where the process continues after success, until a signal. */
  readonly goesOn?: boolean;
  /** Shown below the flags. */
  readonly notes?: string;
  readonly examples: readonly string[];
}

/** Ends the command: its flags or arguments do not go together. */
export function refuse(command: Command, message: string): never {
  return command.error(`error: ${message}`, { exitCode: exitCodes.usage });
}

/** Registers a command without its action. */
export function addCommand(program: Command, name: string, spec: CommandSpec): Command {
  const { about, takes = {}, flags, checks = [], notes, examples } = spec;
  const command = program.command(name).description(about);
  for (const [spelling, taken] of Object.entries(takes))
    command.addArgument(argumentOf(spelling, typeof taken === "string" ? { about: taken } : taken));
  for (const [spelling, flag] of Object.entries(flags))
    command.addOption(optionOf(spelling, flagOf(flag)));
  for (const check of checks) command.hook("preAction", check);
  if (notes !== undefined) command.addHelpText("after", `\n${notes}`);
  const heading = examples.length === 1 ? "Example" : "Examples";
  const lines = examples
    .slice(0, EXAMPLES)
    .map((one) => `  ${one}`)
    .join("\n");
  return command.addHelpText("after", `\n${heading}:\n${lines}`);
}

/** Examples in help; the reference shows all. */
const EXAMPLES = 2;

function argumentOf(spelling: string, { about, choices, usual }: Taken): Argument {
  const made = new Argument(spelling, about);
  if (choices !== undefined) choose(made, choices);
  return usual === undefined ? made : made.default(usual);
}

/** The option of a flag. */
export function optionOf(spelling: string, flag: Flag): Option {
  const {
    about,
    parse,
    choices,
    usual,
    usualText,
    isRequired = false,
    conflicts,
    variable,
    heading,
  } = flag;
  const made = new Option(spelling, about);
  if (variable !== null) made.env(variable ?? variableOf(made));
  if (choices !== undefined) choose(made, choices);
  if (parse !== undefined) made.argParser(parse as (text: string, before: unknown) => unknown);
  if (usual !== undefined) made.default(usual, usualText);
  if (heading !== undefined) made.helpGroup(heading);
  if (conflicts !== undefined) made.conflicts([...conflicts]);
  return made.makeOptionMandatory(isRequired);
}

/** Output formats that other commands have, or that are called otherwise. */
const formatHabits: Readonly<Record<string, string>> = {
  name: "plumbline get -o name has it.",
  table: "It is called text.",
  wide: "plumbline get -o wide has it.",
  yaml: "plumbline render prints manifests, and plumbline get -o yaml objects.",
};

/** A text that is none of the choices is refused with the one that may be meant. */
function choose(made: Option | Argument, choices: readonly string[]): void {
  const { parseArg } = made.choices(choices);
  made.argParser((text: string, before: unknown) => {
    try {
      return parseArg?.call(made, text, before);
    } catch (error) {
      const habit = Object.hasOwn(formatHabits, text) ? formatHabits[text] : undefined;
      const hint = habit ?? didYouMean(text, choices);
      if (!(error instanceof InvalidArgumentError) || hint === undefined) throw error;
      throw new InvalidArgumentError(`${error.message} ${hint}`);
    }
  });
}

/** The environment variable that follows from the name. */
export function variableOf({ long = "" }: Option): string {
  return `PLUMBLINE_${long.slice(2).replaceAll("-", "_").toUpperCase()}`;
}
