#!/bin/sh
# wingman-hook 5 request: leaves a request for review, starts the worker and returns. `wingman uninstall` takes it away.
# pre-commit and prek run us as `<hook>.legacy`; a stub of theirs would then start us again, and so on.
me=${0%.legacy}
hook=${WINGMAN_HOOK:-${me##*/}}
rc=0
if [ -x "$me.before-wingman" ] && { [ "$me" = "$0" ] || ! grep -q hook-impl "$me.before-wingman"; }; then
  "$me.before-wingman" "$@"
  rc=$?
fi
if [ "${WINGMAN-}" = 0 ] || [ -n "${WINGMAN_CHILD-}" ]; then exit $rc; fi
# Files that are checked out move nothing; a branch does.
if [ "$hook" = post-checkout ] && [ "${3-}" = 0 ]; then exit $rc; fi

# Read by sh, at once: a git command would cost more than everything else here, and a later reader could see a later commit.
gd=${GIT_DIR:-.git}
if [ -f "$gd" ]; then read -r _ gd <"$gd"; fi
common=$gd
if [ -f "$gd/commondir" ]; then
  read -r common <"$gd/commondir"
  case $common in /* | ?:*) ;; *) common=$gd/$common ;; esac
fi
mine=${XDG_CONFIG_HOME:-${HOME-}/.config}/wingman
# `wingman disable`, here or for everything of this person.
if [ -f "$common/wingman/disabled" ] || [ -f "$mine/disabled" ]; then exit $rc; fi
# `enabled: false`, as the worker last saw it, and none of the files that it was read from is newer or gone.
is_off() {
  while IFS= read -r source; do
    if [ ! -e "$source" ] || [ "$source" -nt "$gd/wingman/off" ]; then return 1; fi
  done <"$gd/wingman/off"
}
if [ -f "$gd/wingman/off" ] && is_off; then exit $rc; fi
# In a repository of several people our files are as open as git's own.
if [ -f "$common/wingman/mask" ]; then read -r mask <"$common/wingman/mask" && umask "$mask" 2>/dev/null; fi

if [ ! -d "$gd/wingman/queue" ]; then mkdir -p "$gd/wingman/queue" 2>/dev/null; fi
# The epoch moves, by one line that no other process can lose. A pipe in its place would keep the commit waiting.
if [ ! -p "$gd/wingman/epoch" ]; then printf '.\n' 2>/dev/null >>"$gd/wingman/epoch"; fi

# A rebase makes its commits one by one, on no branch: it is asked for as a whole, at its end. An amended commit was asked for
# as a commit. Whatever else runs takes up requests that lost their worker.
asks=1 awaits=
is_midway() { [ -d "$gd/rebase-merge" ] || [ -d "$gd/rebase-apply" ]; }
case $hook-${1-} in
post-rewrite-rebase) ;;
post-checkout-*) asks= ;;
post-rewrite-*) if is_midway; then exit $rc; else asks=; fi ;;
*) if is_midway; then exit $rc; fi ;;
esac

# Where HEAD stands.
stand() {
  read -r head <"$gd/HEAD" 2>/dev/null
  case $head in
  'ref: refs/heads/.invalid') ref=$(git symbolic-ref -q HEAD) sha= ;; # refs are kept in a reftable
  'ref: '*)
    ref=${head#ref: } sha=
    if [ -f "$common/$ref" ]; then read -r sha <"$common/$ref"; fi
    ;;
  *) ref=- sha=$head ;;
  esac
  case $sha in
  ref:*) ref=$(git symbolic-ref -q HEAD) sha= ;; # a branch that is another name for one
  *[!0-9a-f]*) sha= ;;
  esac
  if [ -z "$sha" ]; then sha=$(git rev-parse -q --verify HEAD); fi
}
is_noted() {
  was='' wasref=''
  if [ -f "$gd/wingman/asked" ]; then read -r was wasref <"$gd/wingman/asked"; fi
  [ "$was $wasref" = "$sha ${ref:--}" ]
}
# A request counts only with its last line, so nothing has to be renamed into place.
leave() {
  printf 'wingman-request 1\npost-commit %s %s %s\nend\n' "$1" "$2" "$3" 2>/dev/null >"$gd/wingman/queue/$1.$$" && return
  rm -f "$gd/wingman/queue/$1.$$" # on a full disk half of it may be there
  return 1
}

if [ "$hook" = post-checkout ] && ! is_midway; then
  # A checkout asks for nothing; that it was one is noted, so that what moves HEAD without a hook can be told from it. And what
  # moved it like that on the branch that is left is asked for now: nobody would see it any more.
  stand
  is_noted
  for waits in "$gd/wingman/queue/${1:--}".*; do break; done
  case ${1-} in
  '' | "$was" | *[!0-9a-f]*) ;;
  *[!0]*)
    if [ -n "$was" ] && [ ${#1} -ge 40 ] && [ ! -e "$waits" ]; then
      left='' # the branch, unless it is elsewhere by now
      if [ -f "$common/$wasref" ]; then read -r left <"$common/$wasref"; fi
      if [ "$left" != "$1" ]; then wasref=-; fi
      leave "$1" "$wasref" -
    fi
    ;;
  esac
  if [ -n "$sha" ] && [ ! -p "$gd/wingman/asked" ]; then printf '%s %s\n' "$sha" "${ref:--}" 2>/dev/null >"$gd/wingman/asked"; fi
fi

if [ -z "$asks" ]; then
  for waits in "$gd"/wingman/queue/*; do break; done
  # A rebase that makes no commit anew ends without a word to us: somebody has to look.
  if is_midway; then
    awaits=1
  # A report may speak of the branch that was left, or be due on the one that was come to: the worker sees to it.
  elif [ ! -e "$waits" ] && [ ! -f .wingman/REVIEW.md ] && [ ! -f "$gd/wingman/pending" ]; then exit $rc; fi
else
  stand
  if [ -z "$sha" ]; then exit $rc; fi

  # Whose commit it is: what each agent tells the commands that it runs.
  if [ -n "${COPILOT_CLI-}" ]; then
    agent=copilot:${COPILOT_AGENT_SESSION_ID-}
  elif [ -n "${GEMINI_SESSION_ID-}" ]; then
    agent=gemini:$GEMINI_SESSION_ID
  elif [ -n "${CLAUDE_CODE_SESSION_ID-}" ]; then
    agent=claude:$CLAUDE_CODE_SESSION_ID
  elif [ -n "${CODEX_THREAD_ID-}" ]; then
    agent=codex:$CODEX_THREAD_ID
  elif [ -n "${OPENCODE-}" ]; then
    agent=opencode:${OPENCODE_SESSION_ID-}
  else agent=-; fi
  case $agent in *[!A-Za-z0-9:._-]*) agent=- ;; esac

  leave "$sha" "${ref:--}" "$agent" || {
    npx='npx wingman'
    if [ ! -f package.json ]; then npx=wingman; fi # npx would fetch a package of somebody else's
    echo "wingman: no request could be left in $gd/wingman/queue; review this commit with: $npx run review" >&2
  }

  if [ -f "$gd/wingman/open" ]; then
    { read -r about && read -r line; } <"$gd/wingman/open"
    if [ "$about" = "$ref" ]; then printf '%s\n' "$line" >&2; fi
  fi
fi

node='' entry=''
if [ -f "$common/wingman/runtime" ]; then { read -r node && read -r entry; } <"$common/wingman/runtime"; fi
own=node_modules/git-wingman/dist/hook.js
if [ -f $own ]; then
  entry=$own
elif [ ! -f "$entry" ] && [ "$common" != "$gd" ]; then
  entry=$common/../$own # a worktree without node_modules: that of the main one
fi
if [ ! -f "$entry" ]; then
  if [ -n "$awaits" ]; then exit $rc; fi
  npx='(npm install), then: npx wingman'
  if [ ! -f package.json ]; then npx='(npm install --global git-wingman), then: wingman'; fi
  echo "wingman: not found here, so this commit waits for its review. Install it $npx run review" >&2
  exit $rc
fi
if [ ! -x "$node" ]; then
  search=${entry%/*}/../templates/hooks/find-node.sh
  if [ -f "$search" ]; then node=$(. "$search"); else node=$(command -v node); fi
fi
if [ -z "$node" ]; then
  if [ -n "$awaits" ]; then exit $rc; fi
  echo "wingman: no Node 20.19 or newer was found, so this commit waits for its review. Say where it is in $mine/init.sh: PATH=\$PATH:/its/folder" >&2
  exit $rc
fi
# A signal to the whole group right after the commit must not reach the worker before it has a session of its own.
trap '' HUP INT QUIT TERM
# Whatever the caller has open, a lock or a pipe, must not stay open for as long as the worker lives.
exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
set -- "$node" "$entry"
# Until a rebase is over that was just begun, which takes no time where it makes no commit anew. One that stops is told of by
# post-rewrite, or noticed by whatever runs next.
is_unannounced() {
  for _ in 1 2 3 4 5; do
    sleep 1
    if is_midway; then continue; fi
    for waits in "$gd"/wingman/queue/*; do break; done
    stand
    [ ! -e "$waits" ] && [ -n "$sha" ] && ! is_noted
    return
  done
  return 1
}
{
  if [ -n "$awaits" ] && ! is_unannounced; then exit; fi
  # What the person's file exports is for the worker and what it runs; whatever else the file does, it does to itself.
  if [ -f "$mine/init.sh" ]; then eval "$(exec 3>&1; trap 'export -p >&3' EXIT; . "$mine/init.sh" >/dev/null)"; fi
  # Commands that a review runs may need the node that only we have found. C:/… would break the list.
  case $1 in ?:*) ;; *) command -v node || PATH=$PATH:${1%/*} ;; esac
  # macOS and Git for Windows have no such command: there node makes the new session itself.
  if command -v setsid; then exec setsid "$@" worker; else exec "$@" launch; fi
} </dev/null >/dev/null 2>&1 &
exit $rc
