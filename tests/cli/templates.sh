#!/bin/bash
# templates.sh BUILD - cases to start from: each is written, and takes its first steps; cards of materials; the keys that
# scree list tells are those that the reader knows and the page of case files has; a picture of the start.
set -u
scree=$1/scree
. "$(dirname "$0")/lib.bash"
docs=$SCREE_SOURCE_DIR/docs

says 0 '^  screw +A screw conveyor: ' "$scree" new
says 2 "there is no case 'hoper' .did you mean 'hopper'" "$scree" new hoper
for name in hopper drum mixer screw conveyor triaxial biaxial pile; do
    says 0 "^$name/case.yaml is written" "$scree" new $name
    says 0 '^finished|^[0-9]' "$scree" run $name --threads 1 --set stages='[]' --set run.duration='0.2 ms' \
        --set output.every=0 --out $name/first
done
# All files of a template or none.
mkdir half && echo mine >half/screw.obj
says 2 '^half/screw.obj: there is such a file already .choose another folder' "$scree" new screw half
[ -e half/case.yaml ] && complain 'half of a template is written'
says 0 '^v ' head -3 screw/screw.obj

# Cards, with their page.
says 0 'restitution, with steel +0.6: Boac' "$scree" list materials
says 0 '^  soybean: soybeans' "$scree" list soybean
"$scree" list materials --markdown >page.md
holds 'docs/materials.md is fresh; else: scree list materials --markdown >docs/materials.md' diff "$docs/materials.md" page.md
says 2 "hopper/case.yaml:[0-9:]+ there is no card of a material 'galss' .did you mean 'glass'|--set materials.glass.from: there is no card of a material 'galss'" \
    "$scree" check hopper --set materials.glass.from=galss
says 2 'materials.glass.from: a card has no effect here: all that it tells is given .set the values themselves' \
    "$scree" resume hopper/first --out branch --set materials.glass.from=steel

# One table of keys: the reader knows those that are listed, and the page has them.
cat >wrong.yaml <<'END'
scree: 1
gravity: 0
domain: {low: [0, 0, 0], high: [1 m, 1 m, 1 m], zzzzzzzz: 1}
materials: {a: {density: 1 kg/m^3}}
shapes: {s: {ball: {radius: 1 mm}}}
grains: [{name: g, mixture: [{shape: s, material: a, fraction: 1}], packing: {law: lattice, spacing: [1 cm, 1 cm, 1 cm]}, zzzzzzzz: 1}]
streams: [{name: f, mixture: [{shape: s, material: a, fraction: 1}], low: [0, 0, 0], high: [1 cm, 1 cm, 1 cm], rate: 1/s, zzzzzzzz: 1}]
removals: [{name: r, low: [0, 0, 0], high: [1 cm, 1 cm, 1 cm], every: 1 s, zzzzzzzz: 1}]
run: {steps: 1, zzzzzzzz: 1}
output: {zzzzzzzz: 1}
END
"$scree" check wrong.yaml >known 2>&1
checks=$((checks + 1))
python3 - "$scree" "$docs/case-files.md" <<'END' || complain 'the keys of sections are not the same everywhere'
import re, subprocess, sys
known, page = open("known").read(), open(sys.argv[2]).read()
good = True
for section in "domain grains streams removals run output".split():
    out = subprocess.run([sys.argv[1], "list", section], capture_output=True, text=True).stdout
    listed = set(re.findall(r"^    ([a-z_]+) ", out, re.M))
    place = re.search(r"unknown key 'zzzzzzzz' in %s.*?known here: ([a-z_, ]+)" % section, known)
    read = set(place.group(1).split(", ")) if place else set()
    rows = " ".join(line.split("|")[1] + (line if section in "streams removals" else "") for line in page.split("\n")
                    if re.match(r"\|.*`%s: \{" % section, line))
    written = set(re.findall(r"[a-z_]+", rows))
    for words, what in ((listed - read, "listed, not read"), (read - listed, "read, not listed"), (listed - written, "not on the page")):
        if words:
            good = False
            print(section, what, sorted(words))
sys.exit(not good)
END

# A picture of the start, which takes the place of no file.
says 0 '^time +[0-9]' "$scree" check screw --threads 1 --picture start.png
holds 'a picture' grep -q PNG start.png
says 2 '^start.jpg: a PNG file would stand' "$scree" check screw --threads 1 --picture start.jpg
says 2 '^start.png: there is such a file already .choose another name, or add --force' "$scree" check screw --threads 1 --picture start.png
verdict
