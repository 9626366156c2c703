/** What can be typed, out of the command line itself, so that completions never lag behind it. Pure. */
import type { Argument, Command, Option } from "commander";

/** What may stand in the place of a value. */
export type Value =
  | { readonly type: "choices"; readonly choices: readonly string[] }
  | { readonly type: "files" | "folders" | "text" };

/** A flag; `value` is undefined where it takes none. */
export interface FlagModel {
  /** Such as `-o` and `--output`. */
  readonly names: readonly string[];
  readonly description: string;
  readonly value: Value | undefined;
}

/** A command, by the words that lead to it: none for the program itself. */
export interface CommandModel {
  readonly words: readonly string[];
  readonly description: string;
  readonly flags: readonly FlagModel[];
  /** Commands below it, with their descriptions. */
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  /** What its arguments may be; the last one may be given again. */
  readonly arguments: readonly Value[];
}

/** Words that an argument or a value of a flag may begin with, by its name in the help. */
export type KnownWords = Readonly<Record<string, readonly string[]>>;

/** Every command of a program, the program itself first. */
export function modelOf(program: Command, words: KnownWords): readonly CommandModel[] {
  const shared = program.options.map((option) => flagOf(option, words));
  return commandsBelow(program, [], { words, shared });
}

interface About {
  readonly words: KnownWords;
  /** Flags of the program, which every command takes. */
  readonly shared: readonly FlagModel[];
}

const HELP: FlagModel = {
  names: ["-h", "--help"],
  description: "display help for command",
  value: undefined,
};

function commandsBelow(
  command: Command,
  path: readonly string[],
  about: About,
): readonly CommandModel[] {
  const own = path.length === 0 ? [] : command.options.map((one) => flagOf(one, about.words));
  const model: CommandModel = {
    words: path,
    description: command.description(),
    flags: [...own, ...about.shared, HELP],
    commands: command.commands.map((one) => ({
      name: one.name(),
      description: one.description(),
    })),
    arguments: command.registeredArguments.map((one) => argumentOf(one, about.words)),
  };
  return [
    model,
    ...command.commands.flatMap((one) => commandsBelow(one, [...path, one.name()], about)),
  ];
}

function flagOf(option: Option, words: KnownWords): FlagModel {
  const { short, long, flags, description, argChoices } = option;
  const names = [short, long].filter((name) => name !== undefined);
  if (!option.required && !option.optional) return { names, description, value: undefined };
  const placeholder = /[<[]([a-z-]+)/.exec(flags)?.[1] ?? "";
  return { names, description, value: valueOf(placeholder, argChoices, words) };
}

function argumentOf(argument: Argument, words: KnownWords): Value {
  return valueOf(argument.name(), argument.argChoices, words);
}

const FILES = new Set(["file", "path", "paths"]);
const FOLDERS = new Set(["folder", "dir"]);

function valueOf(name: string, choices: readonly string[] | undefined, words: KnownWords): Value {
  const known = choices ?? words[name];
  if (known !== undefined) return { type: "choices", choices: known };
  if (FILES.has(name)) return { type: "files" };
  return FOLDERS.has(name) ? { type: "folders" } : { type: "text" };
}
