#!/bin/bash
# label: quick
# report_sweep.sh BUILD - the page of a sweep: read strictly and compared with the files of the sweep (page_of_sweep.py tells how);
# from its folder alone; what was asked for comes again; what failed is told; names are no tags.
set -u
scree=$1/scree
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
page() { python3 "$here/../support/page_of_sweep.py" "$@"; }

cat >case.yaml <<'CASE'
scree: 1
title: A ball & a floor
gravity: {magnitude: 10 m/s^2, direction: [0, 0, -1]}
domain: {low: [-10 m, -10 m, -1 m], high: [10 m, 10 m, 1 m]}
let: {speed: 1 m/s}
materials: {glass: {density: 2500 kg/m^3, young: 1 MPa, poisson: 0.22}}
pairs: {default: {normal: {law: hertz, restitution: 0.1}, tangential: {law: mindlin, friction: 0.3}}}
shapes: {bead: {ball: {radius: 5 mm}}}
walls: {floor: {material: glass, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}
grains:
  - {name: flow, shape: bead, material: glass, locked: rotation, velocity: ["${speed}", 0, 0],
     packing: {law: random, count: 4, low: [0 m, 0 m, 0 m], high: [4 cm, 4 cm, 10 mm]}}
run: {duration: 40 ms}
probes:
  ball: {law: body, grain: flow, every: 2 ms}
  profile: {law: velocity-profile, axis: x, bins: 4, every: 20 ms}
CASE

# The sweep leaves a page; from the folder alone, moved and without its case, it is the same but for the names of files.
says 0 '^report in sweep/report.html$' "$scree" sweep case.yaml --over friction=0.1:0.3:0.2 --over seed=1..2 --set let.speed='2 m/s' \
    --of ball.velocity_x:last,ball.x:mean --plot ball.velocity_x/ball.x --from '10 ms'
says 0 '^4 points, 0 failed, [0-9]+ numbers, [0-9]+ curves$' page sweep/report.html sweep
cp sweep/report.html first.html
says 0 '^sweep/report.html$' "$scree" report sweep
holds 'the same page' cmp first.html sweep/report.html
mkdir away && mv sweep case.yaml away/ && mv away/case.yaml away/other.yaml
says 0 '^away/sweep/report.html$' "$scree" report away/sweep
holds 'nothing but names of folders' diff <(sed 's#away/##g' away/sweep/report.html) first.html
mv away/sweep sweep && mv away/other.yaml case.yaml
for word in 'A ball &amp; a floor' '4 of 4 points are whole' 'scree sweep .*/case.yaml --set .*let.speed=2 m/s.* --over friction=0.1:0.3:0.2 --over seed=1..2 --of' \
    'pairs.default.tangential.friction' 'times from 10 ms on'; do
    holds "$word" grep -qE -- "$word" first.html
done
same 'curves that were asked for' "$(sed -n '/id="asked"/,/id="points"/p' first.html | grep -c '<figure')" 3

# Points with a page of their own are linked to it; another page asks for something else, and is no place for links.
"$scree" report 'sweep/2-friction=0.1,seed=2' --plain >out || complain 'the page of a point'
says 0 '^other.html$' "$scree" report sweep --of ball.force_z:peak --plot ball.z/ball.time --out other.html
holds 'its numbers' grep -q 'ball.force_z peak' other.html
holds 'no links to where nothing is' sh -c "! grep -q 'href=\"[^#]' other.html"
"$scree" report sweep >out
holds 'a link to a page' grep -q 'href="2-friction=0.1,seed=2/report.html"' sweep/report.html
holds 'what was asked for is as it was' grep -q '"of": "ball.velocity_x:last,ball.x:mean"' sweep/sweep.json
says 0 'report in sweep/report.html' "$scree" sweep sweep --plot ball.z/ball.time
holds 'asked for later' grep -q '"plot": "ball.z/ball.time"' sweep/sweep.json
holds 'and the numbers from before' grep -q 'ball.velocity_x last' sweep/report.html

# One run a point: errors by blocks. What failed is told, and its numbers are none.
says 3 '2-speed=400m_s: diverged' "$scree" sweep case.yaml --over speed='0.1 m/s,400 m/s,0.2 m/s' --of ball.velocity_x:mean --out fails --format svg
says 0 '^3 points, 1 failed, ' page fails/report.html fails
holds 'why' grep -q '<td>diverged: grain' fails/report.html
rm -r fails/3-*
"$scree" report fails >out
holds 'what was not run' grep -q 'it was not run' fails/report.html
mv fails/1-* fails/2-* .
says 2 'no point has a number ball.velocity_x:mean' "$scree" report fails

# Sobol's indices; titles that would be tags.
says 0 . "$scree" sweep case.yaml --sobol 8 --over friction=0.1:0.3 --over speed='1 m/s:1.2 m/s' --of ball.velocity_x:last --out sobol \
    --set run.duration='4 ms' --set 'title=<script>alert(1)</script> & co'
says 0 '^32 points, 0 failed' page sobol/report.html sobol
holds 'the indices of the file' python3 - sobol <<'END'
import csv, re, sys
rows = list(csv.reader(open(sys.argv[1] + "/sobol.csv")))
text = open(sys.argv[1] + "/report.html").read()
for row in rows[1:]:
    cell = "%.3f \u00b1 %.3f" % (float(row[3]), float(row[4]))
    assert re.search(f'<th scope="row">{row[1]}</th><td class="number">{cell}</td>', text), (row, cell)
END
holds 'no tag of theirs' sh -c "! grep -q '<script>alert' sobol/report.html"

# Refused, with what to do.
says 2 'no point has a number ball.u:mean .see the head of table.csv' "$scree" report sweep --of ball.u
says 2 'leave --to, --film' "$scree" report sweep --film
says 2 'leave --to, --film' "$scree" report sweep --view front
says 0 '"folder": "sweep", .*"points": [0-9]+, "whole": [0-9]+, .*"groups": .*"mean": [0-9]' "$scree" report sweep --json
holds 'one line of JSON' bash -c "'$scree' report sweep --json >told.json && [ \$(wc -l <told.json) = 1 ] && python3 -m json.tool told.json >/dev/null"
says 2 '--of and --plot are of sweeps' "$scree" report 'sweep/2-friction=0.1,seed=2' --of ball.x
echo mine >foreign.html
says 2 'foreign.html: a file is here that is no older one of this kind' "$scree" report sweep --out foreign.html
same 'it is as it was' "$(cat foreign.html)" mine
verdict
