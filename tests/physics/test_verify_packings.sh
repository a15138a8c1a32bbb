#!/bin/bash
# label: full
# test_verify_packings.sh BUILD - `scree verify scenes`: no row misses, and random close packing is asked to be what docs/verification/scenes.md says.
set -u
. "$SCREE_SOURCE_DIR/tests/support/verify_rows.sh"

verify_groups "$1/scree" scenes --full packing
check_rows <<'TABLE'
dense~packing 1000~balls~find~places~at~0.60 1 at~least 0
dense~packing 1000~balls~find~places~at~0.68 0 at~most 0
random~close~packing solid~fraction,~mean~of~2~seeds~of~10000~balls 0.64 absolute 0.005
TABLE
exit $bad
