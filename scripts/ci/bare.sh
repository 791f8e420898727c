#!/usr/bin/env bash
# A newcomer's machine: a fresh copy, and of programs only CPython, make and what every system has. Nothing optional.
set -euo pipefail
cd "$(dirname "$0")/../.."
OPTIONAL="flite apertium ffmpeg node npm uv docker redis-server gcc"
BASIC="sh env make sed expand nproc touch ls mkdir rm cat id uname tail head sleep sort tr cut grep dirname basename curl
  find xargs cksum cmp cp"

# Engines look for programs in the system's own folders, whatever the PATH: there they are covered, in a mount namespace.
if [ -z "${MEDIAMILL_BARE:-}" ] && [ "$(id -u)" = 0 ] && unshare --mount true 2>/dev/null; then
  MEDIAMILL_BARE=1 exec unshare --mount bash "$0"
fi
for program in $OPTIONAL; do
  for folder in /usr/local/sbin /usr/local/bin /usr/sbin /usr/bin /sbin /bin; do
    if [ -n "${MEDIAMILL_BARE:-}" ] && [ -e "$folder/$program" ]; then
      mount --bind /dev/null "$folder/$program" || echo "$folder/$program could not be covered"
    fi
  done
done

home=$(mktemp -d)
server=""
trap 'set +e; [ -z "$server" ] || { kill "$server"; wait "$server"; }; rm -rf "$home"' EXIT
mkdir "$home/bin"
for program in $BASIC; do
  found=$(command -v "$program") && ln -s "$found" "$home/bin/$program"
done
python=$(for name in python3 python3.13 python3.12 python3.11 python; do
  "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14) or print(sys.executable))' 2>/dev/null && break
done)
ln -s "$python" "$home/bin/python3"
git clone --quiet . "$home/clone"
cd "$home/clone"

# An environment with nothing in it but what reaching a package index takes.
bare=(env -i HOME="$home" PATH="$home/bin" LANG=C.UTF-8 CI=true)
while IFS= read -r given; do bare+=("$given"); done < <(env | grep -Ei '^(pip_|npm_config_registry|https?_proxy=|no_proxy=|ssl_cert)' || true)

echo "-- make install, with pip alone"
"${bare[@]}" make install
"${bare[@]}" .venv/bin/python - $OPTIONAL <<'PROGRAM'
import shutil, sys
from mediamill.engines.host.host import ENVIRONMENT
found = [path for name in sys.argv[1:] if (path := shutil.which(name, path=ENVIRONMENT["PATH"]))]
print("covered: nothing optional is found" if not found else f"NOT BARE, engines find {found}: make them go away or run this as root")
PROGRAM

echo "-- make run, and the README's first lines"
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
"${bare[@]}" make run PORT="$port" >"$home/run.log" 2>&1 &
server=$!
for _ in $(seq 120); do
  grep -q "export MEDIAMILL_BASE_URL" "$home/run.log" && break
  kill -0 "$server" 2>/dev/null || break
  sleep 1
done
grep -Eo 'export MEDIAMILL_(API_KEY|BASE_URL)=[^ ]+' "$home/run.log" >"$home/exports" || { cat "$home/run.log"; exit 1; }
python3 - README.md >"$home/lines.sh" <<'PROGRAM'
import re, sys
blocks = re.findall(r"```sh\n(.*?)```", open(sys.argv[1]).read(), re.S)
curl = next(block for block in blocks if "/api/run" in block)
generate = next(block for block in blocks if "mediamill generate text-to-speech" in block)
print(curl if __import__("shutil").which("curl") else "", generate, sep="\n")
PROGRAM
"${bare[@]}" sh -e -c ". $home/exports; export MEDIAMILL_API_KEY MEDIAMILL_BASE_URL; . $home/lines.sh"
test -s hello.mp3
kill "$server"
wait "$server" || true
server=""

echo "-- make demo"
"${bare[@]}" make demo

echo "-- the tests of what optional programs touch"
"${bare[@]}" .venv/bin/python -m pytest -q -n auto --dist loadgroup -m "not slow" \
  packages/mediamill-procedural/tests/procedural/test_dub.py packages/mediamill-procedural/tests/procedural/test_dub_voices.py packages/mediamill-procedural/tests/procedural/test_dub_listening.py \
  packages/mediamill-procedural/tests/procedural/test_dub_translation.py packages/mediamill-procedural/tests/procedural/test_speech_flite.py packages/mediamill-procedural/tests/procedural/test_speech_engine.py \
  packages/mediamill-procedural/tests/procedural/test_motion_fbx.py packages/mediamill/tests/codecs/test_glb.py packages/mediamill/tests/cli/test_optional.py tests/test_demo.py
