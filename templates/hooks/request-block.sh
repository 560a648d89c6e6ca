# A worktree may lack node_modules, and a project need not be npm's: then what `wingman install` recorded is used.
wingman=node_modules/git-wingman
if [ ! -d "$wingman" ]; then wingman=$(sed -n '2s|/dist/hook.js$||p' "$(git rev-parse --git-common-dir)/wingman/runtime" 2>/dev/null) || :; fi
if [ -f "$wingman/templates/hooks/request.sh" ]; then
  WINGMAN_HOOK=@hook@ sh "$wingman/templates/hooks/request.sh" "$@" || :
elif [ "${WINGMAN-}" != 0 ]; then
  # Without a package.json, npx would fetch a package of somebody else's.
  wingman='(npm install), then: npx wingman'
  if [ ! -f package.json ]; then wingman='(npm install --global git-wingman), then: wingman'; fi
  echo "wingman: not found here, so this commit is not reviewed. Install it $wingman run review" >&2
fi
