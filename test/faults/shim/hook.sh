#!/usr/bin/env bash
# Stands where git looks for a hook, and runs ours with a point before each of its commands: what the shell prints before a command
# that it traces may be made by other commands. In bash: in dash these commands' status takes the place of the one that `refs=$(cat)`
# has, so a `cat` that was killed would count as one that was not, in this suite alone.
CRASH_ROLE=${0##*/}.sh
export CRASH_ROLE
printf '{"pid":%s,"role":"%s","what":"start"}\n' "$$" "$CRASH_ROLE" >>"$CRASH_JOURNAL"
trap 'printf "{\"pid\":%s,\"role\":\"%s\",\"what\":\"end\"}\n" "$$" "$CRASH_ROLE" >>"$CRASH_JOURNAL"' EXIT
PS4='$(line=$LINENO; . "$CRASH_STEPS")'
set -x
. "$CRASH_HOOKS/${0##*/}"
