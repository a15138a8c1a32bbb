#!/bin/bash
# label: quick
# report.sh BUILD - scree report: pages of runs of all kinds are read strictly and compared with the files of the runs (page.py
# tells how); what is missing is told; names are no tags; nothing is written over; plots that can be zoomed, where they are.
set -u
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
. "$here/lib.bash"
mkdir program && cp "$1/scree" program/scree
scree=$PWD/program/scree # beside which no bundle lies
page() { python3 "$here/../support/page.py" "$@"; }

# A run of all kinds of probes.
"$scree" run "$here/small.yaml" --out small --threads 1 --set run.duration='40 ms' --quiet || complain 'the case does not run'
before=$(cat small/scree-files.txt small/summary.json small/probes/*.csv | cksum)
says 0 '^small/report.html$' "$scree" report small
says 0 '^[0-9]+ plots, [0-9]+ points drawn, [0-9]+ columns told' page small/report.html small
same 'the run is as it was' "$before" "$(cat small/scree-files.txt small/summary.json small/probes/*.csv | cksum)"
holds 'the same page again, with other threads' sh -c "cp small/report.html first.html && '$scree' report small --threads 3 && cmp first.html small/report.html"
holds 'what a page has' python3 - small <<'END'
import json, re, sys
folder = sys.argv[1]
text = open(f"{folder}/report.html", encoding="utf-8").read()
summary = json.load(open(f"{folder}/summary.json"))
plain = re.sub(r"<[^>]*>", "", re.sub(r"(?s)<(script|style).*?</\1>", "", text))
assert "The run finished at t = 0.04 s." in plain and summary["state_hash"] in plain and summary["program"] in plain
for verdict in ("250 at the start, 0 came, 0 went, 250 are there", "no warnings in the log", "J unaccounted for"):
    assert verdict in plain, verdict
assert plain.count("holds") >= 6 and "does not hold" not in plain
assert 'src="data:image/png;base64,iVBORw0KGgo' in text and "The 250 grains at t = 0.04 s" in text
assert "scree run small/case.yaml --out again" in plain and "scree info again --hash" in plain
assert "Time by stage of the step" in plain and "contacts and motion of the grains" in plain
for part in open(f"{folder}/case.yaml", encoding="utf-8").read().split("\n")[:30]:
    assert part.replace("&", "&amp;").replace('"', "&quot;").replace("'", "&#39;").replace(">", "&gt;").replace("<", "&lt;") in text
assert "<script>" not in text and len(text) < 3e6
END
holds 'parts of the time are the time' python3 -c "
import json
speed = json.load(open('small/summary.json'))['speed']
parts = speed['seconds_of']
assert abs(sum(parts.values()) - speed['seconds']) < 0.05 * speed['seconds'] and parts['contacts_and_motion'] > 0, parts"
holds 'the same numbers as JSON' sh -c "'$scree' report small --json >small.json && python3 -c \"
import csv, json, math
told = json.load(open('small.json'))
assert told['status'] == 'finished' and told['state_hash'] == json.load(open('small/summary.json'))['state_hash']
assert [one['verdict'] for one in told['checks']] == ['holds'] * 6, told['checks']
assert len(told['probes']) == 7
for probe in told['probes']:
    rows = list(csv.reader(open('small/probes/' + probe['name'] + '.csv')))
    assert probe['rows'] == len(rows) - 1
    for column in probe['columns']:
        at = [head.split(' [')[0] for head in rows[0]].index(column['column'])
        last = float(rows[-1][at])
        assert column['last'] == last or math.isnan(last), column\""

# Numbers of a part of the time.
says 0 '^part.html$' "$scree" report small --from '20 ms' --to '35.5 ms' --out part.html
says 0 'plots' page part.html small 0.02 0.0355
holds 'it says so' grep -q 'of the rows from t = 0.02 s to t = 0.0355 s alone' part.html
says 2 '^--from: there is no time from 2 s to 1 s' "$scree" report small --from '2 s' --to '1 s'
says 2 '^--to: has no unit' "$scree" report small --to 1
says 0 '"last": null, "mean": null' "$scree" report small --from '5 s' --json

# What comes from a case, from its folder, a table or a log is no tag.
evil='</title><script>alert(1)</script> & "quoted" '\''single'\'' ]]> -->'
"$scree" run "$here/small.yaml" --out 'evil <b> & co' --threads 1 --quiet --set run.duration='1 ms' --set output.every='1 ms' \
    --set "title='${evil//\'/\'\'}'" || complain 'such a title is refused'
printf 'time [s],<img src=x&y onerror=alert(2)> [<i>]," quoted ""name"", \x01 \xff [N]"\n0,1,2\n1,2,3\n2,1,1\n' >'evil <b> & co/probes/lid.csv'
echo '2026-01-01 00:00:00  warning: <script>alert(3)</script> & co' >>'evil <b> & co/log.txt'
says 0 'report.html$' "$scree" report 'evil <b> & co'
says 0 'plots' page 'evil <b> & co/report.html' 'evil <b> & co'
holds 'no tag of theirs' sh -c "! grep -E '<(script>|img src=x|i>|b>)' 'evil <b> & co/report.html'"
holds 'it is told as it is' grep -q '<li>&lt;script&gt;alert(3)&lt;/script&gt; &amp; co</li>' 'evil <b> & co/report.html'
says 0 'warnings": ."<script>alert' "$scree" report 'evil <b> & co' --json

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
table("one", "time [s],noise [N],spike [N]", [(k * 1e-4, random.gauss(0, 1), float(k == 77777)) for k in range(100000)])
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
assert noise['rows'] == 100000 and noise['points'] < 2100 and max(noise['curves'][1]['y']) == 1
assert len(figure(noise)) < 200000 and len(text) < 3e6, len(text)
told = re.search(r'>noise</th><td>N</td>(.*?)</tr>', text).group(1)
error = float(re.findall(r'>([^<]*)</td>', told)[2])
assert 0.9 < error * 100000 ** 0.5 < 1.15, error"

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
says 2 'odd/probes/lid.csv: line 3, column 2 is no number' "$scree" report odd
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

# Nothing is written over but reports.
echo mine >foreign.html
says 2 'foreign.html: a file is here that is no older one of this kind' "$scree" report small --out foreign.html
same 'it is as it was' "$(cat foreign.html)" mine
says 2 'summary.json: a file is here' "$scree" report small --out small/summary.json
cp -r small listed && "$scree" report listed >/dev/null && echo report.html >>listed/scree-files.txt
says 2 'report.html: this file is the result of a run' "$scree" report listed
says 2 'cannot write|check the name' "$scree" report small --out none/page.html
holds 'nothing half' sh -c "! ls *.part small/*.part 2>/dev/null"
says 0 '^elsewhere.html$' "$scree" report small --out elsewhere.html
ln -s foreign.html link.html
says 2 'link.html: this is no plain file' "$scree" report small --out link.html
says 2 "^--view: 'behind' cannot be read" "$scree" report small --view behind

verdict
