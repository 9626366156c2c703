/** Completion candidates, from the command line definition. */
import type { Argument, Command, Option } from "commander";
import { brief } from "./help.ts";

/**
 * Candidates for the last word: a word with its description after a tab, or only `:files` or
 * `:dirs` for the shell. After `--flag=` the candidates are plain values.
 */
export async function candidatesFor(
  typed: readonly string[],
  program: Command,
): Promise<readonly string[]> {
  const words = rejoined(typed);
  const current = words.pop() ?? "";
  const { command, flags, awaited, isOpen, place } = placeBehind(words, program);
  if (awaited !== undefined) return valuesOf(awaited);
  if (isOpen && current.startsWith("-")) return flagsOf(current, flags);
  if (command.commands.length > 0)
    return command.commands.map((one) => described(one.name(), one.description()));
  const known = command.registeredArguments;
  const argument = known[Math.min(place, known.length - 1)];
  return argument === undefined ? [] : valuesOf(argument);
}

/** Bash splits words at =; this joins them. */
function rejoined(typed: readonly string[]): string[] {
  const words: string[] = [];
  for (const [index, word] of typed.entries()) {
    const isPart = index > 0 && (word === "=" || typed[index - 1] === "=");
    words.push(isPart ? `${words.pop() ?? ""}${word}` : word);
  }
  return words;
}

/**
 * The context of the next word: command, flag that awaits a value, whether flags are allowed,
 * number of arguments.
 */
function placeBehind(words: readonly string[], program: Command) {
  let command = program;
  let awaited: Option | undefined;
  let isOpen = true;
  let place = 0;
  for (const word of words) {
    if (awaited !== undefined) awaited = undefined;
    else if (isOpen && word === "--") isOpen = false;
    else if (isOpen && /^-./.test(word)) awaited = taking(word, flagsIn(command, program));
    else {
      const below = command.commands.find((one) => one.name() === word);
      if (below === undefined) place += 1;
      else command = below;
    }
  }
  return { command, flags: flagsIn(command, program), awaited, isOpen, place };
}

function flagsIn(command: Command, program: Command): readonly Option[] {
  return [...new Set([...command.createHelp().visibleOptions(command), ...program.options])];
}

/** A flag by its name, if it takes a value. */
function taking(name: string, flags: readonly Option[]): Option | undefined {
  return flags.find(
    ({ short, long, required, optional }) =>
      (name === short || name === long) && (required || optional),
  );
}

async function flagsOf(current: string, flags: readonly Option[]): Promise<readonly string[]> {
  const [name = ""] = current.split("=");
  if (name !== current) {
    const flag = taking(name, flags);
    return flag === undefined ? [] : valuesOf(flag);
  }
  const start = current.slice(0, 2);
  const attached = current === start ? undefined : taking(start, flags)?.argChoices;
  if (attached !== undefined) return attached.map((choice) => start + choice);
  return flags.flatMap(({ short, long, description }) =>
    [short, long].flatMap((one) => (one === undefined ? [] : described(one, description))),
  );
}

function described(word: string, description: string): string {
  return `${word}\t${brief(description)}`;
}

async function valuesOf(value: Option | Argument): Promise<readonly string[]> {
  if (value.argChoices !== undefined) return value.argChoices;
  const isFlag = "flags" in value;
  const words = known[isFlag ? (value.long ?? "") : value.name()];
  if (words !== undefined) return words();
  const name = isFlag ? (/[<[]([a-z-]+)/.exec(value.flags)?.[1] ?? "") : value.name();
  if (/^(?:file|path)s?$/.test(name)) return [":files"];
  return /^(?:folder|dir)$/.test(name) ? [":dirs"] : [];
}

/** Value lists that need the kinds, loaded on demand. */
const known: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  kind: async () => (await import("../commands/schema.ts")).schemaNames(),
  topic: async () => (await import("../commands/explain.ts")).topics(),
  patterns: addresses,
  object: addresses,
  "--accept": addresses,
  "--of": addresses,
  "--replace": addresses,
};

async function addresses(): Promise<readonly string[]> {
  const { kinds } = await import("../../reconciler/kinds/registry.ts");
  return [...kinds.keys()].toSorted().map((kind) => `${kind}/`);
}
