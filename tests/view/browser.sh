#!/bin/bash
# label: quick
# limit: 240 s
# browser.sh BUILD [FOLDER] - the page of the view in a headless browser, where one is and `make assets` has been run. With FOLDER the
# pictures of docs/view.md are left there.
set -u
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
folder=${2:-}
. "$here/../cli/lib.bash"
browser=$(command -v chromium || command -v chromium-browser || true)
skip() {
    echo "skipped: $*"
    exit 77
}
command -v node >/dev/null || skip 'node is not here'
[ -n "$browser" ] || skip 'no browser is here (chromium)'
[ -s "$1/assets/view.js" ] || skip 'the page is not there (make assets)'
"$1/scree" view nothing-here 2>&1 | grep -q 'built without' && skip 'this build has no civetweb (scripts/set-up view)'
scree=$1/scree

# The words of a server, and its process, which ends with the script.
serve() {
    local words=$1
    shift
    : >"$words"
    "$@" >"$words" 2>&1 </dev/null &
    servers="${servers:-} $!"
    trap 'kill $servers 2>/dev/null; wait $servers 2>/dev/null; rm -rf "$work"' EXIT
    for _ in $(seq 100); do
        address=$(grep -o 'http://[^ ]*' "$words") && return
        sleep 0.1
    done
    complain "no address: $(cat "$words")"
}

"$scree" run "$here/../cli/small.yaml" --out small --threads 1 --quiet || complain 'the case does not run'
"$scree" run "$here/cell.yaml" --out deformed --threads 1 --quiet || complain 'the case of a cell does not run'
"$scree" run "$here/clumps.yaml" --out clumps --threads 1 --quiet || complain 'the case of clumps does not run'
serve run.txt "$scree" view small
run=$address
serve cell.txt "$scree" view deformed
cell=$address
serve clumps.txt "$scree" view clumps
clumps=$address
serve live.txt "$scree" run "$here/../cli/small.yaml" --out live --threads 1 --view --set run.duration='20 s'
says 0 'the page holds: [0-9]+ checks' timeout 200 node "$source/assets/view-smoke.mjs" "$browser" "$run" "$address" "$cell" "$clumps" $folder
verdict
