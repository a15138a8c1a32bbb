#!/bin/bash
# label: quick
# report.sh BUILD - scree report: a page is read strictly and compared with the files of its run (page.py tells how); names are no
# tags; nothing is written over. report_kinds.sh has runs of all kinds, report_zoom.sh films and plots that can be zoomed.
set -u
here=$(cd "$(dirname "$0")" && pwd)
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
assert [one['verdict'] for one in told['checks']] == ['holds'] * 7, told['checks']
assert len(told['probes']) == 7
for probe in told['probes']:
    rows = list(csv.reader(open('small/probes/' + probe['name'] + '.csv')))
    assert probe['rows'] == len(rows) - 1
    for column in probe['columns']:
        assert ('last' in column) == (probe['over'] == 'time')
        if probe['over'] != 'time':
            continue
        at = [head.split(' [')[0] for head in rows[0]].index(column['column'])
        last = float(rows[-1][at])
        assert column['last'] == last or math.isnan(last), column\""

# Numbers of a part of the time.
says 0 '^part.html$' "$scree" report small --from '20 ms' --to '35.5 ms' --out part.html
says 0 'plots' page part.html small 0.02 0.0355
holds 'it says so' grep -q 'of the rows from t = 0.02 s to t = 0.0355 s alone' part.html
says 2 '^--from: there is no time from 2 s to 1 s' "$scree" report small --from '2 s' --to '1 s'
says 2 '^--to: has no unit' "$scree" report small --to 1
says 2 '^--from: 5 s is beyond the end of the run, 0.04 s' "$scree" report small --from '5 s' --json
says 0 '"last": null, "mean": null' "$scree" report small --from '39.95 ms' --to '39.96 ms' --json

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

# Nothing is written over but reports.
echo mine >foreign.html
says 2 'foreign.html: a file is here that is no older one of this kind' "$scree" report small --out foreign.html
same 'it is as it was' "$(cat foreign.html)" mine
says 2 'summary.json: a file is here' "$scree" report small --out small/summary.json
cp -r small listed && "$scree" report listed >/dev/null && echo report.html >>listed/scree-files.txt
says 2 'report.html: this file is the result of a run' "$scree" report listed
says 2 '^page.pdf: an HTML page would stand under this name .give a name that ends in .html' "$scree" report small --out page.pdf
says 2 'cannot write|check the name' "$scree" report small --out none/page.html
holds 'nothing half' sh -c "! ls *.part small/*.part 2>/dev/null"
says 0 '^elsewhere.html$' "$scree" report small --out elsewhere.html
ln -s foreign.html link.html
says 2 'link.html: this is no plain file' "$scree" report small --out link.html
says 2 "^--view: 'behind' cannot be read" "$scree" report small --view behind

verdict
