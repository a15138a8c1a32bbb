#!/bin/bash
# test_verify_scenes.sh BUILD - `scree verify scenes`: no row may miss, and rows ask what closed forms say.
set -u
. "$SCREE_SOURCE_DIR/tests/support/verify_rows.sh"

verify_groups "$1/scree" scenes lattice "a row of" "gas, " "work, " turned "moving by" servo
check_rows <<'TABLE'
cell:~lattice,~linear stress~xx,~Pa 50755.8[0-9]* relative 1e-06
cell:~lattice,~hertz stress~xx,~Pa 36003.0[0-9]* relative 1e-06
cell:~work,~shear loss~+~change~over~the~work 1 relative 0.001
cell:~work,~shear V~stress~:~rate~over~the~work 1 relative 0.001
cell:~servo,~10~kPa stress~zz,~Pa 10000 relative 0.005
TABLE
exit $bad
