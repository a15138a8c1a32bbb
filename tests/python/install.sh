#!/bin/bash
# label: full
# limit: 3000 s
# install.sh BUILD - the module as docs/python.md says to install it: pip makes a wheel, without the net, and all tests run on
# what it has installed, away from the build folder.
set -u
. "$(dirname "$0")/lib.bash"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
if ! "$python" -m venv --system-site-packages "$work/venv" >"$work/out" 2>&1; then
    echo "skipped: python3-venv is missing (packages.txt, [python])"
    exit 77
fi
cd "$root" || exit 1
if ! SCREE_BUILD=$build "$work/venv/bin/pip" install --no-build-isolation --no-index . >"$work/out" 2>&1; then
    cat "$work/out"
    exit 1
fi
"$work/venv/bin/scree" --version || exit 1
cp -r python/tests "$work/tests"
cd "$work" || exit 1
place=$("$work/venv/bin/python" -c 'import scree; print(scree.__file__)')
case $place in "$work"/*) ;; *) echo "FAULT: tests would see $place" && exit 1 ;; esac
PYTHONDONTWRITEBYTECODE=1 "$work/venv/bin/python" -m pytest -q -p no:cacheprovider -rs -c "$root/pyproject.toml" --rootdir "$work" "$work/tests"
