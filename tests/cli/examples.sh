#!/bin/sh
# label: quick
# examples.sh - every example runs, at reduced length, and leaves what its README promises; the case in README.md is a case.
#
#   examples.sh BUILD
set -eu
scree=$(cd "$1" && pwd)/scree
cd "$(dirname "$0")/../.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
faults=0

fault() {
    echo "FAULT: $*" >&2
    faults=$((faults + 1))
}

# A number of summary.json by its key.
number() { sed -n "s/^ *\"$2\": *\([-+0-9.e]*\),*\$/\1/p" "$out/$1/summary.json" | head -n 1; }

# The head of each README has the number of its folder.
for folder in examples/[0-9]*; do
    name=${folder#examples/}
    head -n 1 "$folder/README.md" | grep -q "^# ${name%%-*}: " || fault "$folder/README.md: its head has another number"
done

# NAME CASE SETTINGS...: runs a case into $out/NAME.
run() {
    name=$1 case_file=$2
    shift 2
    set -- "$scree" run "$case_file" --quiet --threads 1 --out "$out/$name" "$@"
    if ! "$@" 2>"$out/$name.err"; then
        fault "$name: $(tail -n 3 "$out/$name.err")"
        return 1
    fi
    grep -q '"status": "finished"' "$out/$name/summary.json" || fault "$name: did not finish"
    for file in case.yaml snapshot.h5 picture.png; do [ -s "$out/$name/$file" ] || fault "$name: no $file"; done
}

# NAME COUNT: so many grains at the end.
grains() { [ "$(number "$1" grains)" = "$2" ] || fault "$1: $(number "$1" grains) grains, not $2"; }

# NAME LIMIT: the ledger closes.
closes() {
    awk -v r="$(number "$1" residual)" -v t="$(number "$1" turned_over)" -v limit="$2" \
        'BEGIN { if (r < 0) r = -r; exit !(t > 0 && r <= limit * t) }' ||
        fault "$1: $(number "$1" residual) J of $(number "$1" turned_over) J unaccounted for"
}

# NAME FILE ROWS: a table has so many rows below its head.
rows() { [ "$(($(wc -l <"$out/$1/probes/$2.csv") - 1))" = "$3" ] || fault "$1: $2.csv has not $3 rows"; }

# Long enough for grains to cross the periodic border and to fall on the bottom.
if run chute examples/01-chute --set run.duration='0.062 s' --set probes.profile.from='0.03 s'; then
    grains chute 1914
    closes chute 0.005
    rows chute profile 8
    rows chute energy 7
    [ -s "$out/chute/contacts.pvd" ] || fault 'chute: no force chains'
fi

if run settling examples/02-settling --set run.duration='0.052 s' --set probes.layers.from='0.02 s'; then
    grains settling 3000
    closes settling 0.005
    rows settling floor 11
    rows settling contacts 11
fi

if run course examples/03-course/funnel.par --set run.duration='0.3 s'; then
    grains course 955
    for file in funnel_0.out funnel_0.vtk funnel_3.vtk; do [ -s "$out/course/$file" ] || fault "course: no $file"; done
    [ "$(sed -n 1p "$out/course/funnel_0.out")" = 955 ] || fault 'course: the first line of an .out file is not the number of grains'
    awk -f examples/03-course/make-particles.awk | cmp -s - examples/03-course/funnel.in || fault 'course: funnel.in is not what make-particles.awk makes'
fi

# e = 0.5: they part with half the speed, 0.25 m/s each.
if run impact examples/04-impact; then
    closes impact 0.005
    sed -n '$p' "$out/impact/probes/right.csv" | awk -F, '{ e = 2 * $5; exit !(e > 0.497 && e < 0.503) }' ||
        fault "impact: restitution is not 0.5: $(sed -n '$p' "$out/impact/probes/right.csv")"
    # The books of its one contact are what is out.
    awk -v r="$(number impact residual)" -v c="$(number impact out_by)" 'BEGIN { exit !(c > 0 && (r + c) * (r + c) < 1e-18 * c * c || (r - c) * (r - c) < 1e-18 * c * c) }' ||
        fault "impact: $(number impact residual) J are out, and $(number impact out_by) J of its contact"
    "$scree" run examples/04-impact --threads 1 --out "$out/words" 2>/dev/null |
        grep -q 'the worst contact: [-0-9.e]* J, grains 0 and 1' || fault 'impact: the worst contact is not named'
fi

# A fit has a fit.yaml instead of a case: what it finds and what it cannot tell.
if "$scree" fit examples/05-soybean-fit --out "$out/fit" --threads 1 >"$out/fit.txt" 2>"$out/fit.err"; then
    for file in result.json fit.csv history.csv; do [ -s "$out/fit/$file" ] || fault "fit: no $file"; done
    grep -q 'first at or below 0.6005' "$out/fit.txt" || fault 'fit: the descent does not reach 0.6005'
    grep -q 'young and poisson are not separately identifiable' "$out/fit.txt" || fault 'fit: does not say what it cannot tell'
else
    fault "fit: $(tail -n 3 "$out/fit.err")"
fi

# The narrow chute: all beans stay, for the first 8 ms (5 mm) they fall freely, landing they yield, and the books close.
if run beans examples/06-soybean-chute/small.yaml; then
    grains beans 216
    closes beans 0.0005
    rows beans side 8
    rows beans forces 45
    awk -F, 'NR > 1 && $1 < 0.008 { n++; off = $4 - (0.1 + 9.81 * 0.359997 / sqrt(0.359997 ^ 2 + 0.932954 ^ 2) * $1); if (off > 1e-12 || off < -1e-12) bad = 1 }
        END { exit bad || n < 8 }' "$out/beans/probes/mean.csv" || fault 'beans: they do not fall freely'
    awk -F, 'END { exit !($9 > 1e-3 && $6 > $9) }' "$out/beans/probes/energy.csv" || fault 'beans: no plastic loss, or more of it than friction'
    awk -F, 'END { exit !($4 > 0.9 && $4 <= 1) }' "$out/beans/probes/forces.csv" || fault 'beans: forces beyond the histogram'
    if "$scree" run examples/06-soybean-chute/small.yaml --quiet --threads 2 --out "$out/beans2" 2>"$out/beans2.err"; then
        [ "$("$scree" info "$out/beans" --hash)" = "$("$scree" info "$out/beans2" --hash)" ] || fault 'beans: other bits with two threads'
        diff -r "$out/beans/probes" "$out/beans2/probes" >/dev/null || fault 'beans: other tables with two threads'
    else
        fault "beans: $(tail -n 3 "$out/beans2.err")"
    fi
fi

# The wide one for a moment, and the table beside the seed from what there is.
if run soybeans examples/06-soybean-chute --set run.duration='0.01 s' --set output.snapshot_every='1 s'; then
    grains soybeans 1656
    [ "$(sh examples/06-soybean-chute/report.sh "$out/soybeans" | wc -l)" = 77 ] || fault 'soybeans: report.sh has not 77 lines'
fi

# The first grains of rice reach the table; what is added and lost adds up.
if run rice examples/07-rice-pile --set run.duration='0.15 s' --set probes.strips.from='0.1 s' --set probes.middle.from='0.1 s'; then
    closes rice 0.005
    rows rice strips 40
    awk -F, 'NR > 1 { n += $2 } END { exit !(n > 0) }' "$out/rice/probes/strips.csv" || fault 'rice: no grain in any strip'
    [ -s "$out/rice/shapes.pvd" ] || fault 'rice: no shapes'
    [ "$(sh examples/07-rice-pile/angle.sh "$out/rice" | wc -l)" = 3 ] || fault 'rice: angle.sh has not 3 lines'
fi

# The ball has hit the first domino; the others stand where they stood.
if run dominoes examples/08-dominoes --set run.duration='0.05 s'; then
    grains dominoes 21
    closes dominoes 0.005
    awk -F, 'END { exit !($3 > 1e-5) }' "$out/dominoes/probes/energy.csv" || fault 'dominoes: nothing turns'
    awk -F, 'END { exit !($4 > 0.02399 && $4 < 0.02401 && $2 > 0.33599 && $2 < 0.33601) }' "$out/dominoes/probes/fifteenth.csv" ||
        fault "dominoes: the fifteenth does not stand: $(sed -n '$p' "$out/dominoes/probes/fifteenth.csv")"
fi

# v = v0 - g (sin 30 + mu cos 30) t on the way up, without a bounce or a turn.
if run incline examples/09-incline-block --set run.duration='0.05 s'; then
    grains incline 3
    closes incline 1e-5
    for block in slides:0.5 holds:0.58 sticks:0.6; do
        awk -F, -v mu="${block#*:}" 'END { off = $5 - (5 - 9.81 * (0.5 + mu * sqrt(3) / 2) * $1)
                exit !($1 > 0.049 && off < 1e-4 && off > -1e-4 && $4 > 0.04397 && $4 <= 0.044 && $9 < 1e-3 && $9 > -1e-3) }' \
            "$out/incline/probes/${block%:*}.csv" || fault "incline: $block is not where it should be: $(sed -n '$p' "$out/incline/probes/${block%:*}.csv")"
    done
