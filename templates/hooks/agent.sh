#!/bin/sh
# wingman-hook 3 agent: hands the last review to a coding agent. Silent, and never in the way: it always exits with 0.
if [ "${WINGMAN-}" = 0 ] || [ -n "${WINGMAN_CHILD-}" ]; then exit 0; fi
cd "${0%/*}/.." 2>/dev/null || exit 0
gd=.git
if [ -f .git ]; then read -r _ gd <.git; fi
common=$gd
if [ -f "$gd/commondir" ]; then
  read -r common <"$gd/commondir"
  case $common in /* | ?:*) ;; *) common=$gd/$common ;; esac
fi
# HEAD is elsewhere than hooks know: `git am`, a reset. Where sh cannot read it, `status` notices.
has_moved() {
  [ -f "$gd/wingman/asked" ] || return 1
  read -r was <"$gd/wingman/asked"
  read -r head <"$gd/HEAD"
  case $head in
  'ref: '*)
    ref=${head#ref: }
    [ -f "$common/$ref" ] && read -r sha <"$common/$ref" || return 1
    ;;
  *) sha=$head ref=- ;;
  esac
  [ "$was" != "$sha $ref" ]
}
if [ ! -f "$gd/wingman/pending" ]; then
  # A request that lost its worker is taken up by the way.
  for waits in "$gd"/wingman/queue/*; do break; done
  if [ ! -e "$waits" ] && ! has_moved; then exit 0; fi
fi
if [ -f "$common/wingman/disabled" ] || [ -f "${XDG_CONFIG_HOME:-${HOME-}/.config}/wingman/disabled" ]; then exit 0; fi
node='' entry=''
if [ -f "$common/wingman/runtime" ]; then { read -r node && read -r entry; } <"$common/wingman/runtime"; fi
own=node_modules/git-wingman/dist/hook.js
if [ -f $own ]; then
  entry=$own
elif [ ! -f "$entry" ] && [ "$common" != "$gd" ]; then
  entry=$common/../$own
fi
if [ ! -f "$entry" ]; then exit 0; fi
if [ ! -x "$node" ]; then
  search=${entry%/*}/../templates/hooks/find-node.sh
  if [ -f "$search" ]; then node=$(. "$search"); else node=$(command -v node); fi
fi
if [ -n "$node" ]; then "$node" "$entry" "$@" 2>/dev/null; fi
exit 0
