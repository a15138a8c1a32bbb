"""page.py PAGE FOLDER [FROM TO] - reads a page of `scree report` strictly, and compares it with the files of its run.

The page must be well-formed XML, ask for nothing from elsewhere, have a text for each picture and heads for each table. The
data of its plots must be the numbers of the tables, its curves must lie where the data say, and the numbers that it tells
must be those of the tables.
"""
import csv
import json
import math
import re
import sys
import xml.etree.ElementTree as tree

from page_rules import HTML, SVG, edges, follow_rules, number, same, words

page, folder, begin, end = (sys.argv + ["-inf", "inf"])[1:5]
begin, end = float(begin), float(end)
root = tree.parse(page).getroot()

follow_rules(root)

# ---- the data of plots are the tables


def read_table(name):
    with open(f"{folder}/{name}", newline="", encoding="utf-8", errors="replace") as file:
        rows = list(csv.reader(file))
    heads = [re.fullmatch(r"(.*?)(?: \[(.*)\])?", head, re.S).groups() for head in rows[0]]
    return heads, [[float(cell) for cell in row] for row in rows[1:]]


def shown(name):
    return re.sub("[\x00-\x1f\x7f]", "\ufffd", name)


def column(heads, rows, name):
    at = [shown(head[0]) for head in heads].index(shown(name))
    return [row[at] for row in rows]


plots = json.loads(root.find(f".//{HTML}script[@id='plot-data']").text)["plots"]
points = 0
for plot in plots:
    heads, rows = read_table(plot["file"])
    if plot["rows"] < len(rows):  # of the last moment
        rows = rows[-plot["rows"] :]
    assert plot["rows"] == len(rows)
    x = column(heads, rows, plot["x_name"])
    kept = {}
    for place, value in zip(x, range(len(x))):
        kept.setdefault(place, []).append(value)
    if plot["points"] == plot["rows"]:
        assert plot["x"] == x, plot["id"]
    figure = root.find(f".//{HTML}figure[@id='{plot['id']}']")
    drawing = figure.find(SVG + "svg")
    edge, across, upwards = edges(drawing)
    for k, curve in enumerate(plot["curves"]):
        y = column(heads, rows, curve["name"])
        unit = {shown(head): unit for head, unit in heads}[shown(curve["name"])] or ""
        assert unit == plot["y_unit"], (plot["id"], unit)
        if plot["points"] == plot["rows"]:
            told = [math.nan if value is None else value for value in curve["y"]]
            assert all(a == b or (math.isnan(a) and not math.isfinite(b)) for a, b in zip(told, y)), plot["id"]
        else:
            finite = [value for value in y if math.isfinite(value)]
            told = [value for value in curve["y"] if value is not None]
            assert min(told) == min(finite) and max(told) == max(finite) and len(told) <= 2200
        drawn = []
        for line in drawing.findall(f"{SVG}polyline[@data-curve='{k}']") + drawing.findall(f"{SVG}circle[@data-curve='{k}']"):
            if line.tag == SVG + "circle":
                drawn.append((float(line.get("cx")), float(line.get("cy"))))
            elif len(line.get("class").split()) == 3 and "curve" in line.get("class"):
                drawn += [tuple(map(float, pair.split(","))) for pair in line.get("points").split()]
        wanted = [
            (edge["left"] + (a - edge["x0"]) * across, edge["bottom"] - (b - edge["y0"]) * upwards)
            for a, b in zip(x, y)
            if math.isfinite(a) and math.isfinite(b)
        ]
        # Every number of a short table is drawn, and the lowest and the highest of any.
        cells = {(round(a, 1), round(b, 1)) for a, b in drawn}
        near = [-0.1, 0, 0.1]

        def is_drawn(place):
            return any((round(place[0] + i, 1), round(place[1] + j, 1)) in cells for i in near for j in near)

        if len(wanted) < 100:
            assert all(is_drawn(place) for place in wanted), (plot["id"], curve["name"])
        else:  # of the places of a pixel one of the lowest and one of the highest
            for place in (min(wanted, key=lambda p: p[1]), max(wanted, key=lambda p: p[1])):
                near_it = [abs(place[1] - y) for x, y in drawn if abs(place[0] - x) < 1.01]
                assert min(near_it) < 0.06, (plot["id"], curve["name"])
        points += len(drawn)

# ---- the numbers that are told

COUNTED = set("grains_total mass_total friction damping rolling plastic walls cell added removed turned_over drag growth lag".split())
told_columns = 0
for section in root.iter(HTML + "section"):
    title = section.find(HTML + "h3")
    table = section.find(f"{HTML}div/{HTML}table")
    if section.get("id") or title is None or table is None:
        continue
    heads, rows = read_table(words(section.find(f"{HTML}p/{HTML}code")))
    rows = [row for row in rows if begin <= row[0] <= end]
    names = [words(head) for head in table.findall(f"{HTML}thead/{HTML}tr/{HTML}th")]
    if "standard error" not in names:
        continue
    for row in table.findall(f"{HTML}tbody/{HTML}tr"):
        cells = [words(cell) for cell in row]
        y = column(heads, rows, cells[0])
        assert cells[1] == ({shown(head): unit for head, unit in heads}[cells[0]] or "")
        finite = [value for value in y if math.isfinite(value)]
        assert same(number(cells[2]), y[-1]), cells
        mean = math.fsum(finite) / len(finite) if finite else math.nan
        # What is counted up, or per sample, has no mean.
        per_sample = cells[0] in ("grains", "mass") and "grains_total" in [head for head, unit in heads]
        if cells[0] in COUNTED or per_sample:
            assert math.isnan(number(cells[3])) and math.isnan(number(cells[4].replace("\u2265", ""))), cells
            mean = math.nan
        assert same(number(cells[3]), mean, 5) or abs(mean) < 1e-9 * max(map(abs, finite)), cells
        peak = max((value for value in y if not math.isnan(value)), key=abs, default=math.nan)
        assert same(abs(number(cells[5])), abs(peak)), cells
        told_columns += 1

print(f"{len(plots)} plots, {points} points drawn, {told_columns} columns told, {len(list(root.iter(HTML + 'table')))} tables")
