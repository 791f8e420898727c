#!/usr/bin/env bash
# The page: types, lint and units, then journeys in a real browser against a real service. Without a browser they skip.
set -euo pipefail
cd "$(dirname "$0")/../.."
rm -f .node/failed
sh scripts/page.sh build "${PYTHON:-python3}"

echo "-- types, lint, units"
page() { sh scripts/page.sh run "$@"; }
page sh scripts/client_js.sh types
page biome check --error-on-warnings .
for project in packages/client-js studio; do
  page tsc --noEmit --project "$project"
  page vitest run --root "$project"
done

echo "-- the client, packed, installed and used in Node"
page bash scripts/ci/client_js.sh

echo "-- journeys"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [ -z "$browser" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  timeout 60 apt-get update -qq || true
  DEBIAN_FRONTEND=noninteractive timeout 180 apt-get install -y -qq --no-install-recommends chromium >/dev/null || true
  browser=$(command -v chromium || true)
fi
if [ -z "$browser" ]; then
  echo "no Chromium is installed and none can be: the journeys are skipped"
  exit 0
fi
CHROMIUM=$browser page playwright test --config studio/playwright.config.ts "$@"