fi

# Energy is kept, and some of it turns grains.
if run gas examples/10-peanut-gas --set run.duration='2 s'; then
    grains gas 400
    awk -F, 'NR == 2 { start = $2 + $3 + $5 } END { off = ($2 + $3 + $5) / start - 1; exit !(off < 2e-4 && off > -2e-4 && $3 > 0.1 * $2 && $3 < 0.6 * $2) }' \
        "$out/gas/probes/energy.csv" || fault "gas: energies at the end: $(sed -n '$p' "$out/gas/probes/energy.csv")"
fi

# One of each solid and more fall; some have met the floor.
if run solids examples/11-platonic-box --set run.duration='0.2 s'; then
    closes solids 0.005
    [ "$(number solids grains)" -ge 25 ] || fault "solids: $(number solids grains) grains"
    awk -F, '$4 < -0.1 { hit = 1 } END { exit !hit }' "$out/solids/probes/floor.csv" || fault 'solids: none on the floor'
    [ -s "$out/solids/shapes.pvd" ] || fault 'solids: no shapes'
fi

# Both solvers turn the drum; after a tenth of a second of falling beads have met, and the nonsmooth books close.
if run drum examples/12-drum-two-solvers --set run.duration='0.4 s'; then
    grains drum 180
    closes drum 0.02
    sh examples/12-drum-two-solvers/angle.sh "$out/drum" 0.2 | grep -q '^the bed leans by [1-9][0-9.]* degrees, +- [0-9.]* in 1[01] frames' || fault "drum: $(sh examples/12-drum-two-solvers/angle.sh "$out/drum" 0.2)"
    [ "$(wc -l <"$out/drum/solver.csv")" = 21 ] || fault 'drum: solver.csv has not 20 rows'
    awk -F, 'END { exit !($4 >= 8 && $11 < 0.03) }' "$out/drum/solver.csv" || fault "drum: $(sed -n '$p' "$out/drum/solver.csv")"
