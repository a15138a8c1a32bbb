#!/bin/bash
# label: quick
# units.sh BUILD - quantities that are typed into the page of the view.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../cli/lib.bash"
if ! command -v node >/dev/null; then
    echo 'skipped: node is not here'
    exit 77
fi
cp "$here/../../view/web/units.js" units.mjs
says 0 '37 of 37 are right' node "$here/units.mjs" "$PWD"
verdict
