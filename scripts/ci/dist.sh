#!/usr/bin/env bash
# What strangers install: wheels and sdists of every package, each installation tried in an empty environment.
# With uv also: that every Python and system that is promised finds its wheels. Needs `make install` and an index.
set -euo pipefail
cd "$(dirname "$0")/../.."
unset PYTHONDONTWRITEBYTECODE PYTHONPATH
python=$PWD/.venv/bin/python
dist=$PWD/dist
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ALONE_MEGABYTES_MAX=350 # of the service without engines
LINUX=x86_64-manylinux_2_28

echo "-- wheels and sdists"
rm -rf "$dist"
export SOURCE_DATE_EPOCH=315532800 # the first day that a zip file knows: the same wheel from both sources
PAGE=mediamill/http/static/page/index.html
[ -f packages/mediamill/src/$PAGE ] || { echo "the page is not built: make page"; exit 1; }
for project in packages/*/pyproject.toml; do
  package=$(dirname "$project")
  (cd "$package" && "$python" -m hatchling build -d "$dist" -t sdist -t wheel >"$work/build.log" 2>&1) ||
    { cat "$work/build.log"; exit 1; }
done
for sdist in "$dist"/*.tar.gz; do
  mkdir -p "$work/sdist" && tar -xzf "$sdist" -C "$work/sdist"
  (cd "$work/sdist/$(basename "$sdist" .tar.gz)" && "$python" -m hatchling build -d "$work/again" -t wheel >/dev/null 2>&1)
done
for wheel in "$dist"/*.whl; do
  cmp "$wheel" "$work/again/$(basename "$wheel")" # an sdist has all that its wheel is made of
done
held=$("$python" -m zipfile -l "$dist"/mediamill-[0-9]*.whl)
[[ $held == *"$PAGE"* ]] || { echo "the wheel has no page"; exit 1; }
(cd "$dist" && ls -lh | awk 'NR > 1 { print "  " $5 "\t" $9 }')

base=$("$python" -c 'import sys; print(sys._base_executable)')
"$base" -m venv "$work/pip"
pip() { "$work/pip/bin/python" -m pip --disable-pip-version-check -qq --python "$1/bin/python" "${@:2}"; }

try() { # name, requirement, names of our packages
  local home=$work/$1 requirement=$2
  shift 2
  echo "-- pip install '$requirement'"
  "$base" -m venv --without-pip "$home"
  "$python" -m scripts.ci.lock_of "$requirement" >"$work/lock.txt"
  pip "$home" install --no-deps --require-hashes --only-binary :all: -r "$work/lock.txt"
  pip "$home" install --no-deps --no-index --find-links "$dist" "$@"
  pip "$home" check >&2
  local site
  site=$("$home/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  megabytes=$(du -sm "$site" | cut -f1)
  packages=$(find "$site" -maxdepth 1 -name '*.dist-info' | wc -l)
  echo "installed: $megabytes MB, $packages packages, of them ours: $*"
  "$home/bin/python" scripts/ci/smoke.py "$(basename "$home")"
}

try alone mediamill mediamill mediamill-client
[ "$megabytes" -le "$ALONE_MEGABYTES_MAX" ] || { echo "more than $ALONE_MEGABYTES_MAX MB"; exit 1; }
try procedural 'mediamill[procedural]' mediamill mediamill-client mediamill-procedural
try neural 'mediamill[procedural,neural]' mediamill mediamill-client mediamill-procedural
try remote 'mediamill[remote]' mediamill mediamill-client mediamill-remote
try local 'mediamill[local]' mediamill mediamill-client mediamill-local

echo "-- every promised Python and system"
if ! uv --version >/dev/null 2>&1; then
  echo "uv is not installed: not tried"
  exit 0
fi
wheels() { uv pip install --quiet --dry-run --only-binary :all: --target "$work/none" "$@"; }
for version in 3.11 3.12 3.13; do
  wheels --python-version $version --python-platform $LINUX --require-hashes -r requirements.lock
  wheels --python-version $version --python-platform $LINUX --find-links "$dist" "mediamill[all]"
  echo "mediamill[all] and the lock: Python $version on Linux x86-64"
done
for version in 3.10 3.11 3.12 3.13; do
  for system in linux macos windows; do
    wheels --python-version $version --python-platform $system "$dist"/mediamill_client-*.whl
  done
  echo "mediamill-client: Python $version on Linux, macOS and Windows"
done
