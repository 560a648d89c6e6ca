#!/bin/sh
# wingman-hook 3 gate: asks whether what is pushed was reviewed. `wingman uninstall` takes it away.
# pre-commit and prek run us as `<hook>.legacy`; a stub of theirs would then start us again, and so on.
me=${0%.legacy}
if [ -x "$me.before-wingman" ] && { [ "$me" = "$0" ] || ! grep -q hook-impl "$me.before-wingman"; }; then
  refs=$(cat) || exit 1
  if [ -n "$refs" ]; then printf '%s\n' "$refs"; fi | "$me.before-wingman" "$@" || exit $?
fi
if [ "${WINGMAN-}" = 0 ]; then exit 0; fi

gd=${GIT_DIR:-.git}
if [ -f "$gd" ]; then read -r _ gd <"$gd"; fi
common=$gd
if [ -f "$gd/commondir" ]; then
  read -r common <"$gd/commondir"
  case $common in /* | ?:*) ;; *) common=$gd/$common ;; esac
fi
node='' hook=''
if [ -f "$common/wingman/runtime" ]; then { read -r node && read -r hook; } <"$common/wingman/runtime"; fi
if [ -f node_modules/git-wingman/dist/hook.js ]; then hook=node_modules/git-wingman/dist/hook.js; fi
if [ ! -x "$node" ]; then node=$(command -v node); fi
if [ -z "$node" ] || [ ! -f "$hook" ]; then
  echo 'wingman: not found here, so this push could not be checked and is held.' >&2
  npm='npm install'
  if [ ! -f package.json ]; then npm='npm install --global git-wingman'; fi
  echo "  Install it ($npm) and push again; to push once without the gate: WINGMAN=0 git push" >&2
  exit 1
fi
# Only a yes is a yes: a program that was cut off, or that ended before it had an answer, leaves with 0 as well.
if [ -z "${refs+set}" ]; then
  WINGMAN_YES=42 "$node" "$hook" pre-push "$@"
else
  if [ -n "$refs" ]; then printf '%s\n' "$refs"; fi | WINGMAN_YES=42 "$node" "$hook" pre-push "$@"
fi
case $? in
42) exit 0 ;;
1) exit 1 ;;
esac
echo 'wingman: the gate ended without an answer, so this push is held. See what is wrong: wingman doctor' >&2
exit 1
