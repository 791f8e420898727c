#!/usr/bin/env bash
# What strangers install: wheels and sdists of every package, each built twice, checked, and tried in an empty environment;
# with the bill of materials and the sums that belong to a release. Where uv and pipx are, they start the service from the
# wheels; every CPython from 3.11 to 3.13 that is on the PATH is tried. Needs `make install` and an index.
set -euo pipefail
cd "$(dirname "$0")/../.."
unset PYTHONDONTWRITEBYTECODE PYTHONPATH
python=$PWD/.venv/bin/python
dist=$PWD/dist
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ALONE_MEGABYTES_MAX=350 # of the service without engines
LINUX=x86_64-manylinux_2_28
NAMES="mediamill mediamill-client mediamill-local mediamill-procedural mediamill-remote"
export SOURCE_DATE_EPOCH=315532800 # the first day that a zip file knows: the same bytes whenever they are built
STATIC=mediamill/http/static
base=$("$python" -c 'import sys; print(sys._base_executable)')

build() { # folder of the packages, where to
  local project
  for project in "$1"/*/pyproject.toml; do
    (cd "$(dirname "$project")" && "$python" -m hatchling build -d "$2" -t sdist -t wheel >"$work/build.log" 2>&1) ||
      { cat "$work/build.log"; exit 1; }
  done
}

echo "-- the guide"
sh scripts/guide.sh rebuild "$base" | tail -1
[ -f packages/mediamill/src/$STATIC/page/index.html ] || { echo "the page is not built: make page"; exit 1; }

echo "-- wheels and sdists, twice"
rm -rf "$dist"
build "$PWD/packages" "$dist"
version=$("$python" -c 'import mediamill; print(mediamill.__version__)')
for name in $NAMES; do # all of them, and nothing else, with one version
  for file in "$dist/${name//-/_}-$version-py3-none-any.whl" "$dist/${name//-/_}-$version.tar.gz"; do
    [ -f "$file" ] || { echo "$(basename "$file") was not built"; exit 1; }
  done
done
[ "$(find "$dist" -type f | wc -l)" = 10 ] || { echo "dist/ has more than wheels and sdists of $NAMES"; exit 1; }
mkdir "$work/elsewhere" && cp .gitignore "$work/elsewhere" && cp -R --no-preserve=timestamps packages "$work/elsewhere/packages"
build "$work/elsewhere/packages" "$work/again"
for sdist in "$dist"/*.tar.gz; do
  mkdir -p "$work/sdist" && tar -xzf "$sdist" -C "$work/sdist"
  (cd "$work/sdist/$(basename "$sdist" .tar.gz)" && "$python" -m hatchling build -d "$work/from_sdist" -t wheel >/dev/null 2>&1)
done
for file in "$dist"/*; do
  cmp "$file" "$work/again/$(basename "$file")" # in another folder, at another time
done
for wheel in "$dist"/*.whl; do
  cmp "$wheel" "$work/from_sdist/$(basename "$wheel")" # an sdist has all that its wheel is made of
done
held=$("$python" -m zipfile -l "$dist"/mediamill-[0-9]*.whl)
for part in page/index.html guide/index.html guide/tasks/nginx.html guide/llms.txt; do
  [[ $held == *"$STATIC/$part"* ]] || { echo "the wheel has no $part"; exit 1; }
done
(cd "$dist" && ls -lh | awk 'NR > 1 { print "  " $5 "\t" $9 }')
echo "the same bytes from two folders, and from the sdists"

"$base" -m venv "$work/pip"
pip() { "$work/pip/bin/python" -m pip --disable-pip-version-check -qq --python "$1/bin/python" "${@:2}"; }
"$base" -m venv --without-pip "$work/tools"
pip "$work/tools" install --no-deps --require-hashes -r scripts/release/requirements.txt

echo "-- twine check"
"$work/tools/bin/twine" check --strict "$dist"/*

installed() { # name of the environment, its Python, requirement, names of our packages
  local home=$work/$1 from=$2 requirement=$3
  shift 3
  "$from" -m venv --without-pip "$home"
  "$python" -m scripts.ci.lock_of "$requirement" >"$work/lock.txt"
  pip "$home" install --no-deps --require-hashes --only-binary :all: -r "$work/lock.txt"
  pip "$home" install --no-deps --no-index --find-links "$dist" "$@"
  pip "$home" check >&2
}

try() { # name, requirement, names of our packages
  echo "-- pip install '$2'"
  installed "$1" "$base" "${@:2}"
  local site
  site=$("$work/$1/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  megabytes=$(du -sm "$site" | cut -f1)
  echo "installed: $megabytes MB, $(find "$site" -maxdepth 1 -name '*.dist-info' | wc -l) packages, of them ours: ${*:3}"
  "$work/$1/bin/python" scripts/ci/smoke.py "$1"
}

try alone mediamill mediamill mediamill-client
[ "$megabytes" -le "$ALONE_MEGABYTES_MAX" ] || { echo "more than $ALONE_MEGABYTES_MAX MB"; exit 1; }
try procedural 'mediamill[procedural]' mediamill mediamill-client mediamill-procedural
try neural 'mediamill[procedural,neural]' mediamill mediamill-client mediamill-procedural
try remote 'mediamill[remote]' mediamill mediamill-client mediamill-remote
try local 'mediamill[local]' mediamill mediamill-client mediamill-local

echo "-- pip install 'mediamill-client[mcp]'"
installed client "$base" 'mediamill-client[mcp]' mediamill-client
commands=$("$work/client/bin/mediamill" --help)
[[ $commands == *"  generate  "* && $commands != *"  serve  "* ]] || { echo "the client has not just its own commands"; exit 1; }
"$work/client/bin/mediamill" mcp --help >/dev/null

echo "-- bill of materials, and sums"
# shellcheck disable=SC2086 # several names
installed all "$base" 'mediamill[all]' $NAMES
"$work/tools/bin/cyclonedx-py" environment --output-reproducible --validate --pyproject packages/mediamill/pyproject.toml \
  --output-format JSON --output-file "$work/bom.json" "$work/all/bin/python"
"$python" -m scripts.release.bill "$version" "$work/bom.json" "$dist/mediamill-$version.cdx.json"
"$python" -m scripts.release.licences && git diff --exit-code --stat -- docs/reference/licences.md
(cd "$dist" && sha256sum -- *.whl *.tar.gz *.cdx.json >SHA256SUMS && wc -l <SHA256SUMS | xargs echo "  files in SHA256SUMS:")

echo "-- other Pythons on the PATH"
for minor in 11 12 13; do
  other=$(command -v "python3.$minor" || true)
  if [ -z "$other" ] || ! "$other" -c "import sys; sys.exit(sys.version_info[:2] != (3, $minor))" 2>/dev/null; then
    echo "CPython 3.$minor is not there: not run"
  elif [ "$("$base" -c 'import sys; print(sys.version_info[1])')" != "$minor" ]; then
    "$other" -m venv "$work/3.$minor"
    "$work/3.$minor/bin/python" -m pip install -qq --disable-pip-version-check --only-binary :all: --find-links "$dist" 'mediamill[procedural]'
    "$work/3.$minor/bin/python" scripts/ci/smoke.py procedural
    echo "CPython 3.$minor: mediamill[procedural] installed and run"
  fi
done

echo "-- in one line"
tried() { echo "$1: $("$python" -m scripts.release.first_media "${@:2}")"; }
tried "pipx run" env PIPX_HOME="$work/pipx" "$work/tools/bin/pipx" run --backend pip --python "$base" --pip-args "--find-links $dist" \
  --spec 'mediamill[procedural]' mediamill serve --demo --port 0
if ! uv --version >/dev/null 2>&1; then
  echo "uv is not installed: uvx and the promised systems are not tried"
  exit 0
fi
tried uvx uvx --no-cache --python "$base" --from 'mediamill[procedural]' --find-links "$dist" mediamill serve --demo --port 0

echo "-- every promised Python and system"
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
