#!/bin/sh
# What every command of package.json calls: installs what is missing with the machine's own Node, then becomes the command
# itself. No process stays between npm and it.
set -eu

command=$1
shift
root=$(cd "$(dirname "$0")/../.." && pwd)
node=$(node "$root/deploy/local/bootstrap.mjs" "$command")
PATH="$root/node_modules/.bin:$PATH"
export PATH

# What goes on running is kept small: sources whose types were stripped once are not read again, because a process that strips
# any holds the compiler, and what was freed is given back. How its memory is had is this process's own affair (`start.ts`).
if [ "$command" = start ]; then
  cache=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
  if [ -n "$cache" ]; then export NODE_COMPILE_CACHE="$cache/tessera/compiled"; fi
  export MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072
fi

# npm passes signals on, but not its own sudden death: the kernel does, where it is asked to.
if setpriv=$(command -v setpriv); then
  exec "$setpriv" --pdeathsig TERM -- "$node" "$root/deploy/local/src/$command.ts" "$@"
fi
exec "$node" "$root/deploy/local/src/$command.ts" "$@"
