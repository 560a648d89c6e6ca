# What follows in this file gets the whole of standard input as well: it is read once and opened again.
wingman_refs=$(cat) || exit 1
if [ "${WINGMAN-}" != 0 ] && [ ! -f .git/wingman/disabled ]; then
  wingman=node_modules/git-wingman
  wingman_git=''
  if [ ! -d "$wingman" ]; then
    wingman_git=$(git rev-parse --git-common-dir)
    wingman=$(sed -n '2s|/dist/hook.js$||p' "$wingman_git/wingman/runtime" 2>/dev/null) || :
    if [ ! -d "$wingman" ]; then wingman=$wingman_git/../node_modules/git-wingman; fi
  fi
  if [ -f "$wingman/templates/hooks/gate.sh" ]; then
    if [ -n "$wingman_refs" ]; then printf '%s\n' "$wingman_refs"; fi | sh "$wingman/templates/hooks/gate.sh" "$@" || exit 1
  elif [ ! -f "$wingman_git/wingman/disabled" ] && [ ! -f "${XDG_CONFIG_HOME:-${HOME-}/.config}/wingman/disabled" ]; then
    echo 'wingman: not found here, so this push could not be checked and is held.' >&2
    wingman_npm='npm install'
    if [ ! -f package.json ]; then wingman_npm='npm install --global git-wingman'; fi
    echo "  Install it ($wingman_npm) and push again; to push once without the gate: WINGMAN=0 git push" >&2
    exit 1
  fi
fi
if [ -n "$wingman_refs" ]; then exec <<wingman_end
$wingman_refs
wingman_end
else exec </dev/null; fi
