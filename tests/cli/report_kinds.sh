#!/bin/bash
# label: quick
# report_kinds.sh BUILD - scree report of runs and tables of all kinds: tables of errors, of moments, long ones and empty ones; runs that
# are at work, cut off, without frames or probes, damaged, in stages, in two dimensions, resumed, branched, of the other solver.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
mkdir program && cp "$1/scree" program/scree
scree=$PWD/program/scree # beside which no bundle lies
page() { python3 "$here/../support/page.py" "$@"; }
"$scree" run "$here/small.yaml" --out small --threads 1 --set run.duration='40 ms' --quiet || complain 'the case does not run'

# A table of errors, one of several rows a moment, one of rows in no order, one that is long.
cp -r small many
python3 - many/probes <<'END'
import math, random, sys
random.seed(3)
def table(name, head, rows):
    with open(f"{sys.argv[1]}/{name}.csv", "w") as file:
        file.write(head + "\n" + "".join(",".join(map(repr, row)) + "\n" for row in rows))
table("lid", "distance [m],g,error,pairs", [(k * 1e-3, math.sin(k), 0.1 + 0.01 * k, k) for k in range(40)])
table("box", "time [s],place [m],speed [m/s],load [N],load_error [N]", [(t, z, z * t, t + z, 0.5) for t in range(5) for z in range(8)])
table("network", "place [m],speed [m/s]", [(random.random(), random.random()) for k in range(50)])
table("one", "time [s],noise [N],spike [N]", [(k * 1e-4, random.gauss(0, 1), float(k == 7777)) for k in range(30000)])
END
echo 'time [s],a [m]' >many/probes/flow.csv # nothing yet
says 0 'report.html' "$scree" report many
says 0 'plots' page many/report.html many
holds 'bands, moments, dots, spikes' python3 -c "
import json, re
text = open('many/report.html').read()
plots = {plot['file'] + ':' + plot['y_name']: plot for plot in json.loads(re.search(r'id=\"plot-data\">(.*?)</script>', text, re.S).group(1))['plots']}
g = plots['probes/lid.csv:g']['curves'][0]
assert all(abs(h - l - 2 * (0.1 + 0.01 * k)) < 1e-12 for k, (l, h) in enumerate(zip(g['low'], g['high'])))
assert plots['probes/box.csv:load']['x'] == list(range(8)) and plots['probes/box.csv:load']['curves'][0]['y'] == [4 + z for z in range(8)]
assert not any(name.endswith('error') for name in plots)
figure = lambda plot: text[text.index('id=\"' + plot['id'] + '\"'):].split('</svg>')[0]
assert figure(plots['probes/lid.csv:g']).count('<polygon class=\"band c0') == 1
assert figure(plots['probes/network.csv:speed']).count('<circle') >= 50
noise = plots['probes/one.csv:one']
assert noise['rows'] == 30000 and noise['points'] < 2100 and max(noise['curves'][1]['y']) == 1
assert len(figure(noise)) < 200000 and len(text) < 3e6, len(text)
told = re.search(r'>noise</th><td>N</td>(.*?)</tr>', text).group(1)
error = float(re.findall(r'>([^<]*)</td>', told)[2])
assert 0.9 < error * 30000 ** 0.5 < 1.15, error"

cp -r small gaps
printf 'time [s],a [m/s],b [m]\n0,0.5,1\n1,nan,2\n2,0.5,3\n3,nan,4\n' >gaps/probes/lid.csv
says 0 'report.html' "$scree" report gaps
holds 'one value in some rows' grep -q 'The same throughout: a 0.5 m/s (in 2 of 4 rows, else no number).' gaps/report.html

# A run that was cut off, one that is at work, one without frames, one without probes.
cp -r small cut && rm cut/summary.json && printf '0.05,1' >>cut/probes/lid.csv
says 0 'report.html' "$scree" report cut
holds 'it says so' grep -q 'Unfinished: the run was cut off at t = 0.04 s' cut/report.html
says 0 '"status": "unfinished", "at_work": false' "$scree" report cut --json
: >cut/scree.lock
holds 'it is at work' sh -c "exec 9<cut/scree.lock; flock -n 9 && '$scree' report cut && grep -q 'Unfinished: the run is at work' cut/report.html"
"$scree" run "$here/small.yaml" --out bare --threads 1 --quiet --set run.duration='1 ms' --set output.every=0 --set 'probes={}'
says 0 'report.html' "$scree" report bare
says 0 '^0 plots' page bare/report.html bare
holds 'it says what is missing' sh -c "grep -q 'The grains as the run left them' bare/report.html && grep -q 'The case has no probes' bare/report.html"
rm bare/picture.png
says 0 'report.html' "$scree" report bare
says 0 '^0 plots' page bare/report.html bare
holds 'no picture either' grep -q 'There is no picture: there are no frames' bare/report.html
cp -r small hurt && head -c 700 small/bodies_000008.vtp >hurt/bodies_000008.vtp
says 0 'report.html' "$scree" report hurt
holds 'a frame that is cut off' grep -q 'The grains as the run left them' hurt/report.html
cp -r small torn && echo '{"status": ' >torn/summary.json
says 2 'torn/summary.json: this is no summary of a run' "$scree" report torn
cp -r small odd && echo 'time [s],force_x [N]
0,1
1,one' >odd/probes/lid.csv
rm odd/probes/books.csv
says 0 'warning: probes/lid.csv: line 3, column 2 is no number' "$scree" report odd
holds 'what cannot be read is told, and the rest is there' python3 -c "
text = open('odd/report.html').read()
assert '<li>probes/lid.csv: line 3, column 2 is no number' in text
assert '<li>probes/books.csv: the run has written it, and it is gone</li>' in text
assert text.count('<figure class=\"chart\"') > 2"
says 0 '"unreadable": .*probes/(lid|books).csv: ' "$scree" report odd --json
says 0 '"unreadable": \[\]' "$scree" report small --json
says 2 '[-]-from: 1 s is beyond the end of the run, 0.04 s .give an earlier time' "$scree" report small --from '1 s' --out late.html
[ ! -e late.html ] || complain 'a page of no time'
mkdir nothing && cp small/case.yaml nothing
says 2 'nothing: there is a case, and nothing of a run' "$scree" report nothing
says 2 'there is no such folder' "$scree" report nowhere

