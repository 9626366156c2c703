/** `plumbline completion`: prints a shell completion script. */
import type { Shell } from "../flags/begin.ts";
import type { CommandResult } from "../present/result.ts";
import { exitCodes } from "../process/exit-codes.ts";

/** The scripts call `plumbline __complete` (`program/complete.ts`) for candidates. */
export function runCompletion(_given: object, shell: Shell): CommandResult {
  const head = `${shell === "zsh" ? "#compdef plumbline\n" : ""}# Completion of plumbline for ${shell}.\n`;
  return { code: exitCodes.success, text: head + scripts[shell] };
}

/** The bash script must work in bash 3, without mapfile; an error of compopt is ignored. */
const scripts: Readonly<Record<Shell, string>> = {
  bash: `_plumbline() {
  local cur=\${COMP_WORDS[COMP_CWORD]} word path
  COMPREPLY=()
  [[ $cur == '=' ]] && cur=''
  while IFS=$'\\t' read -r word _; do
    case $word in
      :files|:dirs)
        compopt -o filenames 2>/dev/null
        while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen -\${word:1:1} -- "$cur") ;;
      "$cur"*)
        [[ $word == */ ]] && compopt -o nospace 2>/dev/null
        COMPREPLY+=("$word") ;;
    esac
  done < <(plumbline __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _plumbline plumbline
`,
  zsh: `_plumbline() {
  local -a lines=("\${(@f)$(plumbline __complete "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}")
  [[ $PREFIX == --*=* ]] && compset -P 1 '*='
  case $lines[1] in
    '') return 1 ;;
    :files) _files ;;
    :dirs) _files -/ ;;
    */) compadd -S '' -- $lines ;;
    *) lines=("\${(@)\${(@)lines//:/\\\\:}/$'\\t'/:}"); _describe value lines ;;
  esac
}
if [[ $funcstack[1] == _plumbline ]]; then _plumbline "$@"; else compdef _plumbline plumbline; fi
`,
  fish: `function __plumbline_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l before (string match -r -- '^--[^=]*=' "$current")
  for line in (plumbline __complete $words[2..] "$current" 2>/dev/null)
    switch $line
      case :files
        set line (__fish_complete_path (string replace -- "$before" '' "$current"))
      case :dirs
        set line (__fish_complete_directories (string replace -- "$before" '' "$current") '')
    end
    string join \\n -- "$before"$line
  end
end
complete -c plumbline -f -a '(__plumbline_complete)'
`,
};
