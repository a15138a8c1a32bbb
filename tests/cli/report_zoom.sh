#!/bin/bash
# label: quick
# report_zoom.sh BUILD - a film in a report, and plots that can be zoomed: the bundle beside the program is put into the page, and
# that of `make assets` is run there, without a browser where node and its packages are, and in one where there is one.
set -u
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
. "$here/lib.bash"
mkdir program && cp "$1/scree" program/scree
scree=$PWD/program/scree
page() { python3 "$here/../support/page.py" "$@"; }
"$scree" run "$here/small.yaml" --out small --threads 1 --set run.duration='10 ms' --quiet || complain 'the case does not run'

# A film in the page.
says 0 'film.html' "$scree" report small --film --size 160x120 --out film.html
says 0 'plots' page film.html small
holds 'it is an animated PNG' python3 -c "
import base64, re
pictures = [base64.b64decode(one) for one in re.findall(r'base64,([^\"]*)', open('film.html').read())]
assert len(pictures) == 2 and b'acTL' not in pictures[0] and b'acTL' in pictures[1]"
"$scree" run "$here/small.yaml" --out bare --threads 1 --quiet --set run.duration='1 ms' --set output.every=0
holds 'and nothing else' sh -c "! ls *.film.png 2>/dev/null"
says 2 'there are no frames' "$scree" report bare --film

# A bundle beside the program is put into the page, one that would end its tag is not.
mkdir program/assets && echo 'figure.zoomed svg { display: none; }' >program/assets/report.css
echo 'document.title = 1 < 2 && "bundled";' >program/assets/report.js
says 0 'zoom.html' "$scree" report small --out zoom.html
holds 'it is in the page' grep -q '1 < 2 && "bundled"' zoom.html
says 0 'plots' page zoom.html small
says 0 'zoom.html' "$scree" report small --out zoom.html --plain
holds 'or left out' sh -c "! grep -q bundled zoom.html"
echo 'document.title = "</script>bundled";' >program/assets/report.js
says 0 'zoom.html' "$scree" report small --out zoom.html
holds 'or refused' sh -c "! grep -q bundled zoom.html"

# So it is into those of sweeps, whose curves have places of their own, as data with bands and colours.
rm program/assets/*
says 0 'of 4 points are whole' "$scree" sweep "$here/small.yaml" --over seed=1..2 --over friction=0.1,0.2 --set run.duration='4 ms' --set output.every=0 --no-plots --out sweep
says 0 'sweep.html' "$scree" report sweep --out sweep.html
holds 'no program, but data' sh -c "grep -q plot-data sweep.html && ! grep -q bundled sweep.html"
holds 'curves of seeds are one in a band' python3 - <<'END'
import json, re
page = open("sweep.html").read()
plots = json.loads(re.search(r'id="plot-data">(.*?)</script>', page, re.S).group(1))["plots"]
ids = re.findall(r'<figure class="chart" id="([^"]*)"', page)
assert plots and {plot["id"] for plot in plots} <= set(ids)
assert all(len(plot["curves"]) == 2 and [curve["colour"] for curve in plot["curves"]] == [0, 1] for plot in plots)
for plot in plots:
    for curve in plot["curves"]:
        assert "mean of 2, band from least to greatest" in curve["name"] and curve["x"] == sorted(curve["x"])
        for low, value, high in zip(curve["low"], curve["y"], curve["high"]):
            assert value is None or low <= value <= high
END
echo 'figure.zoomed svg { display: none; }' >program/assets/report.css
echo 'document.title = 1 < 2 && "bundled";' >program/assets/report.js
says 0 'sweep.html' "$scree" report sweep --out sweep.html
holds 'it is in the page of a sweep' grep -q '1 < 2 && "bundled"' sweep.html
says 0 'sweep.html' "$scree" report sweep --out sweep.html --plain
holds 'or left out there' sh -c "! grep -q bundled sweep.html"

# The bundle of make assets, run: without a browser where node and the packages are, and in one where there is one.
if [ -s "$1/assets/report.js" ] && [ -s "$1/assets/report.css" ]; then
    cp "$1/assets/report.js" "$1/assets/report.css" program/assets
    says 0 'zoom.html' "$scree" report small --out zoom.html
    says 0 'plots' page zoom.html small
    says 0 'sweep.html' "$scree" report sweep --out sweep.html
    if command -v node >/dev/null && [ -d "$source/assets/node_modules/linkedom" ]; then
        says 0 '^[0-9]+ plots, [0-9]+ calls of the canvas' node "$source/assets/smoke.mjs" zoom.html
        says 0 '^[0-9]+ plots, [0-9]+ calls of the canvas' node "$source/assets/smoke.mjs" sweep.html
    else
        echo 'note: the program of the page was not run: node or assets/node_modules is missing (make assets)'
    fi
    browser=$(command -v chromium || command -v chromium-browser || true)
    if [ -n "$browser" ]; then
        wanted=$(grep -o '<figure class="chart"' zoom.html | wc -l)
        timeout 60 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$work/browser" --enable-logging=stderr --virtual-time-budget=2000 \
            --dump-dom "file://$PWD/zoom.html" >dom.html 2>browser.txt </dev/null || complain 'the browser fails'
        same 'a browser makes all plots' "$wanted" "$(grep -o '<figure class="chart zoomed"' dom.html | wc -l)"
        holds 'without a fault' sh -c "! grep -E 'CONSOLE|Refused' browser.txt"
    else
        echo 'note: no browser is here (chromium)'
    fi
else
    echo 'note: there is no bundle (make assets)'
fi

verdict
