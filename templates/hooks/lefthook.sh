#!/bin/sh
# wingman-hook 3 lefthook: starts the gate of this clone. `wingman uninstall` takes it away.
# As lefthook's `rc` it is read into each of lefthook's stubs, first of all; where that has another one, lefthook runs it as a script
# of its pre-push.
wingman_ours=${GIT_DIR:-.git}/wingman
# A start of git costs more than all the rest of a gate that is disabled: only a linked worktree has to ask.
wingman_find() {
  if [ ! -d "$wingman_ours/hooks" ]; then wingman_ours=$(git rev-parse --git-common-dir)/wingman; fi
}
wingman_off() {
  [ -f "$wingman_ours/disabled" ] || [ -f "${XDG_CONFIG_HOME:-${HOME-}/.config}/wingman/disabled" ]
}
wingman_refs=
wingman_gate() {
  wingman_find
  if wingman_off; then return 0; fi
  wingman_stub=$wingman_ours/hooks/pre-push
  if [ -f "$wingman_stub" ]; then
    WINGMAN_LAST=${wingman_refs##*'
'} sh "$wingman_stub" "$@"
    return
  fi
  if [ "${WINGMAN-}" = 0 ]; then return 0; fi
  echo 'wingman: not set up in this clone, so this push could not be checked and is held.' >&2
  wingman='npm install, then: npx wingman install'
  if [ ! -f package.json ]; then wingman='npm install --global git-wingman, then: wingman install'; fi
  echo "  Set it up ($wingman) and push again; to push once without the gate: WINGMAN=0 git push" >&2
  return 1
}
case ${0##*/} in
wingman)
  if [ "${WINGMAN_ASKED-}" = "$PWD" ]; then exit 0; fi
  # lefthook puts arguments into a command line as they are; in a here-document a URL with quotes, spaces or `$` stays what it is.
  asked=
  if [ $# = 0 ]; then
    { IFS= read -r remote && IFS= read -r url && IFS= read -r asked; } <&3
    set -- "$remote" "$url"
  fi
  exec 3<&-
  # Where nothing is pushed, as by `lefthook run pre-push`, there is nothing to ask.
  case $1 in '' | '{1}') exit 0 ;; esac
  if [ -n "$asked" ] && [ "${WINGMAN-}" != 0 ] && { wingman_find; ! wingman_off; }; then
    echo "wingman: lefthook's own hook is older than its config, so this push could not be checked and is held." >&2
    echo '  Type `lefthook install` (`npx lefthook install`) and push again; to push once without the gate: WINGMAN=0 git push' >&2
    exit 1
  fi
  wingman_gate "$@"
  exit $?
  ;;
pre-push)
  # Asked before lefthook, which may not be found, may be told to leave us out, and hands what git says of the push to entries
  # that run side by side in parts. So it is read once, and opened again for lefthook.
  if ! wingman_off; then
    wingman_refs=$(cat) || exit 1
    if [ -n "$wingman_refs" ]; then
      printf '%s\n' "$wingman_refs" | wingman_gate "$@" || exit 1
      exec <<wingman_end
$wingman_refs
wingman_end
    else exec </dev/null; fi
    WINGMAN_ASKED=$PWD
    export WINGMAN_ASKED
  fi
  ;;
esac
