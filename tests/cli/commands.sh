#!/bin/bash
# label: sanitize
# commands.sh BUILD - what the commands print and return: help, lists, new cases, mistakes on the command line.
set -u
scree=$1/scree
. "$(dirname "$0")/lib.bash"

says 0 "usage: $scree COMMAND" "$scree" --help
says 2 "usage: $scree COMMAND" "$scree"
says 0 '^scree [0-9]' "$scree" --version
says 0 '^\{"version": "[0-9.]*"\}$' "$scree" --version --json
says 2 'after --version there is --json alone' "$scree" --version now
for command in run check resume info list fit sweep new bench verify; do
    says 0 "usage: $scree $command" "$scree" "$command" --help
    says 0 "usage: $scree $command" "$scree" help "$command"
done
says 2 "did you mean 'run'" "$scree" rum x
says 2 'no command' "$scree" juggle
says 2 'did you mean --threads' "$scree" run --thread 2 x
says 2 'needs a value' "$scree" run x --out
# A value that another one would take the place of is refused; settings are a list, and flags say the same twice.
says 2 '^scree run: --threads is given twice .leave one of them out' "$scree" run x --threads 1 --threads 4
says 2 '^scree run: --out is given twice' "$scree" run x --out=a --quiet --out b
says 2 '^scree shape: --scale is given twice' "$scree" shape x --scale 2 --scale 2
says 2 'no such file|cannot be' "$scree" run x --quiet --quiet --set run.steps=1 --set run.steps=2
says 2 'is no number' "$scree" run x --threads two
says 2 'whole number' "$scree" run x --threads 1.5
says 2 'not KEY=VALUE' "$scree" run x --set run.duration
says 2 'is a flag' "$scree" run x --quiet=yes
says 2 'two dashes' "$scree" run x -q
says 2 'too many' "$scree" run a b
says 2 'argument is missing' "$scree" check
says 2 'no-such-case.yaml' "$scree" run no-such-case.yaml

says 0 '^  drives +how walls move' "$scree" list
says 0 'mindlin' "$scree" list laws
says 0 'rate +number in rad/s, required' "$scree" list drives
says 0 'bins +whole number, default 20, from 1' "$scree" list velocity-profile
says 0 'bins' "$scree" list velocity_profile
says 2 "nothing called 'lows'" "$scree" list lows

says 0 'scree run chute/case.yaml' "$scree" new chute
says 2 'such a file already' "$scree" new chute
says 2 "did you mean 'chute'" "$scree" new schute
says 0 '^  hopper +A hopper: ' "$scree" new
says 0 'bed/case.yaml is written' "$scree" new settling bed
says 2 'there is no benchmark .bad.' "$scree" bench bad --cache cache
says 2 'there is no population .eggs. \(populations are disks, spheropolygon-62, ' "$scree" bench shapes --population eggs --cache cache
says 2 'population is of shapes and meshes alone' "$scree" bench chute --population cubes --cache cache
says 2 'choose one with --population' "$scree" bench shapes --write-lammps bed.data --cache cache
says 2 'there is no search .octree. \(searches are grid and sorted-list\)' "$scree" bench settled-bed --search octree --cache cache
for name in chute minimal settling; do # templates.sh has the others
    "$scree" new "$name" "all/$name" >out 2>&1 || complain "scree new $name fails"
    says 0 '^grains' "$scree" check "all/$name" --threads 1
    "$scree" check "all/$name" --threads 1 --json >json || complain "check --json of $name fails"
    [ "$(wc -l <json)" = 1 ] || complain "check --json of $name is not one line"
    python3 -c 'import json, sys; d = json.load(open("json")); assert d["grains"] > 0 and d["steps"] > 0 and d["step"] > 0' ||
        complain "check --json of $name is not what it should be: $(cat json)"
done

# Commands in messages can be typed as they stand: the program as it was called, names in quotes where a shell needs them.
mkdir -p 'my bin'
ln -s "$scree" 'my bin/sc'
says 0 "^usage: 'my bin/sc' run " 'my bin/sc' help run
says 2 "argument is missing .usage: 'my bin/sc' check CASE; 'my bin/sc' check --help tells more" 'my bin/sc' check
says 0 "^  'my bin/sc' check 'a b'\\\\''s/case.yaml'" 'my bin/sc' new minimal "a b's"
(PATH=$(dirname "$scree"):$PATH; says 0 '^  scree new chute && scree run chute' scree --help; exit "$faults") || complain "called by a plain name it says something else"
says 0 "to go on further: $scree resume 'a b'\\\\''s/results' --set" \
    bash -c '"$0" run "a b'"'"'s" --quiet --threads 1 --set run.duration="1 ms" && "$0" resume "a b'"'"'s/results" --threads 1' "$scree"

