# lib.bash - for the scripts beside it, to be sourced: the checks of tests/cli, the injector of faults, and how two folders
# of results are compared. SCREE_SOAK=1 asks for the long form of a test; the short one has seconds.

fault_here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
scree=$1/scree
injector=$1/tests/syscall_fault
soak=${SCREE_SOAK:-}
. "$fault_here/../cli/lib.bash"
cp "$fault_here/tiny.yaml" case.yaml

# quietly COMMAND... - its output goes to `out`.
quietly() { "$@" >out 2>&1 </dev/null; }

run_whole() { holds 'an undisturbed run' "$scree" run case.yaml --out whole --threads 1 --quiet; }

# same_files WHOLE OTHER WORDS - all files are equal, but for the log and the speed.
same_files() {
    checks=$((checks + 1))
    rm -rf one other
    cp -r "$1" one
    cp -r "$2" other
    for folder in one other; do
        rm -f $folder/log.txt $folder/scree.lock
        sed -i '/^ *"speed"/,/}/d' $folder/summary.json 2>/dev/null
    done
    diff -r one other >difference || complain "$3: $1 and $2 differ: $(head -5 difference)"
}

# calls_of COMMAND... - how many system calls of it change files; skips the test where they cannot be counted.
calls_of() {
    "$injector" count "$@" 2>&1 >/dev/null </dev/null | tail -n 1
}

need_injector() {
    "$injector" count true 2>/dev/null
    [ $? != 77 ] || { echo "skipped: processes may not be traced here"; exit 77; }
}

# finish FOLDER - goes on with what an accident left, by what the program itself proposes: resume, or from the beginning.
finish() {
    quietly "$scree" resume "$1" --threads 1 --quiet && return 0
    [ ! -e "$1/snapshot.h5" ] || return 1
    quietly "$scree" run case.yaml --out "$1" --force --threads 1 --quiet
}
