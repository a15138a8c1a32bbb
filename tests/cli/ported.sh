#!/bin/bash
# label: full
# ported.sh BUILD [NAME...] - each case of examples/ported runs, and its number is as near to the other program's as its README
# says (expected.csv); each has a page, and a row in docs/peer-cases.md. Without names all of them.
set -u
scree=$1/scree
source=$(cd "$(dirname "$0")/../.." && pwd)
shift
. "$(dirname "$0")/lib.bash"
ported=$source/examples/ported

names=${*:-$(sed 1d "$ported/expected.csv" | cut -d, -f1)}
for name in $names; do
    holds "$name has a page" test -s "$ported/$name/README.md"
    holds "$name has a row in the table of all" grep -q "^| \[$name\]($name/README.md)" "$ported/README.md"
    holds "$name has a row among the cases of other programs" grep -q "examples/ported/$name/" "$source/docs/peer-cases.md"
    holds "$name runs" "$scree" run "$ported/$name" --quiet --threads 1 --out "$work/$name"
    theirs=$(awk -F, -v name="$name" '$1 == name { print $2 }' "$ported/expected.csv")
    percent=$(awk -F, -v name="$name" '$1 == name { print $3 }' "$ported/expected.csv")
    ours=$(sh "$ported/number.sh" "$name" "$work/$name")
    holds "$name: $ours, and not $theirs to $percent %" awk -v a="$ours" -v b="$theirs" -v p="$percent" \
        'BEGIN { d = (a - b) / b; if (d < 0) d = -d; exit !(a != "" && b != "" && p != "" && 100 * d <= p) }'
    rm -rf "${work:?}/$name"
done

# No folder is left out.
for folder in "$ported"/*/; do
    name=$(basename "$folder")
    holds "$name is in expected.csv" grep -q "^$name," "$ported/expected.csv"
done
verdict
