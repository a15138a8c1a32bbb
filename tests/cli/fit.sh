#!/bin/bash
# fit.sh BUILD - scree fit: the published soybean, the files it leaves, what it refuses; the same bits for any threads.
set -u
scree=$1/scree
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
cp "$here"/../../examples/05-soybean-fit/{fit.yaml,compression.csv,drops.csv} .

holds 'the fit' bash -c "'$scree' fit fit.yaml --out one --threads 1 >words"
says 0 'young and poisson are not separately identifiable' cat words
says 0 'What the data do determine of them is young/\(1-poisson\^2\)' cat words
says 0 'first at or below 0.6005: iterate [0-9]+, objective 0.5' cat words
says 0 'flattening \(K_c, .*\) is not identifiable' cat words
says 0 'young +up to 17[0-9] times, twice or half its value' cat words
for file in result.json fit.csv history.csv; do holds "$file" [ -s "one/$file" ]; done
same 'lines of fit.csv' "$(wc -l <one/fit.csv)" 14
same 'head of fit.csv' "$(head -n 1 one/fit.csv)" \
    'data,quantity,unit,measured,predicted,difference,scaled residual,force [N],speed [m/s]'
# Five starts of the better method end below the descent's aim.
same 'starts below 0.6005' "$(awk -F, '$1 == "best" { last[$3] = $6 } END { for (s in last) n += last[s] < 0.6005; print n }' one/history.csv)" 5
# The first iterate of the descent at or below 0.6005 has E/(1 - nu^2) = 1.55e8 Pa within 1 %.
same 'modulus where the descent gets there' \
    "$(awk -F, '$1 == "descent" && $6 <= 0.6005 { print ($12 > 1.5345e8 && $12 < 1.5655e8); exit }' one/history.csv)" 1

# The picture: two charts side by side, the same for any threads; none where nobody wants it.
same 'its size' "$(python3 -c "import struct; print(*struct.unpack('>II', open('one/fit.png', 'rb').read()[16:24]))")" '1280 480'
says 0 'results in quiet' "$scree" fit fit.yaml --out quiet --set plot=false
[ ! -e quiet/fit.png ] || complain 'a picture that nobody asked for'

# Threads, and the same as JSON on one line.
holds 'three threads' "$scree" fit . --out three --threads 3
holds 'same history' cmp one/history.csv three/history.csv
holds 'same picture' cmp one/fit.png three/fit.png
holds 'same result' cmp one/result.json three/result.json
says 0 '^\{"title": "Soybean.*"unknown": \[".*not separately identifiable' "$scree" fit fit.yaml --out json --json

# The objective of Zhang 1998 has no verdict and says why its intervals are less firm.
says 0 'weights of Zhang 1998 are no standard errors' cat words
says 0 '"intervals": "linear theory"' cat one/result.json

# One restitution for all speeds, against data in which it falls: said not to fit, and from any start the same.
cat >fall.yaml <<'FIT'
scree_fit: 1
data: {drops: {model: oblique-impact, file: fall.csv, radius: 5 mm, density: 2500 kg/m^3, normal: hertz, tangential: mindlin}}
parameters: {young: 5 GPa, poisson: 0.25, friction: 0.3, restitution: {start: 0.5, low: 0.1, high: 1, scale: linear}}
searches: {best: {law: subplex}}
plot: false
FIT
printf 'speed [m/s],angle [deg],restitution\n0.5,0,0.85\n1,0,0.81\n2,0,0.76\n3,0,0.735\n4,0,0.71\n' >fall.csv
says 0 'The model does not fit these data: drops.restitution: residuals that follow the inputs' "$scree" fit fall.yaml --out fall
says 0 '"verdict": "does not fit"' cat fall/result.json
says 0 '"p_value": [0-9]' cat fall/result.json
holds 'another start' "$scree" fit fall.yaml --out fell --set parameters.restitution.start=0.95
interval() { grep -A4 '"restitution": {' "$1/result.json" | grep -E '"(value|low|high)"' | cut -c 1-20; }
same 'the same from another start' "$(interval fall)" "$(interval fell)"
"$scree" fit fall.yaml --out known --set data.drops.errors.restitution=0.01 >known.txt
says 0 'chi squared is .* with 4 degrees of freedom' cat known.txt
says 0 'restitution +0.773 \+- 0.0045 +0.764[0-9]* to 0.781[0-9]*' cat known.txt

# Two parameters of which the data know one number only: neither has an error, that number has.
cat >shared.yaml <<'FIT'
scree_fit: 1
data: {compression: {model: compression, file: compression.csv, errors: {overlap: 0.3 um}, radius: 4.05 mm}}
parameters:
  young: {start: 126 MPa, low: 50 MPa, high: 400 MPa}
  poisson: {start: 0.3, low: 0.05, high: 0.49, scale: linear}
  yield_load: 0.03 N
  plastic_radius: 2.6e-5 m/N
  flattening: 3e-6 1/N
searches: {best: {law: subplex}}
plot: false
FIT
holds 'the fit' bash -c "'$scree' fit shared.yaml --out shared >shared.txt"
says 0 'poisson +0[.0-9]+   not identified by these data; its error has no bound' cat shared.txt
holds 'no error of either' sh -c "! grep -E '^ +(young|poisson) +[0-9.e+]+( Pa)? [+]-' shared.txt"
says 0 'young/.1-poisson.2. +[0-9.e+]+ Pa [+]- ' cat shared.txt
holds 'nor in the file' python3 -c "
import json
told = json.load(open('shared/result.json'))['parameters']
assert all(told[name]['standard_error'] is None for name in ('young', 'poisson')), told"

# Settings, folders, faults.
says 0 'young .* given' "$scree" fit fit.yaml --out given --set parameters.young='150 MPa' --set searches.best.starts=1
says 0 'best \(bobyqa\), start 2, drawn' "$scree" fit fit.yaml --out other --set searches.best='{law: bobyqa, starts: 2}'
says 2 'one: the folder is not empty' "$scree" fit fit.yaml --out one
holds 'with --force' "$scree" fit fit.yaml --out one --force
mkdir within && cp one/* within/ && cp compression.csv within/fit.csv
sed 's|compression.csv|within/fit.csv|' fit.yaml >inner.yaml
says 2 'within: the results would replace .fit.csv., which the case reads' "$scree" fit inner.yaml --out within --force
holds 'and it stays' cmp compression.csv within/fit.csv
says 2 "^--set parameters.yung: .*did you mean 'young'" "$scree" fit fit.yaml --out bad --set parameters.yung=3
says 2 'unknown key .startts.*starts' "$scree" fit fit.yaml --out bad --set searches.best.startts=3
says 2 'all parameters are fixed' "$scree" fit fit.yaml --out bad --set parameters='{young: 1 GPa, poisson: 0.3, yield_load: 1 N, plastic_radius: 1e-5 m/N, flattening: 0 1/N}'
says 2 'drops: with the start values the model cannot predict restitution' "$scree" fit fit.yaml --out bad --set parameters.flattening='1e4 1/N' --set parameters.plastic_radius='0 m/N'
sed 's/overlap/overlp/' compression.csv >wrong.csv
says 2 "^wrong.csv:2:11: .*did you mean 'overlap'" "$scree" fit fit.yaml --out bad --set data.compression.file=wrong.csv
says 2 'cannot be read' "$scree" fit nothing.yaml
says 2 'an argument is missing' "$scree" fit
[ ! -e bad ] || complain 'a fit that is refused leaves a folder behind'
says 0 'oblique-impact' "$scree" list fit
says 0 'steepest-descent' "$scree" list fit
verdict
