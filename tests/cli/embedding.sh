#!/bin/bash
# embedding.sh BUILD - the library in other programs: the example against the build tree gives the hash of the program;
# an installed tree serves C and C++ through pkg-config and CMake, shared and static; its symbols are those of the headers.
set -u
build=$1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.bash"
source=$SCREE_SOURCE_DIR
main=$source/examples/embedding-c/main.c
cc=${CC:-cc}

# ---- the same result
example=$source/examples/02-settling/case.yaml
"$build/scree" run "$example" --out run --set 'run.duration=0.02 s' --quiet >/dev/null 2>&1 || complain 'scree run fails'
says 0 '^grain [0-9]+ has [0-9.e-]+ m/s' "$build/embedding" "$example" 'run.duration=0.02 s'
cp out embedded
hash=$("$build/scree" info run --hash)
same 'hash of program and library' "${hash##* }" "$(sed -n 's/^state hash //p' embedded)"
# The lines that its page shows, with the digits of the hash left out: these change with every change of the physics.
sed -n '/^It prints\|It prints$/,/^What/s/^    //p' "$source/examples/embedding-c/README.md" | grep -vx '\.\.\.' >shown
holds 'the page shows what it prints' test "$(wc -l <shown)" -ge 5
sed 's/^state hash [0-9a-f]\{16\}$/state hash ... (16 hexadecimal digits)/' embedded >digits_out
while read -r line; do
    grep -qxF -- "$line" digits_out || complain "examples/embedding-c/README.md shows '$line', which is not printed"
done <shown
says 1 'bad.yaml:2:1: .*unknown key' sh -c 'printf "scree: 1\ngravty: 0\n" >bad.yaml; "$0" bad.yaml' "$build/embedding"

# ---- installed
holds 'install' cmake --install "$build" --prefix "$work/usr"
libdir=$(dirname "$(find "$work/usr" -name libscree.a)")
PKG_CONFIG_PATH=$libdir/pkgconfig
export PKG_CONFIG_PATH
holds 'pkg-config' pkg-config --exists scree
read -r -a flags < <(pkg-config --cflags --libs scree)
read -r -a all_flags < <(pkg-config --static --cflags --libs scree)
holds 'shared' "$cc" -std=c17 -Wall -Wextra -Werror "$main" -o shared "${flags[@]}" -lm "-Wl,-rpath,$libdir"
holds 'static' "$cc" -std=c17 "$main" -o static "${all_flags[@]/#-lscree/-l:libscree.a}"
for kind in shared static; do
    "./$kind" "$example" 'run.duration=0.02 s' >out 2>&1
    checks=$((checks + 1))
    cmp -s out embedded || complain "the $kind library gives something else: $(head -c 300 out)"
done
holds 'the shared library is needed at run time' sh -c 'ldd shared | grep -q "libscree.so.*$0"' "$libdir"
holds 'the static one is not' sh -c '! ldd static | grep -q libscree'
version=$(sed -n 's/^#define SCREE_VERSION_[MP][A-Z]* \([0-9]*\)$/\1/p' "$source/include/scree/scree.h" | paste -sd.)
same 'version of pkg-config' "$version" "$(pkg-config --modversion scree)"
same 'version of the program' "scree $version" "$("$work/usr/bin/scree" --version | head -n 1)"

# ---- a contact law of a program, with what its page shows
law=$source/examples/embedding-law
holds 'a law' "$cc" -std=c17 -Wall -Wextra -Werror -O2 -ffp-contract=off "$law/main.c" -o law "${flags[@]}" -lm "-Wl,-rpath,$libdir"
./law 0.5 >law_out 2>&1
sed -n '/^It prints/,/^What/s/^    //p' "$law/README.md" | grep -vx '\.\.\.' >shown
while read -r line; do
    grep -qxF -- "$line" law_out || complain "$law/README.md shows '$line', which is not printed"
done <shown
says 1 'pairs.default.normal.restitution = 2 is outside' ./law 2
friction=$source/examples/embedding-friction
holds 'friction' "$cc" -std=c17 -Wall -Wextra -Werror -O2 -ffp-contract=off "$friction/main.c" -o friction "${flags[@]}" -lm "-Wl,-rpath,$libdir"
{ ./friction 0.1; ./friction 0.25; } >friction_out 2>&1
sed -n '/prints$\|one$/,/^What/s/^    //p' "$friction/README.md" | grep -vx '\.\.\.' >shown
holds 'its page shows five lines' test "$(wc -l <shown)" = 5
while read -r line; do
    grep -qxF -- "$line" friction_out || complain "$friction/README.md shows '$line', which is not printed"
