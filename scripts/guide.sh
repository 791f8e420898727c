#!/bin/sh
# The documentation site, built out of docs/ with a Zensical of its own (.guide, from scripts/guide/requirements.txt).
#   guide.sh build PYTHON    build it where its sources have changed and Zensical is there; else `/guide` says what to do
#   guide.sh rebuild PYTHON  install Zensical where it is missing, build, and fail where a link or a page is wrong
set -eu
cd "$(dirname "$0")/.."
built=packages/mediamill/src/mediamill/http/static/guide
pinned=scripts/guide/requirements.txt
zensical=.guide/bin/zensical

main() {
    case "$1" in
    build)
        [ -x "$zensical" ] || return 0
        [ "$(cat .guide/built 2>/dev/null)" != "$(sum_of_sources)" ] || [ ! -f "$built/index.html" ] || return 0
        build "$2" >.guide/log 2>&1 ||
            echo "The guide could not be built (see .guide/log); the service runs without it, and \`make guide\` says more." >&2
        ;;
    rebuild)
        install "$2"
        build "$2"
        ;;
    esac
}

sum_of_sources() {
    { find docs scripts/guide scripts/guide.sh -name __pycache__ -prune -o -type f -print
      ls ./*.md
    } | LC_ALL=C sort | xargs cat | cksum
}

install() {
    ! cmp -s "$pinned" .guide/pinned || return 0
    echo "Installing Zensical into .guide ..."
    if uv --version >/dev/null 2>&1 && uv venv --quiet --allow-existing --python "$1" .guide 2>/dev/null; then
        uv pip install --quiet --python .guide/bin/python --no-deps --require-hashes -r "$pinned"
    else
        "$1" -m venv .guide &&
            .guide/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r "$pinned"
    fi && cp "$pinned" .guide/pinned
}

build() { # beside what is there, which is replaced once all is well
    "$1" -m scripts.guide.stage .guide/stage &&
        "$zensical" build --strict --clean --config-file .guide/stage/mkdocs.yml &&
        "$1" -m scripts.guide.finish .guide/stage/site &&
        rm -rf "$built" && cp -R .guide/stage/site "$built" && sum_of_sources >.guide/built
}

main "$@"
