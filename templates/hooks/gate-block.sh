# Read by sh: a git command would cost more than all the rest of a hook that is disabled.
wingman_git=${GIT_DIR:-.git}
if [ -f "$wingman_git" ]; then read -r _ wingman_git <"$wingman_git" || :; fi
if [ -f "$wingman_git/commondir" ]; then
  wingman=$wingman_git
  read -r wingman_git <"$wingman/commondir" || :
  case $wingman_git in /* | ?:*) ;; *) wingman_git=$wingman/$wingman_git ;; esac
fi
if [ ! -f "$wingman_git/wingman/disabled" ] && [ ! -f "${XDG_CONFIG_HOME:-${HOME-}/.config}/wingman/disabled" ]; then
  # What follows in this file gets the whole of standard input as well: it is read once and opened again.
  wingman_refs=$(cat) || exit 1
  if [ "${WINGMAN-}" != 0 ]; then
    wingman=node_modules/git-wingman
    if [ ! -d "$wingman" ]; then
      wingman=$(sed -n '2s|/dist/hook.js$||p' "$wingman_git/wingman/runtime" 2>/dev/null) || :
      if [ ! -d "$wingman" ]; then wingman=$wingman_git/../node_modules/git-wingman; fi
    fi
    if [ -f "$wingman/templates/hooks/gate.sh" ]; then
      if [ -n "$wingman_refs" ]; then printf '%s\n' "$wingman_refs"; fi | WINGMAN_LAST=${wingman_refs##*'
'} sh "$wingman/templates/hooks/gate.sh" "$@" || exit 1
    else
      echo 'wingman: not found here, so this push could not be checked and is held.' >&2
      wingman_npm='npm install'
      if [ ! -f package.json ]; then wingman_npm='npm install --global git-wingman'; fi
      echo "  Install it ($wingman_npm) and push again; to push once without the gate: WINGMAN=0 git push" >&2
      exit 1
    fi
  # Noted for whatever runs next: of a tag, or a push by address, git keeps no log. That it cannot be kept is no trouble of the push.
  elif [ -n "$wingman_refs" ] && [ -d "$wingman_git/wingman" ]; then
    printf 'wingman-skipped 1\n%s\n%s\n%s\nend\n' "${1-}" "${2-}" "$wingman_refs" 2>/dev/null >>"$wingman_git/wingman/skipped.$$" || :
  fi
  if [ -n "$wingman_refs" ]; then exec <<wingman_end
$wingman_refs
wingman_end
  else exec </dev/null; fi
fi
