#!/bin/bash
# label: quick
# report_fit.sh BUILD - the page of a fit: read strictly and compared with result.json and fit.csv; with and without errors of the
# data; of a fit of runs; what is refused.
set -u
scree=$1/scree
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
cp "$here"/../../examples/05-soybean-fit/{compression,drops}.csv .
cat >fit.yaml <<'FIT'
scree_fit: 1
title: Grain <b> & co
data:
  compression: {model: compression, file: compression.csv, errors: {overlap: 0.3 um}, radius: 4.05 mm}
  drops: {model: drop, file: drops.csv, radius: 4.05 mm, mass: 0.149 g}
parameters:
  young: {start: 126 MPa, low: 50 MPa, high: 400 MPa}
  poisson: 0.4
  yield_load: {start: 0.4 N, low: 0.01 N, high: 2 N}
  plastic_radius: {start: 2e-5 m/N, low: 5e-6 m/N, high: 1e-4 m/N}
  flattening: 3e-6 1/N
searches: {best: {law: subplex, starts: 2, seed: 1}}
FIT
cat >page.py <<'END'
import csv, json, math, sys
import xml.etree.ElementTree as tree
sys.path.insert(0, sys.argv[2])
from page_rules import HTML, SVG, edges, follow_rules, number, same, words
folder = sys.argv[1]
root = tree.parse(folder + "/report.html").getroot()
follow_rules(root)
result = json.load(open(folder + "/result.json"))
part = lambda name: root.find(f".//{HTML}section[@id='{name}']")
rows = lambda table: [[words(cell) for cell in row] for row in table.findall(f"{HTML}tbody/{HTML}tr")]
value = lambda known: math.nan if known is None else known

told = {}
for table in part("parameters").iter(HTML + "table"):
    for row in rows(table):
        told[row[0]] = row
for name, is_ in {**result["parameters"], **result["derived"]}.items():
    row = told.pop(name)
    assert same(number(row[2]), is_["value"]) and same(number(row[3]), value(is_["low"])) and same(number(row[4]), value(is_["high"])), row
    assert row[5].startswith("identified" if is_["identified"] else "not identified"), row
    assert ("open" in row[5]) == bool(is_.get("open")) and ("bound" in row[5]) == bool(is_.get("bound")), row
assert not told
assert [words(one) for one in part("parameters").iter(HTML + "li")] == result["unknown"]
names = list(result["correlations"])
for row in rows(part("correlations").find(f".//{HTML}table")):
    assert all(same(number(cell), value(result["correlations"][row[0]][name])) for cell, name in zip(row[1:], names)), row
if "verdict" in result:
    assert result["verdict_words"] in words(part("fits")) and result["verdict_words"] in words(root.find(f".//{HTML}header"))
    assert [number(row[5]) for row in rows(part("fits").find(f".//{HTML}table"))][0] > 0
assert [row[1] for row in rows(part("searches").find(f".//{HTML}table"))] == [one["method"] for one in result["searches"]]

lines = list(csv.reader(open(folder + "/fit.csv")))[1:]
given = {(one["data"], one["column"]) for one in result.get("errors", []) if one["given"]}
kinds = list(dict.fromkeys((line[0], line[1]) for line in lines))
figures = list(part("data").iter(HTML + "figure"))
assert len(figures) == len(kinds)
for figure, kind in zip(figures, kinds):
    own = [line for line in lines if (line[0], line[1]) == kind]
    drawing = figure.find(SVG + "svg")
    edge, across, upwards = edges(drawing)
    dots = [(float(dot.get("cx")), float(dot.get("cy"))) for dot in drawing.iter(SVG + "circle") if dot.get("data-curve") == "1"]
    bars = [one for one in drawing.iter(SVG + "polyline") if "whisker" in one.get("class")]
    assert len(bars) == (len(own) if kind in given else 0), (kind, len(bars))
    for line in own:
        x = float(next(word for word in line[7:] if word))
        place = edge["left"] + (x - edge["x0"]) * across, edge["bottom"] - (float(line[3]) - edge["y0"]) * upwards
        assert any(abs(place[0] - a) < 0.06 and abs(place[1] - b) < 0.06 for a, b in dots), line
    if bars:
        ends = [float(pair.split(",")[1]) for pair in bars[0].get("points").split()]
        error = abs(float(own[0][5]) / float(own[0][6]))
        assert abs(ends[0] - ends[1] - 2 * error * upwards) < 0.06, (ends, error)
print(f"{len(result['parameters'])} parameters, {len(figures)} charts")
END
page() { python3 page.py "$1" "$here/../support"; }

