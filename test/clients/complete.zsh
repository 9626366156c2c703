# Lines typed into an interactive zsh, each with a tab behind it: prints "LINE|CANDIDATE".
# Usage: zsh -f complete.zsh SCRIPT LINE...
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "source ${0:h}/complete-inside.zsh $1"
while zpty -r shell line; do [[ $line == *READY* ]] && break; done
for input in "${@[2,-1]}"; do
  zpty -n -w shell $'\025'"$input"$'\t'
  while zpty -r shell line; do
    line=${${line//$'\r'/}%$'\n'}
    [[ $line == *END* ]] && break
    [[ $line == *HIT\ * ]] && print -r -- "$input|${line##*HIT }"
  done
done
zpty -d shell
