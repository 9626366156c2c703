#!/bin/sh
# Refuses a commit whose manifests are broken or not in canonical layout. What is looked at is what will
# be committed, not what lies in the folder. Use it by pre-commit (.pre-commit-config.yaml beside it) or
# as it is: cp plumbline-pre-commit.sh .git/hooks/pre-commit
set -eu

manifests=${PLUMBLINE_MANIFESTS:-manifests/}
staged=$(mktemp -d)
trap 'rm -rf "$staged"' EXIT
trap 'exit 130' INT TERM

git checkout-index --all --prefix="$staged/"
# Git points the hook at its index; Plumbline is to see plain files.
unset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE
cd "$staged"
if [ ! -e "$manifests" ]; then
  exit 0
fi
set -- "$manifests"
if [ -e overlays ]; then set -- "$@" overlays; fi
plumbline fmt --check "$@"
# For each target of plumbline.yaml, with its overlays and variables.
plumbline validate "$manifests"
