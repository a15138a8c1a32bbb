#!/bin/bash
# random_cases.sh BUILD - cases drawn from seeds (random_case.py) give the same files with every vector width, number of threads
# and parts, killed and resumed, in halves and as branches (random_cases.py). The long form has 150 seeds, the short one a
# single case of a periodic domain. SCREE_SEED and SCREE_SEEDS say which is the first one and how many there are;
# what fails is kept in BUILD/soak/random.
set -u
. "$(dirname "$0")/lib.bash"
first=6
count=1
[ -z "$soak" ] || first=1
[ -z "$soak" ] || count=150
mkdir -p "$1/soak/random"
python3 -B "$fault_here/random_cases.py" "$1" "${SCREE_SEED:-$first}" "${SCREE_SEEDS:-$count}" "$1/soak/random"
