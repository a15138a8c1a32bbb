# lib.bash - for the scripts beside it: a clean folder to work in, and checks that are counted.
# Sourced; the build folder is $1 of the script.

export OMP_WAIT_POLICY=passive
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
checks=0
faults=0

complain() {
    echo "FAULT: $*"
    faults=$((faults + 1))
}

# says CODE PATTERN COMMAND... - it ends with that code, and what it prints matches the extended regular expression.
says() {
    local code=$1 pattern=$2 got
    shift 2
    checks=$((checks + 1))
    "$@" >out 2>&1 </dev/null
    got=$?
    if [ "$got" != "$code" ]; then
        complain "'$*' ends with $got, not $code: $(head -c 400 out)"
    elif ! grep -Eq -- "$pattern" out; then
        complain "'$*' does not say '$pattern' but: $(head -c 400 out)"
    fi
}

# holds WORDS TEST... - the command succeeds.
holds() {
    local words=$1
    shift
    checks=$((checks + 1))
    "$@" >out 2>&1 || complain "$words: $* fails: $(head -c 400 out)"
}

# comes COMMAND... - waits until the command succeeds: for what another process has begun, however busy the machine is.
comes() {
    local deadline=$((SECONDS + 120))
    until "$@" >/dev/null 2>&1; do
        [ $SECONDS -lt $deadline ] || { complain "waited in vain for: $*"; return 1; }
        sleep 0.02
    done
}

# same WORDS A B - two texts are equal, and not empty.
same() {
    checks=$((checks + 1))
    { [ -n "$2" ] && [ "$2" = "$3" ]; } || complain "$1: '$2' is not '$3'"
}

verdict() {
    echo "$((checks > faults ? checks - faults : 0)) passed, $faults failed" # a fault may be of no check
    [ "$checks" -gt 0 ] && [ "$faults" = 0 ]
    exit
}
