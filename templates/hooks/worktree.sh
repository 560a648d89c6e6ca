#!/bin/sh
# wingman-hook 3 worktree: a hook of a linked worktree. `wingman uninstall` takes it away.
# Where husky was run in this worktree its own goes first, and starts ours; elsewhere it has none, and ours is started here.
hook=${0##*/}
theirs=$(git config --local --path core.hooksPath)
if [ -z "$theirs" ]; then theirs=${0%/wingman/*}/hooks; fi
if [ -x "$theirs/$hook" ]; then exec "$theirs/$hook" "$@"; fi
ours=${0%/*}/ours/$hook
if [ -f "$ours" ]; then exec sh "$ours" "$@"; fi
