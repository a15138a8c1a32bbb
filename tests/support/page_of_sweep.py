"""page_of_sweep.py PAGE FOLDER - reads the page of a sweep strictly, and compares it with the files of the sweep.

Every point is in it with a link that leads somewhere; the numbers that it tells are those of table.csv and scatter.csv; the
curves of each plot lie where the tables of the probes say, and of runs that differ in seeds alone where their means do, in a band
from the least to the greatest.
"""
import csv
import glob
import json
import math
import re
import sys
import xml.etree.ElementTree as tree

from page_rules import HTML, SVG, edges, follow_rules, number, same, words

page, folder = sys.argv[1:3]
root = tree.parse(page).getroot()
follow_rules(root, folder)
points = json.load(open(f"{folder}/sweep.json"))["points"]


def read(path):
    rows = list(csv.reader(open(path, newline="")))
    return [re.sub(r" \[.*\]$", "", head) for head in rows[0]], rows[1:]


def section(name):
    return root.find(f".//{HTML}section[@id='{name}']")


def rows_of(table):
    heads = [words(head) for head in table.findall(f"{HTML}thead/{HTML}tr/{HTML}th")]
    return heads, [[words(cell) for cell in row] for row in table.findall(f"{HTML}tbody/{HTML}tr")]


# ---- points

heads, rows = rows_of(section("points").find(f".//{HTML}table"))
table_heads, table = read(f"{folder}/table.csv")
assert [row[0] for row in rows] == [point["folder"] for point in points]
assert [row[-1] for row in rows] == [row[table_heads.index("status")] for row in table]
for k, name in enumerate(heads[1:-1]):
    assert [row[k + 1] for row in rows] == [point[name] for point in points], name
failed = [row[0] for row in rows if row[-1] != "finished"]
told = [] if section("failed") is None else [row[0] for row in rows_of(section("failed").find(f".//{HTML}table"))[1]]
assert told == failed, (told, failed)

# ---- numbers

seeds = "seed" in table_heads[: table_heads.index("status")]
scatter_heads, scatter = read(f"{folder}/scatter.csv") if seeds else (table_heads, table)
numbers = 0


def expected_of(row, name):
    return float(row[scatter_heads.index(name)])


def check(table, probe):
    global numbers
    heads, rows = rows_of(table)
    assert len(rows) == len(scatter), heads
    for row, expected in zip(rows, scatter):
        for head, cell in zip(heads[1:], row[1:]):
            if head == "runs":
                assert cell == expected[scatter_heads.index("runs")]
                continue
            column, take = re.sub(r" \[.*\]$", "", head).rsplit(" ", 1)
            name = f"{probe}{column}:{take}"
            if not seeds and expected[scatter_heads.index("status")] != "finished":
                assert cell == "\u2013", (name, cell)
                continue
            assert same(number(cell), expected_of(expected, name)), (name, cell)
            error = name + " error" if seeds else name.replace(":mean", ":error") if take == "mean" else None
            error = expected_of(expected, error) if error else math.nan
            shown = float(cell.split("\u00b1")[1]) if "\u00b1" in cell else math.nan
            assert same(shown, error, 2), (name, cell, error)
            numbers += 1


asked = section("asked")
for part in asked.iter(HTML + "table") if asked is not None else []:
    if not words(part.find(HTML + "caption")).startswith("Sobol"):
        check(part, "")
for part in section("measured").findall(HTML + "section"):
    for one in part.iter(HTML + "table"):
        check(one, words(part.find(HTML + "h3")) + ".")

# ---- curves

curves = 0


def groups_of(probe):
    """The tables of runs that differ in seeds alone, of those that are whole."""
    groups = {}
    for point in points:
        path = f"{folder}/{point['folder']}/probes/{probe}.csv"
        if glob.glob(glob.escape(path)):
            key = tuple(str(value) for name, value in point.items() if name not in ("folder", "seed")) if seeds else point["folder"]
            groups.setdefault(key, []).append(read(path))
    return list(groups.values())


def shown(heads, rows, x):
    if heads[0] == "time" and x != "time":
        rows = [row for row in rows if row[0] == rows[-1][0]]
    return rows


for part in section("measured").findall(HTML + "section"):
    probe = words(part.find(HTML + "h3"))
    for figure in part.findall(HTML + "figure"):
        y, x = re.fullmatch(r"(.*) over (.*)\.", words(figure.find(HTML + "figcaption"))).groups()
        drawing = figure.find(SVG + "svg")
        edge, across, upwards = edges(drawing)
        lines = [line for line in drawing.iter(SVG + "polyline") if "curve" in line.get("class")]
        bands = [band for band in drawing.iter(SVG + "polygon") if "band" in band.get("class")]
        drawn = {tuple(map(float, pair.split(","))) for line in lines for pair in line.get("points").split()}
        drawn |= {(float(dot.get("cx")), float(dot.get("cy"))) for dot in drawing.iter(SVG + "circle")}
        banded = {tuple(map(float, pair.split(","))) for band in bands for pair in band.get("points").split()}

        def lies(place, among):
            wanted = edge["left"] + (place[0] - edge["x0"]) * across, edge["bottom"] - (place[1] - edge["y0"]) * upwards
            assert any(abs(wanted[0] - a) < 0.06 and abs(wanted[1] - b) < 0.06 for a, b in among), (probe, y, place)

        for group in groups_of(probe):
            tables = [(heads, shown(heads, rows, x)) for heads, rows in group]
            for k in range(min(len(rows) for heads, rows in tables)):
                places = [(float(rows[k][heads.index(x)]), float(rows[k][heads.index(y)])) for heads, rows in tables]
                if not all(math.isfinite(value) for place in places for value in place):
                    continue
                values = [place[1] for place in places]
                lies((places[0][0], sum(values) / len(values)), drawn)
                if len(values) > 1:
                    lies((places[0][0], min(values)), banded)
                    lies((places[0][0], max(values)), banded)
            curves += 1
        if seeds:
            assert "mean of" in words(drawing) and "band from least to greatest" in words(drawing), y
print(f"{len(points)} points, {len(failed)} failed, {numbers} numbers, {curves} curves")