# Two dimensions, stages, a run that went on and a branch.
cat >plane.yaml <<'IN'
scree: 1
title: Disks
dimensions: 2
gravity: [0 m/s^2, -9.81 m/s^2]
domain: {low: [0 m, 0 m], high: [0.1 m, 0.3 m], boundary: {x: wall, y: wall}, material: glass}
materials: {glass: {density: 2500 kg/m^3, young: 5 MPa, poisson: 0.25}}
pairs: {default: {normal: {law: hertz, restitution: 0.4}, tangential: {law: mindlin, friction: 0.5}}}
shapes: {bead: {ball: {radius: 5 mm}}}
grains: [{name: bed, shape: bead, material: glass, packing: {law: random, count: 24, low: [0 m, 0 m], high: [0.1 m, 0.1 m], seed: 5}}]
run: {step: 5e-5 s, ledger: true}
stages:
  - {name: fall, until: 30 ms}
  - {name: tilt, until: 30 ms, set: {gravity: [2 m/s^2, -9 m/s^2]}}
output: {every: 10 ms}
probes: {energy: {law: energy, every: 1 ms}, net: {law: contacts, every: 2 ms}}
IN
"$scree" run plane.yaml --out plane --threads 1 --quiet || complain 'the stages do not run'
says 0 'report.html' "$scree" report plane
says 0 'plots' page plane/report.html plane
holds 'stages are marked' python3 -c "
import json, re
text = open('plane/report.html').read()
data = json.loads(re.search(r'id=\"plot-data\">(.*?)</script>', text, re.S).group(1))
assert all([mark['name'] for mark in plot['marks']] == ['fall', 'tilt'] for plot in data['plots'])
assert abs(data['plots'][0]['marks'][1]['x'] - 0.03) < 1e-9
assert text.count('class=\"mark\"') == 2 * len(data['plots']) and '>tilt</text>' in text"
cp -r plane early && rm early/summary.json
holds 'stages of the log' sh -c "'$scree' report early && grep -q '>tilt</text>' early/report.html"
"$scree" resume small --out branch --set run.duration='42 ms' --set gravity='[0, 0, -5 m/s^2]' --threads 1 --quiet || complain 'no branch'
says 0 'report.html' "$scree" report branch
says 0 'plots' page branch/report.html branch
holds 'where it came from' grep -Eq 'goes on from .*snapshot.h5, step [0-9]+' branch/report.html
holds 'how it is made again' grep -Eq 'scree resume .*snapshot.h5 --set .*--out again' branch/report.html
"$scree" resume small --set run.duration='41 ms' --threads 1 --quiet || complain 'the run does not go on'
says 0 'report.html' "$scree" report small
holds 'a run that went on' test "$(grep -c '<li>2.*scree .* \(runs\|goes on\)' small/report.html)" = 2

# The other solver, with its table.
"$scree" run "$here/small.yaml" --out other --threads 1 --quiet --set solver=nonsmooth --set run.duration='10 ms' --set output.every='1 ms' --set output.contacts=false \
    --set 'probes={box: {law: region, low: [0, 0, 0], high: [12 mm, 12 mm, 5 mm]}}' || complain 'the nonsmooth case does not run'
says 0 'report.html' "$scree" report other
says 0 'plots' page other/report.html other
holds 'what its solver did' sh -c "grep -q '<code>solver.csv</code>' other/report.html && grep -q 'What the solver did' other/report.html"

# Fields, whose places are spread over space, are plotted as means over two axes along that with most cells.
"$scree" run "$here/small.yaml" --out spread --threads 1 --quiet --set run.duration='4 ms' --set output.every='1 ms' --set output.contacts=false \
    --set 'probes={mean: {law: fields, cells: [2, 2, 4], width: 6 mm, low: [0, 0, 0], high: [12 mm, 12 mm, 12 mm]}}' || complain 'the case with fields does not run'
says 0 'report.html' "$scree" report spread
holds 'a profile of them' sh -c "grep -q 'plots are of means over the others of the axis' spread/report.html && grep -q 'id=\"plot-1-1\"' spread/report.html"

verdict
