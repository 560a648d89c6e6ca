# Read by sh: a git command would cost more than all the rest of a hook that is disabled.
wingman_git=${GIT_DIR:-.git}
if [ -f "$wingman_git" ]; then read -r _ wingman_git <"$wingman_git" || :; fi
if [ -f "$wingman_git/commondir" ]; then
  wingman=$wingman_git
  read -r wingman_git <"$wingman/commondir" || :
  case $wingman_git in /* | ?:*) ;; *) wingman_git=$wingman/$wingman_git ;; esac
fi
if [ ! -f "$wingman_git/wingman/disabled" ] && [ ! -f "${XDG_CONFIG_HOME:-${HOME-}/.config}/wingman/disabled" ]; then
  # A worktree may lack node_modules, and a project need not be npm's: then what `wingman install` recorded is used, or what the
  # main worktree has.
  wingman=node_modules/git-wingman
  if [ ! -d "$wingman" ]; then
    wingman=$(sed -n '2s|/dist/hook.js$||p' "$wingman_git/wingman/runtime" 2>/dev/null) || :
    if [ ! -d "$wingman" ]; then wingman=$wingman_git/../node_modules/git-wingman; fi
  fi
  if [ -f "$wingman/templates/hooks/request.sh" ]; then
    WINGMAN_HOOK=@hook@ sh "$wingman/templates/hooks/request.sh" "$@" || :
  elif [ "${WINGMAN-}" != 0 ]; then
    # Without a package.json, npx would fetch a package of somebody else's.
    wingman='(npm install), then: npx wingman'
    if [ ! -f package.json ]; then wingman='(npm install --global git-wingman), then: wingman'; fi
    echo "wingman: not found here, so this commit is not reviewed. Install it $wingman run review" >&2
  fi
fi
