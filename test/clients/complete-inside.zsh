# The zsh that is typed into: it tells what it would propose instead of showing it.
PS1=''
autoload -U compinit
compinit -u -D
source $1
compadd() {
  if [[ " ${(j: :)@[1,(i)(-|--)]} " == *' -'[[:alpha:]]#(O|A|D)' '* ]]; then
    builtin compadd "$@"
    return
  fi
  local -a hits
  builtin compadd -A hits "$@"
  local hit
  for hit in $hits; do print -r -- "HIT $hit"; done
}
capture() {
  _main_complete "$@"
  print -r -- END
  compstate[insert]=''
  compstate[list]=''
}
zle -C capture complete-word capture
bindkey '^I' capture
print READY