fi
if run drum2 examples/12-drum-two-solvers --set run.duration='2 ms' --set solver=smooth; then
    grains drum2 180
    [ ! -e "$out/drum2/solver.csv" ] || fault 'drum2: sweeps of the smooth solver'
fi

# The wall stands still until the ball comes, and then breaks; its corner is not moved yet.
if run wall examples/13-brick-wall --set run.duration='0.29 s'; then
    grains wall 120
    closes wall 0.001
    awk -F, '$1 > 0.2 && $1 < 0.25 { n++; if (sqrt($5 ^ 2 + $6 ^ 2 + $7 ^ 2) > 1e-4 || $4 < 0.9581 || $4 > 0.9585) bad = 1 } END { exit bad || n < 9 }' \
        "$out/wall/probes/corner.csv" || fault 'wall: its corner does not stand'
    awk -F, 'END { exit !($6 < 8) }' "$out/wall/probes/ball.csv" || fault "wall: the ball is not held up: $(sed -n '$p' "$out/wall/probes/ball.csv")"
    awk -F, 'END { exit !($3 > 10) }' "$out/wall/probes/energy.csv" || fault 'wall: no brick turns'
fi

# Stones fall on the table, and on stones.
if run stones examples/14-polyhedra-pile --set run.duration='0.5 s'; then
    closes stones 0.01
    [ "$(number stones grains)" -ge 55 ] || fault "stones: $(number stones grains) grains"
    awk -F, '$4 < -0.1 { hit = 1 } END { exit !hit }' "$out/stones/probes/table.csv" || fault 'stones: none on the table'
    awk -F, 'NR > 1 && $10 > 0.1 { deep = 1 } END { exit deep }' "$out/stones/solver.csv" || fault 'stones: too deep in each other'
    [ -s "$out/stones/shapes.pvd" ] || fault 'stones: no shapes'
fi

# Two stages, each as short as it can be: the grains fall, then the gate is gone.
if run bin examples/15-stages-bin --set "stages.fill.until='stage_time > 0.02 s'" --set "stages.open.until='stage_time > 0.02 s'"; then
    grains bin 300
    closes bin 0.01
    [ -s "$out/bin/stage-open.h5" ] || [ -s "$out/bin/stage-fill.h5" ] || fault 'bin: no snapshot of a stage'
fi

# The bin is full of grains in their region, and the first of them are through the mouth.
if run hopper examples/16-hopper-regions --set run.duration='0.04 s' --set streams.feed.from='10 ms'; then
    [ "$(number hopper grains)" -ge 2850 ] || fault "hopper: $(number hopper grains) grains"
    [ "$(number hopper streamed)" -ge 30 ] || fault "hopper: $(number hopper streamed) streamed"
