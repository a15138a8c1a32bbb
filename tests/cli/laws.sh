#!/bin/bash
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
    holds "$name has a small picture; $remedy" test -s "$docs/pictures/laws/$name.png"
    holds "$name.png is below 30 kB" test "$(wc -c <"$docs/pictures/laws/$name.png")" -lt 30000
done
for page in "$docs"/laws/*-*.md; do
    holds "$(basename "$page") is the page of a law" test -e "made/laws/$(basename "$page")"
done
says 2 'columns, laws and SLOT-LAW make pages' "$scree" list normal-nothing --markdown

# A bed of 100 grains and one step each: no figures, but every law is there and works.
"$scree" bench laws --n 100 --steps 1 --warm 1 --cache cache --json >bench 2>err
holds 'the first combination is hertz with mindlin, the measure of the others' \
    grep -q '^.*"normal": *"hertz", *"cohesion": *"none", *"tangential": *"mindlin", *"rolling": *"none".*"ratio": *1[,.]' <(head -1 bench)
grep -o '^| [a-z]* | \[[a-z-]*' table | tr -d '|[' | while read -r slot name; do
    echo "\"$slot\": *\"${name//-/_}\""
done >expected
holds 'there are patterns to look for' test -s expected
while read -r pattern; do
    holds "bench laws measures $pattern" grep -Eq "$pattern" bench
done <expected
same 'refused combinations are left out' "$(grep -c '"normal": *"walton_braun".*"tangential": *"mindlin"' bench) left" '0 left'
verdict
