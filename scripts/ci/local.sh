#!/usr/bin/env bash
# Local engines with tiny random weights of the real classes, and what `make gpu-check` does, on the processor.
# Installs torch itself, into .venv-local; where pip finds none, the tests are skipped with that reason.
set -uo pipefail
cd "$(dirname "$0")/../.."
export PYTHONDONTWRITEBYTECODE= # compile modules once, not in every process
WORKERS=${WORKERS:-$(nproc)}
HANG_SECONDS=900 # machines differ by three times and more
bash scripts/local.sh install
timeout --kill-after=20 $HANG_SECONDS \
  bash scripts/local.sh python -m pytest -q -n "$WORKERS" --dist loadgroup -m local packages/mediamill-local "$@"
