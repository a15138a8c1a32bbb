#!/bin/bash
# label: full
# templates_full.sh BUILD - cases to start from, each to its end: the number that its comment tells comes out, by the
# command that the comment tells.
set -u
scree=$1/scree
. "$(dirname "$0")/lib.bash"

# gives NAME LOW HIGH - the first number that the command of the case prints lies between.
gives() {
    local name=$1 low=$2 high=$3 command got
    checks=$((checks + 1))
    "$scree" new "$name" >out && "$scree" run "$name" --threads 1 --quiet >out 2>&1 || complain "$name: $(cat out)"
    command=$(sed -n 's/^# *\(.*\(awk\|paste\|tail\).*\)$/\1/p' "$name/case.yaml" | head -1)
    got=$( (eval "$command") | tail -1 | grep -Eo -- '-?[0-9.]+( degrees| kg/s|$)' | grep -Eo -- '-?[0-9.]+' | tail -1)
    python3 -c "assert $low <= $got <= $high" || complain "$name: '$command' gives $got, not $low to $high"
    echo "$name: $got"
}
# A kg/s by Beverloo's law would be 0.121; what is fed comes out of screw and belt; degrees.
gives hopper 0.09 0.13
gives screw 0.14 0.16
gives conveyor 1.9 2.1
gives drum 29 35
gives pile 25 32
gives triaxial 18 23
gives biaxial 15 20
gives mixer 0.3 0.7
verdict
