#!/bin/bash
# limit: 200 s
# json.sh BUILD - every command of the program has --json, offers it to shells and tells of it in the manual; it prints one object on
# one line and nothing else, whose folder and files are there.
set -u
build=$1
scree=$build/scree
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
cp "$here/small.yaml" small.yaml
cp "$here"/../../examples/05-soybean-fit/{fit.yaml,compression.csv,drops.csv} .

# object NAME - the file NAME.json is one line with one object; what it says was made is there. Then the words of Python that follow
# hold, with the object as d.
object() {
    local name=$1
    shift
    checks=$((checks + 1))
    python3 - "$name.json" "$*" >out 2>&1 <<'END' || complain "$name --json: $(tail -n 3 out) $(head -c 300 "$name.json")"
import json, os, sys
text = open(sys.argv[1]).read()
assert text.count("\n") == 1 and text.endswith("\n"), "not one line"
d = json.loads(text)
assert isinstance(d, dict)
assert "folder" not in d or os.path.isdir(d["folder"]), d["folder"]
files = d.get("files", [])
assert len(set(files)) == len(files), files
for file in files:
    assert os.path.getsize(file) > 0, file
def near(a, b):
    return abs(a - b) < 1e-12
assert eval("(" + (sys.argv[2] or "True") + ")"), sys.argv[2]
END
}

# ask NAME WORDS... - scree NAME WORDS --json into NAME.json, without a word on standard error.
ask() {
    local name=$1
    shift
    checks=$((checks + 1))
    OMP_NUM_THREADS=1 "$scree" "$name" "$@" --json >"$name.json" 2>err </dev/null || complain "$name $* --json fails: $(cat err)"
    [ ! -s err ] || complain "$name $* --json says: $(cat err)"
}

