#!/bin/sh
# wingman-hook 3 gate: asks whether what is pushed was reviewed. `wingman uninstall` takes it away.
# pre-commit and prek run us as `<hook>.legacy`; a stub of theirs would then start us again, and so on.
me=${0%.legacy}
# Whatever the caller has under this name is not what is pushed.
unset refs
if [ -x "$me.before-wingman" ] && { [ "$me" = "$0" ] || ! grep -q hook-impl "$me.before-wingman"; }; then
  refs=$(cat) || exit 1
  if [ -n "$refs" ]; then printf '%s\n' "$refs"; fi | "$me.before-wingman" "$@" || exit $?
fi

gd=${GIT_DIR:-.git}
if [ -f "$gd" ]; then read -r _ gd <"$gd"; fi
common=$gd
if [ -f "$gd/commondir" ]; then
  read -r common <"$gd/commondir"
  case $common in /* | ?:*) ;; *) common=$gd/$common ;; esac
fi
mine=${XDG_CONFIG_HOME:-${HOME-}/.config}/wingman
# `wingman disable`, here or for everything of this person.
if [ -f "$common/wingman/disabled" ] || [ -f "$mine/disabled" ]; then exit 0; fi
if [ "${WINGMAN-}" = 0 ]; then
  # Noted for whatever runs next, without starting anything: of a tag, or a push by address, git keeps no log. It counts only with
  # its last line, and that it cannot be kept is no trouble of the push.
  if [ -d "$common/wingman" ]; then
    if [ -z "${refs+set}" ]; then
      refs=
      while IFS= read -r line; do
        refs=$refs${refs:+'
'}$line
      done
    fi
    if [ -f "$common/wingman/mask" ]; then read -r mask <"$common/wingman/mask" && umask "$mask" 2>/dev/null; fi
    if [ -n "$refs" ]; then printf 'wingman-skipped 1\n%s\n%s\n%s\nend\n' "${1-}" "${2-}" "$refs" 2>/dev/null >>"$common/wingman/skipped.$$"; fi
  fi
  exit 0
fi

node='' entry=''
if [ -f "$common/wingman/runtime" ]; then { read -r node && read -r entry; } <"$common/wingman/runtime"; fi
own=node_modules/git-wingman/dist/hook.js
if [ -f $own ]; then
  entry=$own
elif [ ! -f "$entry" ] && [ "$common" != "$gd" ]; then
  entry=$common/../$own # a worktree without node_modules: that of the main one
fi
if [ ! -f "$entry" ]; then
  echo 'wingman: not found here, so this push could not be checked and is held.' >&2
  npm='npm install'
  if [ ! -f package.json ]; then npm='npm install --global git-wingman'; fi
  echo "  Install it ($npm) and push again; to push once without the gate: WINGMAN=0 git push" >&2
  exit 1
fi
if [ ! -x "$node" ]; then
  search=${entry%/*}/../templates/hooks/find-node.sh
  if [ -f "$search" ]; then node=$(. "$search"); else node=$(command -v node); fi
fi
if [ -z "$node" ]; then
  echo 'wingman: no Node 20.19 or newer was found, so this push could not be checked and is held.' >&2
  echo "  Say where it is in $mine/init.sh: PATH=\$PATH:/its/folder" >&2
  echo '  Or push from a terminal that has it; to push once without the gate: WINGMAN=0 git push' >&2
  exit 1
fi
# Where nothing is pushed nobody has to be asked, which spares a start of node. Whoever started us with refs says with which they end.
if [ -z "${refs+set}" ]; then refs=$(cat) || exit 1; fi
if [ -z "$refs" ] && [ -z "${WINGMAN_LAST-}" ]; then exit 0; fi
set -- "$node" "$entry" pre-push "$@"
ask() (
  # What the person's file exports is for our program; whatever else the file does, it does to itself.
  if [ -f "$mine/init.sh" ]; then eval "$(exec 3>&1; trap 'export -p >&3' EXIT; . "$mine/init.sh" </dev/null >/dev/null 2>&1)"; fi
  WINGMAN_YES=42
  # Refs that were cut off on their way would be fewer to be asked about.
  WINGMAN_LAST=${WINGMAN_LAST:-${refs##*'
'}}
  export WINGMAN_YES WINGMAN_LAST
  exec "$@"
)
# Only a yes is a yes: a program that was cut off, or that ended before it had an answer, leaves with 0 as well.
printf '%s\n' "$refs" | ask "$@"
case $? in
42) exit 0 ;;
1) exit 1 ;;
esac
echo 'wingman: the gate ended without an answer, so this push is held. See what is wrong: wingman doctor' >&2
exit 1
