#!/bin/bash
# odd_paths.sh BUILD - folders and cases whose names have blanks, quotes, newlines, signs of the shell, letters of other
# languages, bytes that are no text, a leading dash, or great length: the same files, also after a resume.
set -u
. "$(dirname "$0")/lib.bash"
run_whole
long=$(printf 'long%.0s' $(seq 50))
names=('with blanks' "it's" 'a "quote"' $'a\nnewline' '$(touch broken)' '`touch broken`' 'a;b&c|d' 'übergröße-粒子' $'\xff\xfe' '-dash'
    '--out' 'back\slash' '*' '%s%n' '<&>' '#hash' "$long")

for name in "${names[@]}"; do
    rm -rf place && mkdir place
    mkdir -p "place/$name"
    cp case.yaml "place/$name/case.yaml"
    cd place || exit 1
    holds "a run in '$name'" "$scree" run "./$name/case.yaml" --out "./$name/results" --threads 1 --quiet
    cd ..
    same_files whole "place/$name/results" "a run in '$name'"
    rm -f "place/$name/results/picture.png"
    cd place || exit 1
    holds "a resume in '$name'" "$scree" resume "./$name/results" --threads 1 --quiet
    says 0 '[0-9a-f]{16}' "$scree" info "./$name/results" --hash
    cd ..
done
checks=$((checks + 1))
[ -z "$(find . -name broken)" ] || complain "a name was run as a command"
verdict
