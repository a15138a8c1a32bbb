#!/bin/bash
# test_verify_scenes.sh BUILD - `scree verify scenes`: no row may miss, and rows ask what closed forms say.
set -u
. "$SCREE_SOURCE_DIR/tests/support/verify_rows.sh"

verify_groups "$1/scree" scenes lattice "a row of" "gas, " "work, " turned "moving by" servo kit "stress: "
check_rows <<'TABLE'
cell:~lattice,~linear stress~xx,~Pa 50755.8[0-9]* relative 1e-06
cell:~lattice,~hertz stress~xx,~Pa 36003.0[0-9]* relative 1e-06
cell:~work,~shear loss~+~change~over~the~work 1 relative 0.001
cell:~work,~shear V~stress~:~rate~over~the~work 1 relative 0.001
cell:~servo,~10~kPa stress~zz,~Pa 10000 relative 0.005
stress:~balls~in~a~box xx~over~force~and~area 1 relative 0.001
stress:~oedometer~of~clumps zz~over~force~and~area 1 relative 0.001
stress:~balls~in~a~rough~box yy~over~moments 1 relative 0.001
kit:~damped~impact,~linear,~0.3 speed~after~over~before 0.733799* relative 0.002
kit:~damped~impact,~hertz,~0.5 speed~after~over~before 0.577350* relative 0.002
kit:~damped~fall speed~of~the~rise,~m/s 0.44 relative 1e-09
kit:~scaled~masses force~on~the~floor,~N 0.012841* relative 1e-06
TABLE
exit $bad
