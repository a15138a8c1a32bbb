#!/bin/bash
# test_verify_nonsmooth_many.sh BUILD - `scree verify nonsmooth`, many contacts: as test_verify_nonsmooth.sh.
set -u
. "$SCREE_SOURCE_DIR/tests/support/verify_rows.sh"

verify_groups "$1/scree" nonsmooth "T8 " "T9 " "T10 " "T12 " "eccentric" stack arch
check_rows <<'TABLE'
T8~n=10~N=5~h=0.001 overlap~left~over~/~law 0.5 at~least 0
T8~n=40~N=40~h=0.002 overlap~left~over~/~law~of~colours 1 at~most 0
T9~1000~Pa,~cold~N=10 push~on~the~bottom~/~(p~L^2) 1 relative 0.01
T9~100000~Pa,~warm~N=40 push~on~the~bottom~/~(p~L^2) 1 relative 0.01
T10~bits other~threads,~widths~that~differ 0 at~most 0
T12~speculative~e=0.5 sum~of~all~gains~/~energy 1e-05 at~most 0
eccentric,~simultaneous~mu=1~e=0.9 largest~gain~of~a~step~/~energy 1e-09 at~most 0
stack~1x1x10~of~10~cm,~6~s motion~after~the~first~2~s,~edges 0.0001 at~most 0
arch~of~10,~8~s motion~after~the~first~2~s,~edges 0.0001 at~most 0
TABLE
exit $bad
