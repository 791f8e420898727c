#!/usr/bin/env bash
# From nothing to the first media: with pip from the wheels in dist/, with uvx, and in a clone. Run it on an idle machine,
# after `make dist`; it takes some minutes and needs an index. The README has what it printed.
set -euo pipefail
cd "$(dirname "$0")/../.."
repository=$PWD
dist=$PWD/dist
python=${PYTHON:-$PWD/.venv/bin/python}
base=$("$python" -c 'import sys; print(sys._base_executable)')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ls "$dist"/mediamill-[0-9]*.whl >/dev/null || { echo "run make dist first"; exit 1; }
try() { # name, script that ends in `exec … serve --demo`
  local load
  load=$(cut -d' ' -f1 /proc/loadavg)
  echo "$1 (load $load): $("$python" -m scripts.release.first_media bash -euc "$2")"
}

echo "$(nproc) cores, $("$base" -V)"
try "pip install" "
  $base -m venv venv
  venv/bin/python -m pip install -q --disable-pip-version-check --find-links $dist 'mediamill[procedural]'
  exec venv/bin/mediamill serve --demo --port 0"
try "the same once more, with pip's cache" "
  $base -m venv venv
  venv/bin/python -m pip install -q --disable-pip-version-check --find-links $dist 'mediamill[procedural]'
  exec venv/bin/mediamill serve --demo --port 0"
if uv --version >/dev/null 2>&1; then
  try "uvx, with an empty cache" "
    export UV_CACHE_DIR=$work/uv
    exec uvx --python $base --from 'mediamill[procedural]' --find-links $dist mediamill serve --demo --port 0"
  try "uvx, with a full cache" "
    export UV_CACHE_DIR=$work/uv
    exec uvx --python $base --from 'mediamill[procedural]' --find-links $dist mediamill serve --demo --port 0"
fi
try "git clone and make run" "
  git clone -q $repository clone
  cd clone
  exec make run PORT=0 PYTHON=$base"
