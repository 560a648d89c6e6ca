#!/bin/sh
# wingman-hook 1 request: leaves a request for review, starts the worker and returns. `wingman uninstall` takes it away.
rc=0
if [ -x "$0.before-wingman" ]; then "$0.before-wingman" "$@"; rc=$?; fi
if [ "${WINGMAN-}" = 0 ] || [ -n "${WINGMAN_CHILD-}" ]; then exit $rc; fi

# Read by sh, at once: a git command would cost more than everything else here, and a later reader could see a later commit.
gd=${GIT_DIR:-.git}
if [ -f "$gd" ]; then read -r _ gd <"$gd"; fi
common=$gd
if [ -f "$gd/commondir" ]; then
  read -r common <"$gd/commondir"
  case $common in /* | ?:*) ;; *) common=$gd/$common ;; esac
fi
read -r head <"$gd/HEAD" 2>/dev/null
case $head in
'ref: refs/heads/.invalid') ref=$(git symbolic-ref -q HEAD) sha= ;; # refs are kept in a reftable
'ref: '*)
  ref=${head#ref: } sha=
  if [ -f "$common/$ref" ]; then read -r sha <"$common/$ref"; fi
  ;;
*) ref=- sha=$head ;;
esac
if [ -z "$sha" ]; then sha=$(git rev-parse -q --verify HEAD) || exit $rc; fi

# A request counts only with its last line, so nothing has to be renamed into place.
if [ ! -d "$gd/wingman/queue" ]; then mkdir -p "$gd/wingman/queue" 2>/dev/null; fi
printf 'wingman-request 1\npost-commit %s %s\nend\n' "$sha" "${ref:--}" 2>/dev/null >"$gd/wingman/queue/$sha.$$" ||
  echo "wingman: no request could be left in $gd/wingman/queue; review this commit with: npx wingman run review" >&2

if [ -f "$gd/wingman/open" ]; then
  { read -r about && read -r line; } <"$gd/wingman/open"
  if [ "$about" = "$ref" ]; then printf '%s\n' "$line" >&2; fi
fi

node='' hook=''
if [ -f "$common/wingman/runtime" ]; then { read -r node && read -r hook; } <"$common/wingman/runtime"; fi
if [ -f node_modules/git-wingman/dist/hook.js ]; then hook=node_modules/git-wingman/dist/hook.js; fi
if [ ! -x "$node" ]; then node=$(command -v node); fi
if [ -z "$node" ] || [ ! -f "$hook" ]; then
  echo 'wingman: not found here, so this commit waits for its review. Install it (npm install), then: npx wingman run review' >&2
  exit $rc
fi
# A signal to the whole group right after the commit must not reach the worker before it has a session of its own.
trap '' HUP INT QUIT TERM
if command -v setsid >/dev/null 2>&1; then
  setsid "$node" "$hook" worker </dev/null >/dev/null 2>&1 &
else
  "$node" "$hook" launch </dev/null >/dev/null 2>&1 &
fi
exit $rc
