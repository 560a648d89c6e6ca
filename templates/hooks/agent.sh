#!/bin/sh
# wingman-hook 4 agent: hands the last review to a coding agent. Silent, and never in the way: it always exits with 0.
if [ "${WINGMAN-}" = 0 ] || [ -n "${WINGMAN_CHILD-}" ]; then exit 0; fi
cd "${0%/*}/.." 2>/dev/null || exit 0
# Copilot and Cursor start the hooks of Claude Code as well. Where they have their own, those are enough.
if [ "$1" = claude ] && { [ -n "${COPILOT_CLI-}" ] || [ -n "${CURSOR_VERSION-}" ]; }; then exit 0; fi
gd=.git
if [ -f .git ]; then read -r _ gd <.git; fi
common=$gd
if [ -f "$gd/commondir" ]; then
  read -r common <"$gd/commondir"
  case $common in /* | ?:*) ;; *) common=$gd/$common ;; esac
fi
if [ -f "$common/wingman/disabled" ] || [ -f "${XDG_CONFIG_HOME:-${HOME-}/.config}/wingman/disabled" ]; then exit 0; fi
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
# A review waits, or a request that may have lost its worker, or the agent has deleted the report.
is_pending() {
  [ ! -f "$gd/wingman/pending" ] || return 0
  for waits in "$gd"/wingman/queue/*; do break; done
  [ ! -e "$waits" ] || return 0
  [ -f "$gd/wingman/unanswered" ] && [ ! -f .wingman/REVIEW.md ] || has_moved
}
case $2 in
[Ss]ession* | session-*) ;;
*)
  if ! is_pending; then
    # What it says of its session is taken in by whatever starts next. Nobody else may read it: the prompt is in there.
    if [ -d "$gd/wingman" ] && [ "$2" != AfterTool ]; then
      umask 077
      cat >"$gd/wingman/heard-$1-$2-$$" 2>/dev/null
    fi
    exit 0
  fi
  ;;
esac
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
