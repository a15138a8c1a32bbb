#!/bin/bash
# embedding_more.sh BUILD - the other examples of programs with the library: an arm that digs, wind over a bed, and, where SDL2 is there, a game without a
# window. What their pages show is what they print.
set -u
build=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
examples=$SCREE_SOURCE_DIR/examples
cc=${CC:-cc}
library=("-I$SCREE_SOURCE_DIR/include" "-L$build" -lscree -lm "-Wl,-rpath,$build")

# NAME FLAGS...: compiles an example, of less than 150 lines.
compile() {
    local name=$1
    shift
    holds "$name compiles" "$cc" -std=c17 -O1 -Wall -Wextra -Werror "$examples/embedding-$name/main.c" -o "$name" "$@" "${library[@]}"
    holds "$name is short" test "$(wc -l <"$examples/embedding-$name/main.c")" -lt 150
}

# NAME: each line of its page that begins as a result does is printed.
shown() {
    sed -n 's/^    \(t = .*\)/\1/p' "$examples/embedding-$1/README.md" >lines
    holds "the page of $1 shows results" test -s lines
    while IFS= read -r line; do
        grep -qxF -- "$line" printed || complain "examples/embedding-$1/README.md shows '$line', which is not printed"
    done <lines
}

compile arm
says 0 'grains lifted' ./arm 2.4
cp out printed
shown arm
holds 'it has lifted many' test "$(sed -n '$s/.* \([0-9]*\) grains lifted.*/\1/p' printed)" -gt 50

compile field
says 0 'momentum out of balance by [0-9.]*e-1[2-9]' ./field 0.3
cp out printed
shown field

if pkg-config --exists sdl2; then
    read -r -a sdl < <(pkg-config --cflags --libs sdl2)
    compile game "${sdl[@]}"
    says 0 '^10 pictures, [0-9]+ of them late, [0-9.]+ ms of processor time each' env SDL_VIDEODRIVER=dummy ./game 10
else
    echo 'skipped: the game, for sdl2 is missing (apt-get install libsdl2-dev)'
fi
verdict
