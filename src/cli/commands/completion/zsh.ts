/** Completion for zsh. Pure. */
import type { CommandModel, FlagModel, Value } from "./model.ts";
import { brief, quoted } from "./shell.ts";

/** The script; it can be sourced after compinit, or lie in a folder of fpath as `_NAME`. */
export function zshScript(name: string, commands: readonly CommandModel[]): string {
  const functions = commands.map((command) => functionFor(name, command));
  return `#compdef ${name}
# Completion of ${name} for zsh, made by: ${name} completion zsh
${functions.join("\n")}
if [[ $funcstack[1] == _${name} ]]; then _${name} "$@"; else compdef _${name} ${name}; fi
`;
}

function functionFor(name: string, command: CommandModel): string {
  const { words, flags, commands } = command;
  const specs = flags.flatMap(flagSpecs);
  const head = `${functionName(name, words)}() {\n`;
  if (commands.length === 0) {
    const own = command.arguments.map((value, index) => {
      const isLast = index === command.arguments.length - 1;
      return quoted(`${isLast ? "*" : index + 1}:argument:${action(value)}`);
    });
    return `${head}  _arguments -s -S ${[...specs, ...own].join(" \\\n    ")}\n}`;
  }
  const described = commands.map(({ name: one, description }) =>
    quoted(`${one}:${brief(description).replaceAll(":", String.raw`\:`)}`),
  );
  const cases = commands.map(
    ({ name: one }) => `        ${one}) ${functionName(name, [...words, one])} ;;`,
  );
  return `${head}  local curcontext=$curcontext state line
  typeset -A opt_args
  local -a commands=(
    ${described.join("\n    ")}
  )
  _arguments -C -S ${[...specs, "'1: :->command'", "'*:: :->rest'"].join(" \\\n    ")}
  case $state in
    command) _describe -t commands command commands ;;
    rest)
      case $line[1] in
${cases.join("\n")}
      esac ;;
  esac
}`;
}

function functionName(name: string, words: readonly string[]): string {
  return `_${[name, ...words].join("_").replaceAll("-", "_")}`;
}

function flagSpecs({ names, description, value }: FlagModel): readonly string[] {
  const text = brief(description).replaceAll(/[[\]\\:]/g, String.raw`\$&`);
  return names.map((one) => {
    if (value === undefined) return quoted(`*${one}[${text}]`);
    const joint = one.startsWith("--") ? "=" : "+";
    return quoted(`*${one}${joint}[${text}]:value:${action(value)}`);
  });
}

const others = { files: "_files", folders: "_files -/", text: " " } as const;

function action(value: Value): string {
  if (value.type !== "choices") return others[value.type];
  const open = value.choices.every((choice) => choice.endsWith("/"));
  const choices = value.choices.join(" ");
  return open ? `compadd -S "" ${choices}` : `(${choices})`;
}
