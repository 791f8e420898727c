#!/usr/bin/env bash
# The environment of local engines, .venv-local: torch and its libraries on top of .venv, which never has them.
#   scripts/local.sh install            makes it; ends with 1 and says why where pip finds no torch
#   scripts/local.sh python ARGUMENTS   runs its Python; that of .venv where there is no torch
#   scripts/local.sh lock               resolves its packages anew (needs uv)
set -euo pipefail
cd "$(dirname "$0")/.."
PACKAGE=packages/mediamill-local
LOCK=$PACKAGE/requirements-local.lock
TORCH=2.13.0
# What torch for CUDA needs besides; the tests run on the processor, and every system finds these for itself.
CUDA="cuda-bindings cuda-toolkit nvidia-cudnn-cu13 nvidia-cusparselt-cu13 nvidia-nccl-cu13 nvidia-nvshmem-cu13 triton"
place=$PWD/.venv-local

install() {
  local wanted
  wanted="torch $TORCH, $(cksum <$LOCK)"
  [ "$(cat "$place/installed" 2>/dev/null)" != "$wanted" ] || return 0
  echo "Installing torch $TORCH and its libraries into .venv-local, a few minutes ..."
  rm -rf "$place"
  "$(.venv/bin/python -c 'import sys; print(sys._base_executable)')" -m venv "$place"
  echo "import site; site.addsitedir('$(folder_of .venv)')" >"$(folder_of "$place")/below.pth"
  if ls /dev/nvidia[0-9]* >/dev/null 2>&1 || ! pip --no-deps "torch==$TORCH+cpu" 2>/dev/null; then
    pip "torch==$TORCH" || return 1 # for CUDA: 3 GB instead of the 200 MB of that for the processor alone
  fi
  pip --no-deps --require-hashes -r $LOCK || return 1
  { echo "#!$place/bin/python"; tail -n +2 .venv/bin/mediamill; } >"$place/bin/mediamill"
  chmod +x "$place/bin/mediamill"
  echo "$wanted" >"$place/installed"
}

folder_of() { # environment
  "$1/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))'
}

pip() {
  "$place/bin/python" -m pip install -qq --disable-pip-version-check "$@"
}

lock() {
  overrides=$(mktemp)
  trap 'rm -f "$overrides"' EXIT
  {
    echo "torch==$TORCH"
    echo "numpy>=2" # demucs wants an older one, on Macs with Intel's processors alone
    for name in $CUDA; do echo "$name ; python_version < '3'"; done
  } >"$overrides"
  uv pip compile $PACKAGE/pyproject.toml $PACKAGE/requirements-local.in --all-extras --universal --python-version 3.11 \
    --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate --custom-compile-command "make lock-local" \
    --constraint requirements.lock --override "$overrides" --no-emit-package torch --no-emit-package mediamill \
    --no-emit-package mediamill-client -o $LOCK
}

case $1 in
  install) install || { echo "no torch: pip found no torch $TORCH for this system, or not all of $LOCK" >&2; exit 1; } ;;
  python)
    shift
    if [ -f "$place/installed" ]; then exec "$place/bin/python" "$@"; else exec .venv/bin/python "$@"; fi ;;
  lock) lock ;;
  *) sed -n '3,5s/^# *//p' "$0"; exit 2 ;;
esac
