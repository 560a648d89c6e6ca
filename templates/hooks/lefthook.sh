#!/bin/sh
# wingman-hook 3 lefthook: starts the gate of this clone. `wingman uninstall` takes it away.
# lefthook runs it as a script of its pre-push; as its `rc` it is also read into each of lefthook's stubs, first of all.
wingman_ours=${GIT_DIR:-.git}/wingman
# A start of git costs more than all the rest of a gate that is disabled: only a linked worktree has to ask.
wingman_find() {
  if [ ! -d "$wingman_ours/hooks" ]; then wingman_ours=$(git rev-parse --git-common-dir)/wingman; fi
}
wingman_off() {
  [ -f "$wingman_ours/disabled" ] || [ -f "${XDG_CONFIG_HOME:-${HOME-}/.config}/wingman/disabled" ]
}
wingman_gate() {
  wingman_find
  if wingman_off; then return 0; fi
  wingman_stub=$wingman_ours/hooks/pre-push
  if [ -f "$wingman_stub" ]; then
    sh "$wingman_stub" "$@"
    return
  fi
  if [ "${WINGMAN-}" = 0 ]; then return 0; fi
  echo 'wingman: not set up in this clone, so this push could not be checked and is held.' >&2
  wingman='npm install, then: npx wingman install'
  if [ ! -f package.json ]; then wingman='npm install --global git-wingman, then: wingman install'; fi
  echo "  Set it up ($wingman) and push again; to push once without the gate: WINGMAN=0 git push" >&2
  return 1
}
# Where lefthook was not found, or told to leave us out, it ends well, and what git says of the push is still unread.
wingman_unread() {
  wingman_code=$?
  if [ $wingman_code != 0 ]; then exit $wingman_code; fi
  wingman_refs=$(cat) || exit 1
  if [ -z "$wingman_refs" ]; then exit 0; fi
  printf '%s\n' "$wingman_refs" | wingman_gate "$@"
  exit $?
}
case ${0##*/} in
wingman)
  # lefthook puts arguments into a command line as they are; in a here-document a URL with quotes, spaces or `$` stays what it is.
  if [ $# = 0 ]; then
    { IFS= read -r remote && IFS= read -r url; } <&3
    set -- "$remote" "$url"
  fi
  exec 3<&-
  wingman_gate "$@"
  exit $?
  ;;
pre-push) if ! wingman_off; then trap 'wingman_unread "$@"' EXIT; fi ;;
esac