fi

# The side walls of the biaxial cell come to the disks and press; those of the triaxial one are on their way.
if run biaxial examples/18-biaxial --set run.duration='30 ms' --set output.every='30 ms'; then
    grains biaxial 900
    closes biaxial 0.01
    awk -F, 'NR > 1 && $2 < -50 { pressed = 1 } END { exit !pressed }' "$out/biaxial/probes/left.csv" || fault 'biaxial: nothing is pressed'
fi
if run triaxial examples/19-triaxial --set run.duration='8 ms' --set let.shear_at='2 ms'; then
    grains triaxial 5000
    sh examples/19-triaxial/sigma3.sh "$out/triaxial" 10e3 0.002 | grep -q '^strain 0.0000 to 0.0100: sigma_3' || fault 'triaxial: no means'
fi

# Loose grains in a cell that shrinks and shears have met, and the books know its work.
if run shear examples/17-shear-cell --set run.duration='0.03 s' --set cell.limit='20/s'; then
    grains shear 500
    closes shear 0.005
    rows shear stress 31
    awk -F, 'END { exit !($9 < 0.019 && $5 > 0.29) }' "$out/shear/probes/strain.csv" || fault 'shear: the cell stands still'
    awk -F, 'END { exit !($11 > 0) }' "$out/shear/probes/energy.csv" || fault 'shear: no work of the cell'
fi

# Some grains have come out of the stretch, and others are gone at the end of the chute.
if run fed examples/20-fed-chute --set run.duration='20 ms'; then
    [ "$(number fed streamed)" -ge 8 ] || fault "fed: $(number fed streamed) streamed"
    [ "$(number fed grains)" -ge 1500 ] || fault "fed: $(number fed grains) grains"
fi

# Eight balls on each side: on ranks, with the bits of one process.
for ranks in '' '--ranks 2'; do
    "$scree" run examples/22-many-grains --quiet --threads 1 --out "$out/many${ranks:+-ranks}" --set let.across=8 --set run.steps=300 $ranks 2>"$out/many.err" ||
        fault "many: $(tail -n 3 "$out/many.err")"
done
[ "$("$scree" info "$out/many" --hash)" = "$("$scree" info "$out/many-ranks" --hash)" ] || fault 'many: ranks have other bits'

# Every example that names no solver runs with the nonsmooth one, as does the case of README.md below.
for case_file in examples/01-chute examples/02-settling examples/04-impact examples/07-rice-pile examples/08-dominoes \
    examples/09-incline-block examples/10-peanut-gas examples/11-platonic-box examples/03-course/funnel.par; do
    ! grep -qs '^solver:' "$case_file/case.yaml" || fault "$case_file names a solver"
    run "nonsmooth-$(basename "$case_file")" "$case_file" --set solver=nonsmooth --set run.duration='0.04 s' || true
done
! "$scree" check examples/06-soybean-chute --set solver=nonsmooth >/dev/null 2>&1 || fault 'contacts that yield have rows'

# A shear cell and the friction that it has, on the shortest way: a tenth of the run, six points.
mkdir "$out/friction"
sed 's/duration: 0.25 s/duration: 25 ms/' examples/21-friction-fit/case.yaml >"$out/friction/case.yaml"
sed 's/0.12 s/12 ms/' examples/21-friction-fit/fit.yaml >"$out/friction/fit.yaml"
if "$scree" fit "$out/friction" --set seeds=1 --set searches.best.evaluations=6 --out "$out/friction/fit" >"$out/friction.txt" 2>"$out/friction.err"; then
    for file in result.json fit.csv trials.csv; do [ -s "$out/friction/fit/$file" ] || fault "friction: no $file"; done
    grep -q '^  friction ' "$out/friction.txt" || fault 'friction: no parameter in the report'
else
    fault "friction: $(tail -n 3 "$out/friction.err")"
fi

# Every example with a case or a fit is tried above.
for folder in examples/[0-9]*/; do
    grep -q "${folder%/}" tests/cli/examples.sh || fault "$folder is not tried"
    [ -e "$folder/case.yaml" ] || [ -e "$folder/fit.yaml" ] || ls "$folder"*.par >/dev/null 2>&1 ||
        fault "$folder has neither case.yaml nor fit.yaml"
done

awk '/^```yaml/ { on = 1; next } /^```/ { on = 0 } on' README.md >"$out/readme.yaml"
"$scree" check "$out/readme.yaml" >/dev/null || fault 'the case in README.md is refused'

[ "$faults" = 0 ] && echo 'all examples run'