holds 'the fit' "$scree" fit fit.yaml --out one
says 0 '^one/report.html$' "$scree" report one
says 0 '^3 parameters, 2 charts$' page one
holds 'no tag of theirs' sh -c "! grep -q '<b>' one/report.html"
holds 'the same page again' sh -c "cp one/report.html first.html && '$scree' report one && cmp first.html one/report.html"
sed 's/errors: {overlap: 0.3 um}, //; s/starts: 2/starts: 1/; $a objective: normalized-least-squares' fit.yaml >weighed.yaml
holds 'weights' "$scree" fit weighed.yaml --out two
says 0 '^two/report.html$' "$scree" report two
says 0 '^3 parameters, 2 charts$' page two
holds 'no verdict' grep -q 'without a test of the model' two/report.html

# A fit of runs keeps the name of its file.
cp -r two runs && echo '{"scree_fit_of_runs": 1, "file": "a b.yaml"}' >runs/fit.json
"$scree" report runs >out
holds 'the command' grep -q 'scree fit &#39;a b.yaml&#39; --out again' runs/report.html

# Numbers that stand over nothing: a chart for each unit, with bars where errors are known, and a table of all.
cp -r one single
python3 - <<'END'
import csv, json
head = next(csv.reader(open("single/fit.csv")))
more = [""] * (len(head) - 7)
with open("single/fit.csv", "w") as file:
    for line in (head + ["number [1]"], ["stress", "xy", "Pa", "-371", "-369", "2", "0.4"] + more + ["0"], ["stress", "xx", "Pa", "-990", "-1000", "-10", "-2"] + more + [""],
                 ["void", "void_ratio", "1", "0.632", "0.63", "-0.002", "-1"] + more + ["0"]):
        file.write(",".join(line) + "\n")
result = json.load(open("single/result.json"))
result["errors"] = [{"data": "stress", "column": name, "given": True} for name in ("xy", "xx")]
json.dump(result, open("single/result.json", "w"))
END
says 0 '^single/report.html$' "$scree" report single
holds 'single numbers as told' python3 - "$here/../support" <<'END'
import sys
import xml.etree.ElementTree as tree
sys.path.insert(0, sys.argv[1])
from page_rules import HTML, SVG, edges, follow_rules, number, words
root = tree.parse("single/report.html").getroot()
follow_rules(root)
data = root.find(f".//{HTML}section[@id='data']")
wanted = [[(1, -371, -369, 5), (2, -990, -1000, 5)], [(3, 0.632, 0.63, None)]]
figures = list(data.iter(HTML + "figure"))
assert len(figures) == 2
for figure, numbers in zip(figures, wanted):
    drawing = figure.find(SVG + "svg")
    edge, across, upwards = edges(drawing)
    dots = [(float(dot.get("cx")), float(dot.get("cy"))) for dot in drawing.iter(SVG + "circle")]
    bars = [[float(pair.split(",")[1]) for pair in one.get("points").split()] for one in drawing.iter(SVG + "polyline") if "whisker" in one.get("class")]
    assert len(bars) == sum(error is not None for *rest, error in numbers), bars
    place = lambda x, y: (edge["left"] + (x - edge["x0"]) * across, edge["bottom"] - (y - edge["y0"]) * upwards)
    near = lambda one, other: abs(one[0] - other[0]) < 0.06 and abs(one[1] - other[1]) < 0.06
    for x, measured, model, error in numbers:
        assert any(near(dot, place(x, measured)) for dot in dots) and any(near(dot, place(x + 0.1, model)) for dot in dots), (x, dots)
        ends = error and [place(x, measured - error)[1], place(x, measured + error)[1]]
        assert not error or any(abs(bar[0] - ends[0]) < 0.06 and abs(bar[1] - ends[1]) < 0.06 for bar in bars), (ends, bars)
rows = [[words(cell) for cell in row] for row in data.find(f".//{HTML}table").findall(f"{HTML}tbody/{HTML}tr")]
assert [row[1] for row in rows] == ["xy of stress", "xx of stress", "void_ratio of void"] and [row[2] for row in rows] == ["Pa", "Pa", ""]
assert [number(rows[0][k]) for k in range(3, 8)] == [-371, 5, -369, 2, 0.4], rows[0]
END

# Refused, with what to do.
holds 'the result of a fit on one line' bash -c "'$scree' report one --json >told.json && [ \$(wc -l <told.json) = 1 ] &&
    python3 -c 'import json; assert json.load(open(\"told.json\")) == json.load(open(\"one/result.json\"))'"
says 2 'leave all options but --out away' "$scree" report one --from '1 s'
says 2 'leave all options but --out away' "$scree" report one --dark
says 0 '^elsewhere.html$' "$scree" report one --out elsewhere.html
cp -r one broken && echo '[' >broken/result.json
says 2 'result.json: this is no result of a fit .fit anew' "$scree" report broken
rm broken/result.json broken/report.html
says 2 . "$scree" report broken
cp -r one half && rm half/fit.csv
says 2 'fit.csv' "$scree" report half
verdict
