#!/bin/bash
# test_verify_nonsmooth_energy.sh BUILD - `scree verify nonsmooth`, bits, energy, stacks, heavy on light: as test_verify_nonsmooth.sh.
set -u
. "$SCREE_SOURCE_DIR/tests/support/verify_rows.sh"

verify_groups "$1/scree" nonsmooth "T10 " "T12 " eccentric stack arch " : 1" "bed of"
check_rows <<'TABLE'
T10~bits other~threads,~widths~that~differ 0 at~most 0
T12~speculative~e=0.5 sum~of~all~gains~/~energy 1e-05 at~most 0
eccentric,~simultaneous~mu=1~e=0.9 largest~gain~of~a~step~/~energy 1e-09 at~most 0
stack~1x1x10~of~10~cm,~6~s motion~after~the~first~2~s,~edges 0.0001 at~most 0
arch~of~10,~8~s motion~after~the~first~2~s,~edges 0.0001 at~most 0
cube~on~cube,~10,000~:~1 speed~of~the~heavy~one~at~the~end,~m/s 1e-06 at~most 0
plate~on~eight~cubes,~10,000~:~1 speed~of~the~light~ones~at~the~end,~m/s 1e-06 at~most 0
TABLE
exit $bad
