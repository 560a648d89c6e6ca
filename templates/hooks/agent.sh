#!/bin/sh
# wingman-hook 1 agent: hands the last review to a coding agent. Silent, and never in the way: it always exits with 0.
if [ "${WINGMAN-}" = 0 ] || [ -n "${WINGMAN_CHILD-}" ]; then exit 0; fi
cd "${0%/*}/.." 2>/dev/null || exit 0
gd=.git
if [ -f .git ]; then read -r _ gd <.git; fi
if [ ! -f "$gd/wingman/pending" ]; then
  # A request that lost its worker is taken up by the way.
  for waits in "$gd"/wingman/queue/*; do break; done
  if [ ! -e "$waits" ]; then exit 0; fi
fi
common=$gd
if [ -f "$gd/commondir" ]; then
  read -r common <"$gd/commondir"
  case $common in /* | ?:*) ;; *) common=$gd/$common ;; esac
fi
node='' hook=''
if [ -f "$common/wingman/runtime" ]; then { read -r node && read -r hook; } <"$common/wingman/runtime"; fi
if [ -f node_modules/git-wingman/dist/hook.js ]; then hook=node_modules/git-wingman/dist/hook.js; fi
if [ ! -x "$node" ]; then node=$(command -v node); fi
if [ -n "$node" ] && [ -f "$hook" ]; then "$node" "$hook" "$@" 2>/dev/null; fi
exit 0
