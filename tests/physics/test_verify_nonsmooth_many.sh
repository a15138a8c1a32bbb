#!/bin/bash
# test_verify_nonsmooth_many.sh BUILD - `scree verify nonsmooth`, columns and packings: as test_verify_nonsmooth.sh.
set -u
. "$SCREE_SOURCE_DIR/tests/support/verify_rows.sh"

verify_groups "$1/scree" nonsmooth "T8 " "T9 "
check_rows <<'TABLE'
T8~n=10~N=5~h=0.001 overlap~left~over~/~law 0.5 at~least 0
T8~n=40~N=40~h=0.002 overlap~left~over~/~law~of~colours 1 at~most 0
T9~1000~Pa,~cold~N=10 push~on~the~bottom~/~(p~L^2) 1 relative 0.01
T9~100000~Pa,~warm~N=40 push~on~the~bottom~/~(p~L^2) 1 relative 0.01
TABLE
exit $bad