done <shown

# ---- commands that are programs of their own
installed=$work/usr/bin/scree
says 0 ' 0 missed' "$installed" verify --only E6
says 0 'usage: .*usr/bin/scree bench ' "$installed" bench --help
cp "$build/scree" lonely
says 2 'there is no program scree-verify in .*make build' ./lonely verify

# ---- symbols: those that the headers declare, no more, no less
sed -n '/^typedef/!s/^[a-z][A-Za-z0-9_ ]*[ *]\(scree_[a-z0-9_]*\)(.*/\1/p' "$source"/include/scree/*.h | LC_ALL=C sort >declared
holds 'the headers declare functions' test "$(wc -l <declared)" -gt 20
nm -D --defined-only "$libdir/libscree.so" | awk '$2 == "T" { print $NF }' | LC_ALL=C sort >versioned
holds 'names of libscree.so have a version' sh -c '! grep -v "@@SCREE_[0-9.]*\$" versioned'
sed 's/@@.*//' versioned >exported
holds "exported by libscree.so: $(comm -3 declared exported | tr '\n' ' ')" cmp declared exported
nm -g --defined-only "$libdir/libscree.a" | awk 'NF == 3 { print $NF }' | LC_ALL=C sort >exported
holds "exported by libscree.a: $(comm -3 declared exported | tr '\n' ' ')" cmp declared exported
for name in $(cat declared); do
    grep -q "\`$name\`" "$source/docs/c-api.md" || complain "docs/c-api.md does not tell of $name"
done

# ---- C++ and CMake
cxx=$(command -v c++ || command -v g++ || command -v clang++)
if [ -n "$cxx" ]; then
    cat >main.cpp <<'END'
#include <scree/scree.h>
int main()
{
    scree_case *c;
    scree_error e;
    bool refused = scree_case_parse("scree: 2\n", "x", nullptr, &c, &e) == SCREE_BAD_INPUT;
    scree_case_destroy(c);
    return refused && scree_version() == SCREE_VERSION_NUMBER ? 0 : 1;
}
END
    holds 'C++' "$cxx" -std=c++17 -Wall -Wextra -Wpedantic -Werror main.cpp -o plus "${flags[@]}" "-Wl,-rpath,$libdir"
    holds 'C++ runs' ./plus
fi
cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.20)
project(other LANGUAGES C)
find_package(scree ${version%.*} REQUIRED COMPONENTS static)
add_executable(a $main)
target_link_libraries(a PRIVATE scree::scree m)
add_executable(b $main)
target_link_libraries(b PRIVATE scree::scree_static)
END
holds 'find_package' cmake -S . -B other "-DCMAKE_PREFIX_PATH=$work/usr"
holds 'a CMake project builds' cmake --build other
for kind in a b; do
    "other/$kind" "$example" 'run.duration=0.02 s' >out 2>&1
    checks=$((checks + 1))
    cmp -s out embedded || complain "program $kind of a CMake project gives something else: $(head -c 300 out)"
done

# finds CODE PATTERN ARGUMENTS [THEN] - what find_package(scree ARGUMENTS) does in a project, and the lines that come behind it.
finds() {
    cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.20)
project(other LANGUAGES C)
find_package(scree $3)
${4:-}
message(STATUS "found \${scree_FOUND}")
foreach(target scree scree_static)
    if(TARGET scree::\${target})
        message(STATUS "there is \${target}")
    endif()
endforeach()
END
    rm -rf finds
    says "$1" "$2" cmake -S . -B finds "-DCMAKE_PREFIX_PATH=$work/usr"
}
finds 0 'there is scree$' REQUIRED
finds 0 'there is scree_static$' REQUIRED 'find_package(scree REQUIRED COMPONENTS static)'
finds 0 'there is scree_static$' 'REQUIRED COMPONENTS shared static'
finds 1 "scree has no component 'mpi'; there are: shared, static" 'REQUIRED COMPONENTS mpi'
finds 0 'found TRUE|found 1' 'OPTIONAL_COMPONENTS mpi'
finds 0 'there is scree$' '0.1...0.3 REQUIRED'
finds 0 'there is scree$' '0.0.9...<0.1.1 REQUIRED'
finds 1 'compatible' '0.2...0.3 REQUIRED'
finds 1 'compatible' '0.0...<0.1.0 REQUIRED'
finds 1 'compatible' '0.2 REQUIRED'
verdict
