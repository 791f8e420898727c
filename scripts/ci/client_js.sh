#!/usr/bin/env bash
# The JavaScript client as strangers have it: packed, looked through, installed in an empty folder, compiled against, and used on
# a running service in every Node that is here. Runs inside `scripts/page.sh run`.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
service=
cleanup() { [ -z "$service" ] || kill "$service" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$work"; }
trap cleanup EXIT
npm() { node "$(dirname "$(command -v node)")/../lib/node_modules/npm/bin/npm-cli.js" "$@"; }
tsc=$PWD/node_modules/.bin/tsc
types=$PWD/node_modules/@types

sh scripts/client_js.sh pack "$work" >/dev/null
package=$(echo "$work"/*.tgz)
held=$(tar -tzf "$package" | sed 's|^package/||' | LC_ALL=C sort)
modules=$(cd packages/client-js/src && for file in *.ts; do echo "src/${file%.ts}.js src/${file%.ts}.d.ts"; done)
wanted=$(printf '%s\n' LICENSE README.md package.json generated/openapi.js generated/openapi.d.ts $modules | LC_ALL=C sort)
[ "$held" = "$wanted" ] || { diff <(echo "$wanted") <(echo "$held"); exit 1; }
echo "packed: $(wc -c <"$package") bytes, $(echo "$held" | wc -l) files"

home=$work/home
mkdir "$home"
cp packages/client-js/tests/story.mjs packages/client-js/tests/consumer.ts "$home"
echo '{ "type": "module", "private": true }' >"$home/package.json"
(cd "$home" && npm install --silent --offline --no-audit --no-fund "$package")
(cd "$home" && "$tsc" --noEmit --strict --target es2022 --lib es2023,dom,dom.iterable,dom.asynciterable --module nodenext \
  --typeRoots "$types" --types node consumer.ts)
echo "compiled against"

.venv/bin/mediamill serve --port 0 --data-dir "$work/data" --demo >"$work/out" 2>"$work/log" &
service=$!
for _ in $(seq 600); do
  ! grep -q 'export MEDIAMILL_BASE_URL=' "$work/out" || break
  kill -0 "$service" || { cat "$work/log"; exit 1; }
  sleep 0.1
done
eval "$(grep -o 'export MEDIAMILL_[A-Z_]*=[^ ]*' "$work/out")"
for node in $(type -ap node | xargs -n 1 readlink -f | awk '!seen[$0]++'); do
  "$node" -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' || continue
  echo "-- $("$node" --version)"
  (cd "$home" && "$node" story.mjs)
done
