#!/usr/bin/env bash
# The doors that other services' own clients come through: whole stories with those clients against a running service.
# Installs the clients itself, none of them into .venv; where one cannot be had, its stories skip and say so.
set -uo pipefail
cd "$(dirname "$0")/.."
HANG_SECONDS=300 # machines differ by three times and more
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "-- clients of other services"
# An environment of their own, with everything of .venv in sight.
"$(.venv/bin/python -c 'import sys; print(sys._base_executable)')" -m venv "$work/clients" || exit 1
python=$work/clients/bin/python
own=$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
echo "import site; site.addsitedir('$own')" >"$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/mediamill.pth"
ln -s "$PWD/.venv/bin/mediamill" "$work/clients/bin/mediamill"
for client in openai replicate fal-client elevenlabs; do
  timeout 120 "$python" -m pip install --disable-pip-version-check -qq --no-compile "$client" ||
    echo "$client could not be installed: its stories will skip"
done
if timeout 120 npm install --no-save --no-package-lock --silent --prefix "$work" openai replicate @fal-ai/client; then
  export NODE_PATH="$work/node_modules"
else
  echo "the clients from npm could not be installed: their stories will skip"
fi

echo "-- stories"
# Theirs may leave sockets open when the interpreter ends.
timeout --kill-after=20 $HANG_SECONDS "$python" -m pytest -q -n0 -m official \
  -W ignore::pytest.PytestUnraisableExceptionWarning packages/mediamill/tests/compat "$@"
