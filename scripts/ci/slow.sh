#!/usr/bin/env bash
# The slow suites that fit the given minutes, what guards promises first; `make slow` runs all of them.
# A suite is begun only where there is time for it, and those that were not are named.
set -uo pipefail
cd "$(dirname "$0")/../.."
minutes=${1:-15}
PATIENCE=4 # a suite that takes so many times its minutes hangs
crafts=tests/engines/builtin
# Minutes on two cores, and the paths of a suite.
suites=(
  "4 tests/reliability tests/webhooks --ignore=tests/reliability/test_store_faults.py"
  "3 tests/conformance tests/cli"
  "3 tests/dispatch tests/outbound"
  "5 tests/journeys"
  "3 $crafts/test_speech_voices.py $crafts/test_dub.py $crafts/test_dub_voices.py $crafts/test_dub_listening.py"
  "1 $crafts/test_stems.py $crafts/test_motion_engine.py $crafts/test_drums.py"
  "2 $crafts/test_effects.py $crafts/test_effects_sounds.py $crafts/test_relief.py"
  "2 $crafts/test_modeller.py $crafts/test_painter.py"
  "4 tests/reliability/test_store_faults.py"
)
result=0
for suite in "${suites[@]}"; do
  read -r expected paths <<<"$suite"
  left=$((minutes * 60 - SECONDS))
  if [ "$left" -lt $((expected * 60)) ]; then
    echo "NO TIME for $paths: $((left / 60)) of $expected minutes are left"
    continue
  fi
  started=$SECONDS
  # shellcheck disable=SC2086 # several paths
  timeout --kill-after=20 $((expected * 60 * PATIENCE)) .venv/bin/python -m pytest -q -n auto --dist loadgroup -m slow $paths
  code=$?
  [ $code -eq 5 ] && code=0 # nothing slow in these paths
  [ $code -eq 0 ] || { echo "FAILED ($code): $paths"; result=1; }
  echo "$(((SECONDS - started) / 60)).$(((SECONDS - started) % 60 / 6)) of $expected minutes: $paths"
done
exit $result
