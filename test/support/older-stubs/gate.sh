#!/bin/sh
# wingman-hook 1 gate: asks whether what is pushed was reviewed. `wingman uninstall` takes it away.
if [ -x "$0.before-wingman" ]; then
  refs=$(cat)
  if [ -n "$refs" ]; then printf '%s\n' "$refs"; fi | "$0.before-wingman" "$@" || exit $?
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
  echo '  Install it (npm install) and push again; to push once without the gate: WINGMAN=0 git push' >&2
  exit 1
fi
if [ -z "${refs+set}" ]; then exec "$node" "$hook" pre-push "$@"; fi
if [ -n "$refs" ]; then printf '%s\n' "$refs"; fi | "$node" "$hook" pre-push "$@"
