#!/usr/bin/env bash
# Optional programs and readers that some tests use: where they cannot be had, those tests skip and say so.
set -uo pipefail
cd "$(dirname "$0")/../.."
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  programs="iproute2 util-linux curl flite gcc libc6-dev libassimp5 redis-server wordnet-base
    apertium apertium-eng-spa apertium-fr-es apertium-spa-ita apertium-es-pt"
  timeout 120 apt-get update -qq || echo "the list of optional programs could not be read"
  for program in $programs; do
    DEBIAN_FRONTEND=noninteractive timeout 120 apt-get install -y -qq --no-install-recommends "$program" >/dev/null ||
      echo "$program could not be installed: its tests will skip"
  done
fi
# Independent readers of GLB and FBX. Until 0.182 three.js read animation in another way: both are asked.
if command -v npm >/dev/null && ! [ -d .readers/node_modules/three-old ]; then
  timeout 300 npm install --no-save --no-package-lock --silent --prefix .readers gltf-validator three@latest three-old@npm:three@0.182 ||
    echo "the Node readers could not be installed: their tests will skip"
fi
