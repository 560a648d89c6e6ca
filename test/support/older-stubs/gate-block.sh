# What follows in this file gets the whole of standard input as well: it is read once and opened again.
wingman_refs=$(cat)
if [ "${WINGMAN-}" != 0 ]; then
  wingman=node_modules/git-wingman
  if [ ! -d "$wingman" ]; then wingman=$(sed -n '2s|/dist/hook.js$||p' "$(git rev-parse --git-common-dir)/wingman/runtime" 2>/dev/null) || :; fi
  if [ ! -f "$wingman/templates/hooks/gate.sh" ]; then
    echo 'wingman: not found here, so this push could not be checked and is held.' >&2
    echo '  Install it (npm install) and push again; to push once without the gate: WINGMAN=0 git push' >&2
    exit 1
  fi
  if [ -n "$wingman_refs" ]; then printf '%s\n' "$wingman_refs"; fi | sh "$wingman/templates/hooks/gate.sh" "$@" || exit 1
fi
if [ -n "$wingman_refs" ]; then exec <<wingman_end
$wingman_refs
wingman_end
else exec </dev/null; fi