# The system knows the program by its name, also where it has started itself once more, which its environment shows.
"$scree" new minimal endless >out 2>&1
for policy in passive ''; do
    (if [ "$policy" ]; then export OMP_WAIT_POLICY=$policy; else unset OMP_WAIT_POLICY; fi
     exec "$scree" run endless --threads 1 --set run.duration='1 h' --set output.every=0 >out 2>&1) &
    comes eval "tr '\\0' '\\n' </proc/$!/cmdline | grep -qx endless && grep -q OMP_WAIT_POLICY=passive /proc/$!/environ"
    same "the name of the process with OMP_WAIT_POLICY='$policy'" "$(cat /proc/$!/comm)" scree
    kill $!
    wait $! 2>/dev/null
    rm -rf endless/results
done

# The picture of one ball shows where it is: small, over the floor that it falls on, high as it is.
for time in 0; do
    "$scree" run endless --threads 1 --out fall --force --quiet --set run.duration="$time" || complain 'the ball does not fall'
    python3 - fall/picture.png >out 2>&1 <<'END' || complain "the picture at $time: $(cat out)"
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
width, height = struct.unpack(">II", data[16:24])
at, packed = 8, b""
while at < len(data):
    size, kind = struct.unpack(">I4s", data[at:at + 8])
    packed += data[at + 8:at + 8 + size] if kind == b"IDAT" else b""
    at += 12 + size
raw, rows, row = zlib.decompress(packed), [], bytearray(3 * width)
for y in range(height):
    line, up, how = bytearray(raw[y * (3 * width + 1) + 1:(y + 1) * (3 * width + 1)]), row, raw[y * (3 * width + 1)]
    for x in range(3 * width):
        a, b, c = line[x - 3] if x > 2 else 0, up[x], up[x - 3] if x > 2 else 0
        p = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
        line[x] = (line[x] + (0, a, b, (a + b) // 2, p)[how]) % 256
    row = line
    rows.append(line)
# without the colour bar: how much is the ball, and is there anything below it but the ground, which is the same along a line?
ball = sum(abs(r[3 * x] - r[3 * x + 2]) > 60 for r in rows for x in range(0, width - 170, 4)) * 4 / (width * height)
floor = sum(any(abs(r[3 * x] - r[0]) > 4 for x in range(width // 4, width // 2, 4)) for r in rows[height // 2:])
assert 0.0001 < ball < 0.02 and floor > 50, (ball, floor)
END
done

# What either solver would have to do, and a warning where the other one would have less.
says 0 'smooth: [0-9,]+ steps, each the work of 3 sweeps over all contacts; nonsmooth: [0-9,]+ steps of [0-9]+, with some [0-9]+ of the constraints and 30 of impacts\. So the nonsmooth solver has [0-9.]+ times less to do' \
    bash -c "'$scree' check chute --threads 1 | tr -s '\n ' ' '"
says 0 'by that the nonsmooth solver takes some ' "$scree" check chute --threads 1
says 0 '^warning +the nonsmooth solver would have some [0-9]+ times' "$scree" check chute --threads 1 \
    --set materials.glass.young='70 GPa'
says 0 'nonsmooth: not in this case, for the normal law jkr has no' "$scree" check chute --threads 1 \
    --set pairs.default.normal='{law: jkr, work_of_adhesion: 1 J/m^2}'
"$scree" check chute --threads 1 --json --set materials.glass.young='70 GPa' >json
python3 -c 'import json; d = json.load(open("json"))["solvers"]
assert d["solver"] == "smooth" and d["nonsmooth_hindrance"] is None and d["nonsmooth_sweeps"] >= 8
assert abs(d["nonsmooth_gain"] * d["nonsmooth_steps"] * d["nonsmooth_work"] / (d["smooth_work"] * d["smooth_steps"]) - 1) < 1e-12
assert d["nonsmooth_work"] == d["nonsmooth_sweeps"] + d["nonsmooth_impact_sweeps"] + 45 and d["smooth_work"] == 3' ||
    complain "check --json does not tell what the solvers cost: $(cat json)"
"$scree" check chute --threads 1 --quiet --set solver=nonsmooth --set materials.glass.young='50 kPa' \
    --set grains.flow.velocity='[5 m/s, 0, 0]' >out 2>&1
grep -Eq '^warning: the smooth solver would have some [0-9]+ times less to do here' out ||
    complain "nobody says that the smooth solver would be cheaper: $(cat out)"
# A step of the smooth solver is kept where only the solver is changed, and told of by check and by run.
for way in check run; do
    says 0 'run.step = 2e-06 s is less than a tenth of the fastest impact, .* auto gives .*--set run.step=auto' \
        bash -c "'$scree' $way chute --threads 1 --set run.step='2 us' --set solver=nonsmooth --set run.duration='4 us' $([ $way = run ] && echo '--out kept') 2>&1 | tr -s '\n ' ' '"
done
# What was chosen stands in the case of the run.
says 0 'finished' "$scree" run chute --threads 1 --out still --set solver=nonsmooth --set run.duration=0
grep -Eq '^  diameter: 0.00(29|30)[0-9]* m$' still/case.yaml || complain "the diameter is not told: $(grep diameter still/case.yaml)"
verdict