json_run() { ask run small.yaml --out done --threads 1 && object run 'd["folder"] == "done" and d["summary"]["status"] == "finished"'; }
json_check() { ask check small.yaml --threads 1 && object check 'd["grains"] == 250'; }
json_resume() { ask resume done && object resume 'd["folder"] == "done"'; }
json_info() { ask info done && object info 'd["snapshot"] == "done/snapshot.h5"'; }
json_measure() {
    ask measure done --out seen --set probes.half='{law: region, low: [0, 0, 0], high: [12 mm, 12 mm, 10 mm]}'
    object measure 'd["files"] == ["seen/half.csv"] and d["probes"][0]["name"] == "half" and d["probes"][0]["law"] == "region" and
        d["probes"][0]["rows"] == 13 and (d["probes"][0]["columns"][0]["column"], d["probes"][0]["columns"][0]["unit"]) == ("time", "s") and
        near(d["probes"][0]["columns"][0]["last"], 0.06) and d["probes"][0]["columns"][0]["least"] == 0'
    ask measure done/snapshot.h5 --out still --set probes.cells='{law: fields, cells: [2, 2, 2], low: [0, 0, 0], high: [12 mm, 12 mm, 12 mm]}'
    object measure 'd["files"] == ["still/cells.csv", "still/cells.vti"] and d["probes"][0]["rows"] == 8'
}
json_picture() {
    ask picture done --at '20 ms' --size 320x200
    object picture 'd["files"] == ["done/view.png"] and d["time"] == 0.02 and d["balls"] == 250 and (d["width"], d["height"]) == (320, 200)'
    ask picture done/snapshot.h5 --size 320x200
    object picture 'd["files"] == ["done/view-snapshot.png"] and near(d["time"], 0.06)'
}
json_film() {
    ask film done --from '20 ms' --size 160x120 --threads 1
    object film 'd["files"] == ["done/film.png"] and d["frames"] == 9 and d["left_out"] == 0 and near(d["from"], 0.02) and near(d["to"], 0.06) and
        near(d["duration"], 0.36)'
}
json_plot() {
    ask plot done/probes/lid.csv --y force_z --out lid.svg
    object plot 'd["files"] == ["lid.svg"] and (d["x"], d["x_unit"]) == ("time", "s") and len(d["curves"]) == 1 and
        d["curves"][0]["column"] == "force_z" and d["curves"][0]["unit"] == "N" and d["curves"][0]["least"] <= d["curves"][0]["last"] <= d["curves"][0]["most"]'
}
json_report() { ask report done && object report '{c["name"] for c in d["checks"]}'; }
json_list() { ask list && object list '{"laws", "walls"} <= d.keys()' && ask list drives && object list; }
json_sweep() {
    ask sweep small.yaml --over friction=0.1,0.4 --over seed=1..2 --jobs 1 --threads 1 --set run.duration='4 ms' --of lid.force_z:mean --no-plots
    object sweep 'd["folder"] == "sweep" and "sweep/table.csv" in d["files"] and (d["points"], d["whole"], d["not_whole"]) == (4, 4, []) and
        [g["values"] for g in d["numbers"][0]["groups"]] == [{"friction": 0.1}, {"friction": 0.4}] and d["numbers"][0]["unit"] == "N" and
        all(g["runs"] == 2 and g["error"] >= 0 for g in d["numbers"][0]["groups"])'
    "$scree" sweep small.yaml --over run.deepest_overlap=1e-9,1 --jobs 1 --threads 1 --set run.duration='4 ms' --no-plots --out torn --json >sweep.json 2>err
    same 'the code of a sweep with a point that failed' $? 3
    object sweep 'd["whole"] == 1 and "overlaps" in d["not_whole"][0]["why"] and d["not_whole"][0]["point"].startswith("1-")'
}
json_fit() { ask fit fit.yaml --out fitted --threads 1 --set plot=false && object fit 'd["title"].startswith("Soybean")'; }
json_new() {
    ask new screw spiral
    object new 'd["folder"] == "spiral" and d["files"] == ["spiral/case.yaml", "spiral/screw.obj"]'
    ask new --from-lammps "$(ls done/*.data | head -n 1)" atoms
    object new 'd["files"] == ["atoms/case.yaml", "atoms/grains_1.csv"]'
    ask new
    object new '"chute" in [c["name"] for c in d["cases"]]'
}
json_bench() {
    local is_hash='len(d["state_hash"]) == 16 and int(d["state_hash"], 16) >= 0'
    ask bench settled-bed --n 200 --steps 2 --warm 2 --cache cache && object bench "$is_hash"
    cp bench.json without.json
    ask bench settled-bed --n 200 --steps 2 --warm 2 --cache cache --width 1
    object bench 'd["state_hash"] == json.load(open("without.json"))["state_hash"] and d["processor_seconds"] >= 0'
    "$scree" bench shapes --population disks --n 100 --steps 1 --warm 1 --cache cache --json >bench.json 2>err || complain "$(cat err)"
    object bench "$is_hash"
}
json_law() {
    ask law hertz
    object law 'd["files"] == [] and (d["slot"], d["law"], d["rows"]) == ("normal", "hertz", len(d["columns"][1]["values"])) and
        (d["columns"][1]["column"], d["columns"][1]["unit"]) == ("push", "N")'
    ask law mindlin --out slip --plot
    object law 'd["files"] == ["slip.csv", "slip.png"] and d["slot"] == "tangential" and d["columns"][2]["most"] > 0'
}
json_shape() { ask shape small.yaml bead && object shape; }
json_solve() { "$scree" solve small.yaml --step 900 --out p.hdf5 --threads 1 --set solver=nonsmooth >out 2>&1 && ask solve p.hdf5 && object solve; }
json_verify() { ask verify spheres --only restitution && object verify 'd["rows"]'; }
json_view() {
    mkdir -p program/assets && cp "$scree" program/scree
    echo >program/assets/view.js && echo >program/assets/view.css

    program/scree view done --json >view.json 2>err &
    local child=$!
    comes eval '[ -s view.json ] || [ -s err ]'
    kill $child
    wait $child
    if grep -q 'without the library civetweb' err; then
        echo 'note: what scree view --json prints was not tested: this build has no civetweb'
        return
    fi
    [ ! -s err ] || complain "view --json says: $(cat err)"
    object view 'd["address"].startswith("http://127.0.0.1:") and d["mode"] == "run" and d["what"] == "done"'
}

"$scree" help --man >scree.1
for command in $("$scree" complete '' | cut -f1); do
    [ "$command" = help ] && continue
    checks=$((checks + 1))
    "$scree" complete "$command" -- | grep -q '^--json	' || complain "$command has no --json"
    awk -v head="\\.SS scree $command " 'index($0, ".SS ") == 1 { here = $0 ~ "^" head } here' scree.1 | grep -q '^\\fB\\-\\-json' ||
        complain "the manual does not tell of $command --json"
    if declare -F "json_$command" >/dev/null; then "json_$command"; else complain "nobody tries $command --json"; fi
done

# What is refused prints no object.
for wrong in 'picture nowhere' 'film nowhere' 'plot nowhere.csv' 'measure nowhere' 'new nothing-such' 'law nothing' 'sweep nowhere --over a=1' 'view nowhere'; do
    # shellcheck disable=SC2086 # words
    "$scree" $wrong --json >told 2>err && complain "$wrong is not refused"
    [ ! -s told ] || complain "$wrong --json prints: $(cat told)"
done
verdict
