#!/bin/bash
# label: sanitize
# laws.sh BUILD - the pages of the laws in docs/laws are what the program makes of the rows of the laws and their texts, and
# docs/laws.md names every law; `scree bench laws` measures all of them.
set -u
scree=$1/scree
. "$(dirname "$0")/lib.bash"

docs=$SCREE_SOURCE_DIR/docs
remedy="else: scripts/make-law-pages build/scree"
mkdir made
holds 'pages can be made' env NO_PICTURES=1 "$SCREE_SOURCE_DIR/scripts/make-law-pages" "$scree" made
"$scree" list laws --markdown >table
holds 'there are many laws' test "$(grep -c '^| ' table)" -gt 25
while read -r line; do
    holds "docs/laws.md has the line of each law; else: scree list laws --markdown" grep -qxF -- "$line" "$docs/laws.md"
done <table
for page in made/laws/*.md; do
    name=$(basename "$page" .md)
    holds "docs/laws/$name.md is fresh; $remedy" cmp "$page" "$docs/laws/$name.md"
    holds "docs/laws/$name.md says when to use the law and where it is from" \
        grep -Eqi 'use it|when' "$docs/laws/$name.md"
    [[ $name != *-own ]] || continue
    holds "$name has a small picture; $remedy" test -s "$docs/pictures/laws/$name.png"
    holds "$name.png is below 30 kB" test "$(wc -c <"$docs/pictures/laws/$name.png")" -lt 30000
done
for page in "$docs"/laws/*-*.md; do
    holds "$(basename "$page") is the page of a law" test -e "made/laws/$(basename "$page")"
done
says 2 'the normal law own is given only by a program that embeds Scree, as own-NAME' "$scree" law own
says 2 'columns, laws, materials and SLOT-LAW make pages' "$scree" list normal-nothing --markdown

# One contact by hand: along displacements, Hertz's 4/3 E* sqrt(R) d^1.5; along forces, where no push is touch, and for a
# plastic contact what stays of the overlap; the history A of Zhang 1998 (8.4) gives back 0.9720^2 of the work of the slip.
says 0 'the normal law vu-quoc-zhang; another of that name: --slot tangential' "$scree" law vu-quoc-zhang
holds 'a contact is drawn' env PATH=/none "$scree" law vu-quoc-zhang --plot --out drawn
holds 'its table is there' test -s drawn.csv
says 2 'radius 0 leaves no contact' "$scree" law hertz --radius 0
says 2 "no law 'nolaw' .*tangential: .*mindlin-deresiewicz" "$scree" law nolaw
printf 'overlap [m],slip_x [m]\n0,0\n1e-5,0\n1e-5,1e-6\n0,0\n' >path.csv
"$scree" law hertz --path path.csv >by_overlap 2>err
same 'four rows of a path' "$(grep -c '^[0-9]' by_overlap)" 4
same "Hertz's push" "$(awk -F, 'NR == 3 { printf "%.8f", $2 / (4 / 3 * 70e9 / 0.91 * sqrt(0.1) * 1e-5 ^ 1.5) }' by_overlap)" 1.00000000
printf 'push [N]\n0\n700\n0\n' >path.csv
same 'no push is touch' "$("$scree" law hertz --path path.csv | awk -F, 'NR == 2 || NR == 4 { printf "%s ", $1 }')" '0 0 '
same 'a plastic contact parts above touch' \
    "$("$scree" law thornton --path path.csv 2>err | awk -F, 'NR == 4 { print ($1 > 1e-6 && $2 == 0) }')" 1
awk 'BEGIN { print "push [N],drag [N]"; print "300,0"
    for (i = 1; i <= 2000; i++) { s = i <= 1000 ? i : 2000 - i; print 300 + 1.2 * s "," 0.27 * s } }' >path.csv
same 'work that a sheared contact gives back' "$("$scree" law mindlin-deresiewicz --path path.csv --radius 0.05 | awk -F, '
    NR > 2 { w = 0.5 * ($5 + q) * (x - $3); if (w > 0) went += w; else came -= w }
    { q = $5; x = $3 }
    END { printf "%.4f", sqrt(came / went) }')" 0.9720
printf 'overlap [m],slip_x [m]\n1e-5,0\n1e-5,1e-9\n' >path.csv
same 'E* and G* of a pair: its push, and 8 G* sqrt(R d) as its spring' \
    "$("$scree" law mindlin --path path.csv --set pairs.ball-plane.effective_modulus='35 GPa' \
        --set pairs.ball-plane.effective_shear_modulus='10 GPa' | awk -F, 'NR == 3 {
        printf "%.8f %.8f", $2 / (4 / 3 * 35e9 * sqrt(0.1) * 1e-5 ^ 1.5), -$5 / (8 * 10e9 * 1e-3 * 1e-9) }')" \
    '1.00000000 1.00000000'
printf 'pusch [N]\n1\n' >path.csv
says 2 "path.csv:1: no column of a path is called 'pusch" "$scree" law hertz --path path.csv
printf 'push [N]\n1\nabc\n' >path.csv
says 2 "path.csv:3: no number: 'abc'" "$scree" law hertz --path path.csv
printf 'push [N]\n1\n-5\n' >path.csv
says 2 'row 2 of the path cannot be reached' "$scree" law hertz --path path.csv --out half
holds 'no half table is left' test ! -e half.csv

# Tables and pictures take the place of older ones and of nothing else, and are written beside a link, not through it.
printf 'overlap [m]\n1e-6\n' >path.csv
for _ in 1 2; do holds 'a table once more' "$scree" law hertz --path path.csv --out same; done
echo 'my own' >mine.csv
says 2 '^mine.csv: a file is here that is no older one' "$scree" law hertz --path path.csv --out mine
same 'the file of somebody else' "$(cat mine.csv)" 'my own'
cp same.csv elsewhere && rm same.csv && ln -s elsewhere same.csv && echo 'my own' >mine.png
says 2 'same.csv: this is no plain file' "$scree" law hertz --path path.csv --out same
cp elsewhere mine.csv
says 2 'mine.png: a file is here' "$scree" law hertz --path path.csv --plot --out mine
same 'the picture of somebody else' "$(cat mine.png)" 'my own'
rm mine.png && echo 'my own' >kept && ln -s kept mine.png.part
says 2 'mine.png: cannot create the file' "$scree" law hertz --path path.csv --plot --out mine
same 'what a link leads to' "$(cat kept)" 'my own'
rm mine.png.part
for _ in 1 2; do holds 'a picture' "$scree" law hertz --path path.csv --plot --out mine; done
says 2 'absent/it.csv: cannot create the file' "$scree" law hertz --path path.csv --out absent/it

for radius in 1e-320 1e308; do says 2 "radius [0-9.e+-]* is outside of 1e-15 to 1e.09 m" "$scree" law hertz --radius $radius; done
says 2 'row 1 of the path gives forces that are no numbers' "$scree" law hertz --depth 1e300
says 2 'row 1 of the path gives' "$scree" law hertz --depth 1e300 --out half
[ ! -e half.csv ] && [ ! -e half.csv.part ] || complain 'half a table is left'

# A bed of 100 grains and one step each: no figures, but every law is there and works.
"$scree" bench laws --n 100 --steps 1 --warm 1 --cache cache --json >document 2>err
same 'one line of JSON' "$(wc -l <document)" 1
python3 -c "
import json
document = json.load(open('document'))
assert document['benchmark'] == 'laws'
for row in document['rows']:
    print(json.dumps(row))" >bench || complain "no document: $(head -c 300 document)"
same 'the bed is made in steps that are sound' "$(grep -c warning err)" 0
holds 'the first combination is hertz with mindlin, the measure of the others' \
    grep -q '^.*"normal": *"hertz", *"cohesion": *"none", *"tangential": *"mindlin", *"rolling": *"none".*"ratio": *1[,.]' <(head -1 bench)
grep -v '\[own\]' table | grep -o '^| [a-z]* | \[[a-z-]*' | tr -d '|[' | while read -r slot name; do
    echo "\"$slot\": *\"${name//-/_}\""
done >expected
holds 'there are patterns to look for' test -s expected
while read -r pattern; do
    holds "bench laws measures $pattern" grep -Eq "$pattern" bench
done <expected
same 'refused combinations are left out' "$(grep -c '"normal": *"walton_braun".*"tangential": *"mindlin"' bench) left" '0 left'
verdict
