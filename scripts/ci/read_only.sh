#!/usr/bin/env bash
# In a mount namespace of its own (`unshare --mount`): what smoke.py tries, as the image runs it. User 10001 without
# capabilities; nothing can be written but the data folder and /tmp.
set -euo pipefail
cd "$(dirname "$0")/../.."
repository=$PWD
base=$(.venv/bin/python -c 'import sys; print(sys.base_prefix)')
mount --make-rprivate /
# Root's home is closed to others: what lies in it is found there all the same, in a folder that they may pass.
place=$1 # an empty folder
mount -t tmpfs -o mode=0755 tmpfs "$place"
for path in "$base" "$repository"; do
  case $path in /root/*)
    mkdir -p "$place$path"
    mount --bind "$path" "$place$path"
    ;;
  esac
done
[ ! -d "$place/root" ] || mount --rbind "$place/root" /root
mount -o remount,bind,ro /
mount -t tmpfs -o mode=1777 tmpfs /tmp
cd "$repository"
exec setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \
  env -i PATH="$repository/.venv/bin:/usr/bin:/bin" HOME=/tmp LANG=C.UTF-8 .venv/bin/python scripts/ci/smoke.py procedural
