# Read by each shell of a hook before each of its commands (hook.sh). All of them count together; at CRASH_AT the one that is about to
# run its command is killed, once in a scenario.
read -r _ _ _ me _ </proc/self/stat
echo >>"$CRASH_JOURNAL.steps"
number=0
while read -r _; do number=$((number + 1)); done <"$CRASH_JOURNAL.steps"
note() { printf '{"pid":%s,"role":"%s",%s}\n' "$$" "$CRASH_ROLE" "$1" >>"$CRASH_JOURNAL"; }
note "\"what\":\"child\",\"child\":$me"
note "\"what\":\"point\",\"number\":$number,\"when\":\"before\",\"op\":\"line\",\"path\":\"$line\""
if [ "${CRASH_AT-}" = "$CRASH_ROLE:$number" ] && (set -C && : >"$CRASH_JOURNAL.killed") 2>/dev/null; then
  note '"what":"end","killed":true'
  kill -KILL "$me"
fi
