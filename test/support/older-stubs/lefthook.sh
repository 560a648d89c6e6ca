#!/bin/sh
# wingman-hook 2 lefthook: starts the gate of this clone. `wingman uninstall` takes it away.
# lefthook puts arguments into a command line as they are; in a here-document a URL with quotes, spaces or `$` stays what it is.
if [ $# = 0 ]; then
  { IFS= read -r remote && IFS= read -r url; } <&3
  set -- "$remote" "$url"
fi
exec 3<&-
gate=$(git rev-parse --git-common-dir)/wingman/hooks/pre-push
if [ -f "$gate" ]; then exec sh "$gate" "$@"; fi
if [ "${WINGMAN-}" = 0 ]; then exit 0; fi
echo 'wingman: not set up in this clone, so this push could not be checked and is held.' >&2
wingman='npm install, then: npx wingman install'
if [ ! -f package.json ]; then wingman='npm install --global git-wingman, then: wingman install'; fi
echo "  Set it up ($wingman) and push again; to push once without the gate: WINGMAN=0 git push" >&2
exit 1
