#!/bin/bash
# label: full
# test_verify_nonsmooth_flows.sh BUILD - `scree verify nonsmooth`, piles, a drum and a silo with both solvers: as test_verify_nonsmooth.sh.
set -u
. "$SCREE_SOURCE_DIR/tests/support/verify_rows.sh"

# docs/verification/nonsmooth.md has the means of 15 seeds, and why.
told_misses=("pile on a rough base|its difference to smooth, deg")
verify_groups "$1/scree" nonsmooth "T13 "
verify_groups "$1/scree" nonsmooth --full "pile on" drum silo
exit $bad
