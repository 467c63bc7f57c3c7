#!/bin/sh
# Called by every command of package.json: installs what is missing with the machine's own Node, then executes the command
# in place (exec), so that no process stays between npm and it.
set -eu

command=$1
shift
root=$(cd "$(dirname "$0")/../.." && pwd)
node=$(node "$root/deploy/local/bootstrap.mjs" "$command")
PATH="$root/node_modules/.bin:$PATH"
export PATH

# Keeps long-running processes small: sources are compiled once into a cache, because a process that strips types keeps the
# compiler in memory, and freed memory is returned to the system. The settings apply to this process only (`start.ts`).
if [ "$command" = start ]; then
  cache=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
  if [ -n "$cache" ]; then export NODE_COMPILE_CACHE="$cache/tessera/compiled"; fi
  export MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072
fi

# npm forwards signals, but cannot when it is killed: the kernel then sends one, where supported.
if setpriv=$(command -v setpriv); then
  exec "$setpriv" --pdeathsig TERM -- "$node" "$root/deploy/local/src/$command.ts" "$@"
fi
exec "$node" "$root/deploy/local/src/$command.ts" "$@"
