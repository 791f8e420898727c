#!/bin/sh
# Makes .venv from requirements.lock and puts the packages in it, editable. With uv where it works, else with pip alone.
set -eu
python="$1"
packages="-e packages/mediamill -e packages/mediamill-client -e packages/mediamill-local -e packages/mediamill-procedural -e packages/mediamill-remote"
echo "Installing into .venv, about a minute ..."
if uv --version >/dev/null 2>&1 && uv venv --quiet --allow-existing --python "$python" .venv 2>/dev/null \
    && uv pip install --quiet --python .venv/bin/python --compile-bytecode \
        --no-deps --require-hashes -r requirements.lock 2>/dev/null; then
    # shellcheck disable=SC2086 # several words
    uv pip install --quiet --python .venv/bin/python --no-deps --no-build-isolation $packages
else
    "$python" -m venv .venv || {
        echo "This Python cannot make a virtual environment. On Debian or Ubuntu: apt-get install python3-venv" >&2
        exit 1
    }
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.lock
    # shellcheck disable=SC2086 # several words
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation $packages
fi
# Engines run where nothing can be written: what is not compiled now, they would compile whenever they start.
.venv/bin/python -m compileall -q packages
