#!/bin/bash
# foreign.sh BUILD - files of others: what is no plain file is not waited for, contents of files that are nothing of ours are
# not repeated, --confine keeps to the folder of the case, names are no commands, closed descriptors stay reserved.
set -u
scree=$1/scree
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
cp "$here/small.yaml" case.yaml
short=(--threads 1 --set run.duration='1 ms')

# Whatever is read: devices, pipes that nobody writes to, folders. Each answer comes at once.
mkfifo pipe
within() { timeout 10 "$@"; }
wall_of() { sed "s|^walls:|walls:\n  block: {material: glass, mesh: {file: \"$1\", unit: m}}|" case.yaml >wall.yaml; }
table_of() { sed "/^  one:/d; s|packing: {law: random.*|packing: {law: csv, file: \"$1\"}}|" case.yaml >table.yaml; }
for file in pipe /dev/zero /dev/full .; do
    [ "$file" = . ] || says 2 "^$file: cannot be read: it is no plain file" within "$scree" check "$file"
    wall_of "$file"
    says 2 'cannot read the mesh: it is no plain file' within "$scree" check wall.yaml
    table_of "$file"
    says 2 'cannot be read: it is no plain file' within "$scree" check table.yaml
    says 2 'is no plain file' within "$scree" law hertz --path "$file"
    says 2 'is no plain file' within "$scree" shape "$file" --unit m
    [ "$file" = . ] || says 2 'is no plain file' within "$scree" fit "$file"
    [ "$file" = . ] || says 2 'is no plain file' within "$scree" info "$file"
    says 2 'is no plain file' within "$scree" new --from-lammps "$file" imported
done
mkdir piped && mkfifo piped/case.yaml
says 2 'is no plain file' within "$scree" check piped

# Nothing of a secret is repeated, whatever it is given as.
printf 'hunter2: xyzzy\nroot:$6$plugh$:19000:0:99999:7:::\nhunter2: plover\n' >secret
cp secret secret.obj
cp secret secret.par
checked() {
    checks=$((checks + 1))
    "$@" >out 2>&1
    [ $? = 2 ] || complain "'$*' does not end with 2"
    ! grep -E 'hunter2|xyzzy|plugh|plover' out || complain "'$*' repeats the secret"
}
wall_of secret.obj
table_of secret
sed 's/law: csv/law: course/' table.yaml >course.yaml
for given in secret secret.par wall.yaml table.yaml course.yaml; do checked "$scree" check $given; done
checked "$scree" fit secret
checked "$scree" law hertz --path secret
checked "$scree" shape secret.obj --unit m
checked "$scree" shape secret --unit m
checked "$scree" new --from-lammps secret imported
checked "$scree" info secret
checked "$scree" resume secret
sed 's|file: .*.csv|file: secret|' "$here/../../examples/05-soybean-fit/fit.yaml" >fit.yaml
checked "$scree" fit fit.yaml
mkdir stolen && cp secret stolen/scree-files.txt
checked "$scree" run case.yaml --out stolen --force

# Only the folder of the case, also behind links.
mkdir -p confined/in outside
printf 'x y z radius\n6e-3 6e-3 1e-2 1e-3\n' >outside/bed.csv
cp outside/bed.csv confined/in/bed.csv
ln -s ../outside/bed.csv confined/link.csv
ln -s in confined/within
for file in in/bed.csv within/bed.csv; do
    table_of $file && mv table.yaml confined/case.yaml
    says 0 . "$scree" check confined --confine --threads 1
done
for file in ../outside/bed.csv "$work/outside/bed.csv" link.csv in/../../outside/bed.csv; do
    table_of "$file" && mv table.yaml confined/case.yaml
    says 0 . "$scree" check confined --threads 1
    says 2 'confined/case.yaml:[0-9]+:[0-9]+: .*is not in the folder of the case.*--confine' "$scree" run confined --confine "${short[@]}"
    says 2 'is not in the folder of the case' "$scree" check confined --confine
done
rm confined/case.yaml && ln -s ../case.yaml confined/case.yaml
says 2 'confined/case.yaml: this leads out of the folder' "$scree" check confined --confine
says 2 'is not in the folder of the case' "$scree" fit fit.yaml --confine --set data.drops.file=/etc/passwd

# Names are names: none is a command to a shell.
for name in "|touch owned;#" "a';!touch owned;'" '`touch owned`' $'b\n!touch owned\n' '"; system("touch owned"); "'; do
    "$scree" law hertz --plot --out "$name" >out 2>&1
    checks=$((checks + 1))
    [ -e "$name.png" ] || complain "no picture for '$name': $(cat out)"
done
[ ! -e owned ] || complain "a name was run as a command"

# With standard files closed, messages go nowhere, and not into results.
"$scree" run case.yaml --out open "${short[@]}" >/dev/null 2>&1
for closed in '<&-' '>&-' '2>&-' '<&- >&- 2>&-'; do
    rm -rf closed
    eval '"$scree" run case.yaml --out closed "${short[@]}"' "$closed" >/dev/null 2>&1
    eval 'bash -c "exec $closed; \"$scree\" run case.yaml --out closed --force --threads 1 --set run.duration=\"1 ms\""' >/dev/null 2>&1
    rm -f */log.txt
    sed -i '/^ *"speed"/,/}/d' open/summary.json closed/summary.json
    checks=$((checks + 1))
    diff -r open closed >out || complain "with $closed: $(head -3 out)"
done
verdict
