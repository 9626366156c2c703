/** Completion for bash. Pure. */
import type { CommandModel, Value } from "./model.ts";
import { quoted, takingValues, valuesByMeaning } from "./shell.ts";

/** The script; it needs nothing but bash itself. */
export function bashScript(name: string, commands: readonly CommandModel[]): string {
  const walked = commands
    .filter(({ words }) => words.length > 0)
    .map(({ words }) => {
      const before = words.slice(0, -1).join(" ");
      return `      ${quoted(`${before} ${words.at(-1)}`)}) command=${quoted(words.join(" "))} ;;`;
    });
  const values = valuesByMeaning(commands).map(
    ({ patterns, value }) =>
      `    ${patterns.map(quoted).join("|")}) ${reply(name, value)}; return ;;`,
  );
  const flags = commands.map(({ words, flags: own }) => {
    const names = own.flatMap((flag) => flag.names).join(" ");
    return `      ${quoted(words.join(" "))}) ${replyWords(name, names)} ;;`;
  });
  const others = commands.map((command) => {
    const names = command.commands.map((one) => one.name).join(" ");
    const [first] = command.arguments;
    const action =
      names === "" && first !== undefined ? reply(name, first) : replyWords(name, names);
    return `      ${quoted(command.words.join(" "))}) ${action} ;;`;
  });
  return `# Completion of ${name} for bash, made by: ${name} completion bash
# Bash 3, which some systems still have, knows no mapfile.
_${name}_add() {
  local one
  while IFS='' read -r one; do COMPREPLY+=("$one"); done
}
_${name}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} command='' word i
  COMPREPLY=()
  # A flag and its value behind = are words of their own.
  if [[ $cur == '=' ]]; then cur=''
  elif [[ $prev == '=' ]]; then prev=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case "$command $word" in
${walked.join("\n")}
      ${takingValues(commands).map(quoted).join("|")})
        [[ \${COMP_WORDS[i + 1]} == '=' ]] || ((i++)) ;;
    esac
  done
  case "$command $prev" in
${values.join("\n")}
  esac
  if [[ $cur == -* ]]; then
    case "$command" in
${flags.join("\n")}
    esac
  else
    case "$command" in
${others.join("\n")}
    esac
  fi
}
complete -F _${name} ${name}
`;
}

function reply(name: string, value: Value): string {
  if (value.type === "choices") return replyWords(name, value.choices.join(" "));
  if (value.type === "text") return ":";
  const kind = value.type === "files" ? "-f" : "-d";
  return `compopt -o filenames 2>/dev/null; _${name}_add < <(compgen ${kind} -- "$cur")`;
}

function replyWords(name: string, words: string): string {
  if (words === "") return ":";
  const open = words.split(" ").every((word) => word.endsWith("/"));
  const noSpace = open ? "compopt -o nospace 2>/dev/null; " : "";
  return `${noSpace}_${name}_add < <(compgen -W ${quoted(words)} -- "$cur")`;
}
