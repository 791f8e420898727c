#!/usr/bin/env bash
# A fleet on PostgreSQL: several processes that race or are killed, a server that fails; then the packages that touch
# the database once more, on PostgreSQL instead of SQLite. With FULL=1 the long runs of the former, too.
set -uo pipefail
cd "$(dirname "$0")/../.."
export PYTHONDONTWRITEBYTECODE= # compile modules once, not in every process
WORKERS=${WORKERS:-$(($(nproc) + 1))} # much of it waits for clocks and processes
HANG_SECONDS=900 # machines differ by three times and more
fleet="fleet and not slow"
if [ -n "${FULL:-}" ]; then
  HANG_SECONDS=7200
  fleet="fleet"
fi
tests=packages/mediamill/tests
again=""
for package in accounts breakers credits dispatch generations jobs properties purchases usage webhooks workers; do
  again="$again $tests/$package"
done
result=0
suite() { # what is said, then arguments
  echo "-- $1"
  timeout --kill-after=20 $HANG_SECONDS .venv/bin/python -m pytest -q -n "$WORKERS" --dist loadgroup "${@:2}" || result=1
}

suite "several processes, and a server that fails" -m "$fleet"
# shellcheck disable=SC2086 # several paths
MEDIAMILL_TEST_DATABASE=postgres suite "what touches the database, on PostgreSQL" -m "not slow" $again
# Linters of deploy/ that it fetches itself.
bash scripts/ci/deploy.sh || result=1
MEDIAMILL_TEST_SETUP=fleet suite "the interface and the journeys, asked of two fronts behind a balancer" -m "not slow" \
  tests/conformance/http tests/journeys
exit $result
