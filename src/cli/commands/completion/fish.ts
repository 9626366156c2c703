/** Completion for fish. Pure. */
import type { CommandModel, FlagModel, Value } from "./model.ts";
import { brief, takingValues } from "./shell.ts";

/** The script; it can be sourced, or lie in a folder of completions as `NAME.fish`. */
export function fishScript(name: string, commands: readonly CommandModel[]): string {
  const walked = commands
    .filter(({ words }) => words.length > 0)
    .map(({ words }) => {
      const before = words.slice(0, -1).join(" ");
      const path = words.join(" ");
      return `      case ${quoted(`${before} ${words.at(-1)}`)}\n        set command ${quoted(path)}`;
    });
  const lines = commands.flatMap((command) => linesFor(name, command));
  return `# Completion of ${name} for fish, made by: ${name} completion fish
function __${name}_command
  set -l words (commandline -opc)
  set -l command ''
  set -l is_value 0
  for word in $words[2..]
    if test $is_value -eq 1
      set is_value 0
      continue
    end
    switch "$command $word"
${walked.join("\n")}
      case ${takingValues(commands).map(quoted).join(" ")}
        set is_value 1
    end
  end
  echo -n $command
end
function __${name}_is
  test (__${name}_command | string collect --allow-empty) = $argv[1]
end
complete -c ${name} -f
${lines.join("\n")}
`;
}

function linesFor(name: string, command: CommandModel): readonly string[] {
  const here = `complete -c ${name} -n ${quoted(`__${name}_is ${quoted(command.words.join(" "))}`)}`;
  const below = command.commands.map(
    (one) => `${here} -a ${one.name} -d ${quoted(brief(one.description))}`,
  );
  const flags = command.flags.map((flag) => `${here} ${flagWords(flag)}`);
  const [first] = command.commands.length > 0 ? [] : command.arguments;
  const own = first === undefined ? [] : [argumentWords(first)].filter((words) => words !== "");
  return [...below, ...flags, ...own.map((words) => `${here} ${words}`)];
}

function flagWords({ names, description, value }: FlagModel): string {
  const spelt = names.map((one) =>
    one.startsWith("--") ? `-l ${one.slice(2)}` : `-s ${one.slice(1)}`,
  );
  return [...spelt, ...valueWords(value), `-d ${quoted(brief(description))}`].join(" ");
}

function valueWords(value: Value | undefined): readonly string[] {
  if (value === undefined) return [];
  if (value.type === "files") return ["-r -F"];
  return ["-x", argumentWords(value)].filter((words) => words !== "");
}

function argumentWords(value: Value): string {
  if (value.type === "choices") return `-a ${quoted(value.choices.join(" "))}`;
  if (value.type === "folders") return "-a '(__fish_complete_directories)'";
  return value.type === "files" ? "-F" : "";
}

/** A text between single quotes, as fish reads it. */
function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
