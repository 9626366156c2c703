# What bash proposes for lines as it would split them: prints "LINE|CANDIDATE".
# Usage: bash complete.bash SCRIPT LINE...
source "$1"
for line in "${@:2}"; do
  # The signs at which bash splits words, = among them, are words of their own.
  read -r -a COMP_WORDS <<< "${line//=/ = }"
  [[ $line == *' ' || $line == *'=' ]] && COMP_WORDS+=('')
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _plumbline
  for candidate in "${COMPREPLY[@]}"; do echo "$line|$candidate"; done
done
