#!/bin/bash
# progress.sh BUILD - the line on a terminal: it grows to 100 %, and the time that it says is left is about that which the run
# then takes.
set -u
scree=$1/scree
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
cp "$here/small.yaml" case.yaml

cat >watch.py <<'E'
import os, pty, re, sys, time
read = []
begin = time.time()

def keep(descriptor):
    data = os.read(descriptor, 65536)
    read.append((time.time() - begin, data.decode()))
    return data

sys.stdout.flush()
code = pty.spawn(sys.argv[1:], keep)
took = time.time() - begin
lines = [(at, line) for at, data in read for line in data.split("\r") if " left" in line]
form = re.compile(r"^ *([0-9]+) %  t = ([0-9.e-]+) of 0.4 s  .* steps/s  .* contacts  kinetic .* J  (?:([0-9]+) min )?([0-9.]+) s left *$")
seen = []
for at, line in lines:
    found = form.match(line)
    assert found, line
    seen.append((at, int(found.group(1)), 60 * int(found.group(3) or 0) + float(found.group(4))))
shares = [share for _, share, _ in seen]
assert code == 0 and len(seen) >= 4 and shares == sorted(shares) and shares[-1] > 60, (code, seen)
# What is said on half the way, give or take a second of rounding and as much again for a machine that others use.
at, share, left = min(seen, key=lambda s: abs(s[1] - 50))
assert (took - at) / 2 - 1 <= left <= 2 * (took - at) + 1, (took, at, share, left)
E
holds 'what is left' python3 watch.py "$scree" run case.yaml --threads 1 --out watched --set run.duration='0.4 s' \
    --set output.every=0 --set probes='{}'

# How far a snapshot has come, its own case tells.
holds 'a part of a run' "$scree" run case.yaml --threads 1 --quiet --out part --set title='A bed' --set run.duration='40 ms' --set output.every=0 --set probes='{}'
says 0 'A bed.*time 0\.04 s of 0\.04 s, 100 % done, step [0-9]+' sh -c "'$scree' info part | tr '\n' ' '"
cp part/snapshot.h5 alone.h5
holds 'a longer run' "$scree" resume part --threads 1 --quiet --set run.duration='80 ms'
mv alone.h5 part.h5
says 0 'time 0\.04 s of 0\.04 s' "$scree" info part.h5
holds 'a run until a condition' "$scree" run case.yaml --threads 1 --quiet --out until --set run.duration='1 s' --set output.every=0 --set probes='{}' --set 'stages=[{name: fall, until: "stage_time > 20 ms and kinetic > 0 J", limit: 1 s}]'
says 0 '^time 0\.0[0-9]* s, step [0-9]+$' "$scree" info until
holds 'a run of some steps' "$scree" run case.yaml --threads 1 --quiet --out steps --set run='{steps: 30, step: 1e-5 s}' --set output.every=0 --set probes='{}'
says 0 '"time": 0.0003[0-9]*, "step": 30, "done": 1,' "$scree" info steps --json
# Three of these steps are, rounded, more than the duration.
holds 'a run that ends a rounding late' "$scree" run case.yaml --threads 1 --quiet --out rounded --set run='{duration: 3e-5 s, step: 1e-5 s}' --set output.every=0 --set probes='{}'
says 0 '"step": 3, "duration": 3e-05, "done": 1,' "$scree" info rounded --json
verdict
