# What the scripts beside this one share: pinned packages, and a built server that runs. To be sourced by them.

# A virtual environment of what the file $1 pins, in the folder $2.
python_packages() {
  if cmp -s "$1" "$2/requirements.txt"; then return; fi
  python3 -m venv --clear "$2"
  "$2/bin/pip" install --quiet --disable-pip-version-check -r "$1"
  cp "$1" "$2/requirements.txt"
}

# What the lock file in the folder $1 pins, in the folder $2, by the command of npm that follows. No package's own scripts run.
node_packages() {
  local from=$1 folder=$2
  shift 2
  if cmp -s "$from/package-lock.json" "$folder/package-lock.json" && [ -d "$folder/node_modules" ]; then return; fi
  mkdir -p "$folder"
  cp "$from/package.json" "$from/package-lock.json" "$folder/"
  (cd "$folder" && npm "$@" --loglevel=error --no-fund --no-audit --ignore-scripts)
}

# Builds the package $1 and prints where its binary is.
built() {
  cargo build --quiet --locked --package "$1" --message-format json | python3 -c '
import json, sys
print([m["executable"] for m in map(json.loads, sys.stdin) if m.get("executable")][-1])'
}

# Starts the server $1 on a free port for as long as the script runs, and sets `url`.
serve() {
  log=$(mktemp)
  "$1" --port 0 2>"$log" &
  server=$!
  trap 'kill $server; rm -f "$log"' EXIT
  for _ in $(seq 100); do
    url=$(sed -n 's/.* serves MCP at //p' "$log")
    [ -n "$url" ] && return
    sleep 0.1
  done
  cat "$log" >&2
  return 1
}
