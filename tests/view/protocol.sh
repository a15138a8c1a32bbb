#!/bin/bash
# label: quick
# limit: 240 s
# protocol.sh BUILD - the view without a browser: who is let in, what is answered, what a run does while pages look on, ask nonsense,
# stop reading or go away, and what one that means harm can do. The page itself is a stand-in; browser.sh has the real one.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../cli/lib.bash"
mkdir program program/assets && cp "$1/scree" program/scree
scree=$PWD/program/scree
cp "$here/../cli/small.yaml" .
cp "$here/still.yaml" "$here/cell.yaml" "$here/clumps.yaml" .

# Without the library, or without the page, that is told by name.
if ! "$scree" view small.yaml 2>&1 | grep -q 'view.js'; then
    says 2 'built without the library civetweb.*libcivetweb-dev' "$scree" view small.yaml
    says 2 'built without the library civetweb' "$scree" run small.yaml --view --out no
    holds 'and nothing was made' test ! -e no
    echo 'note: the view was not tested: this build has no civetweb (scripts/set-up view)'
    verdict
fi
says 2 'assets/view.js: the page of the view is not beside the program.*make assets' "$scree" view small.yaml
says 2 'assets/view.js: .*make assets' "$scree" run small.yaml --view --out no
holds 'and nothing was made' test ! -e no
echo 'document.title = 1;' >program/assets/view.js
echo 'body { margin: 0; }' >program/assets/view.css
says 2 'there is no port 70000' "$scree" run small.yaml --view --port 70000 --out no
says 2 'add --view' "$scree" run small.yaml --port 7000 --out no
says 2 '--port has no 70000' "$scree" view small.yaml --port 70000
says 2 'no such|cannot' "$scree" view nothing-here

"$scree" run small.yaml --out small --threads 1 --quiet || complain 'the case does not run'
"$scree" run still.yaml --out alone --threads 1 --quiet || complain 'the case does not run alone'
"$scree" run clumps.yaml --out clumps --threads 1 --quiet || complain 'the case of clumps does not run'
"$scree" run cell.yaml --out deformed --threads 1 --quiet || complain 'the case of a cell does not run'
for part in admission answers deforming running crowd; do
    checks=$((checks + 1))
    timeout 100 python3 "$here/protocol.py" "$part" "$scree" >"$part.txt" 2>&1 || complain "$part: $(tail -n 12 "$part.txt")"
    tail -n 1 "$part.txt"
done
checks=$((checks + 1))
timeout 100 python3 "$here/hostile.py" "$scree" >hostile.txt 2>&1 || complain "hostile: $(tail -n 12 hostile.txt)"
tail -n 1 hostile.txt
verdict
