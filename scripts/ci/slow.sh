#!/usr/bin/env bash
# The slow suites that fit the given minutes, what guards promises first; `make slow` runs all of them.
# Those of vendors' engines have a lane of their own (remote.sh).
# A suite is begun only where there is time for it, and those that were not are named. One that takes longer than
# it did when it was measured goes on: what is slow is no failure, what hangs is.
set -uo pipefail
cd "$(dirname "$0")/../.."
export PYTHONDONTWRITEBYTECODE= # compile modules once, not in every process
minutes=${1:-15}
HANG_SECONDS=900 # the least that a suite is given before it counts as hanging: machines differ by three times and more
engines=packages/mediamill-procedural/tests/procedural
voices="$engines/test_speech_voices.py $engines/test_dub.py $engines/test_dub_voices.py $engines/test_dub_listening.py"
effects="$engines/test_effects.py $engines/test_effects_sounds.py $engines/test_relief.py"
looks="$engines/test_modeller.py $engines/test_painter.py"
long="$engines/test_stems.py $engines/test_motion_engine.py $engines/test_drums.py"
# shellcheck disable=SC2086 # several paths
others="$engines $(printf -- '--ignore=%s ' $voices $effects $looks $long)"
# Minutes on two cores, as measured, and the paths of a suite.
suites=(
  "4 tests/reliability packages/mediamill/tests/webhooks --ignore=tests/reliability/test_store_faults.py"
  "4 tests/conformance packages/mediamill/tests/cli"
  "3 tests/test_*.py packages/mediamill-client"
  "2 packages/mediamill/tests/dispatch packages/mediamill/tests/outbound packages/mediamill/tests/app"
  "3 packages/mediamill/tests/engines packages/mediamill/tests/codecs packages/mediamill/tests/properties"
  "6 tests/journeys"
  "5 $voices"
  "2 $effects"
  "2 $looks"
  "4 tests/reliability/test_store_faults.py"
  "7 $long"
  "6 $others"
)
result=0
echo "-- other services' own clients, through our doors"
bash scripts/compat.sh || { echo "FAILED: scripts/compat.sh"; result=1; }
for suite in "${suites[@]}"; do
  read -r expected paths <<<"$suite"
  left=$((minutes * 60 - SECONDS))
  if [ "$left" -lt $((expected * 60)) ]; then
    echo "NO TIME for $paths: $((left > 0 ? left / 60 : 0)) of $expected minutes are left"
    continue
  fi
  limit=$((left > HANG_SECONDS ? left : HANG_SECONDS))
  started=$SECONDS
  # shellcheck disable=SC2086 # several paths
  timeout --kill-after=20 $limit .venv/bin/python -m pytest -q -n auto --dist loadgroup -m slow $paths
  code=$?
  [ $code -eq 5 ] && code=0 # nothing slow in these paths
  [ $code -eq 124 ] && echo "HANGS: not done after $((limit / 60)) minutes"
  [ $code -eq 0 ] || { echo "FAILED ($code): $paths"; result=1; }
  echo "$(((SECONDS - started) / 60)).$(((SECONDS - started) % 60 / 6)) of $expected minutes: $paths"
done
exit $result
