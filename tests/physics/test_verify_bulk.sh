#!/bin/bash
# label: full
# test_verify_bulk.sh BUILD - `scree verify scenes`: many grains against published numbers. The short form of the biaxial test, and the
# long rows that take least; no row misses, and they ask what docs/verification/scenes.md says, with an error over the seeds.
set -u
. "$SCREE_SOURCE_DIR/tests/support/verify_rows.sh"

verify_groups "$1/scree" scenes "biaxial: disks"
cp rows.json short.json
verify_groups "$1/scree" scenes --full "biaxial: disks" "drum: "
cat short.json >>rows.json
check_rows <<'TABLE'
biaxial:~disks the~same~from~loose~less~from~dense 0 absolute 0.02
biaxial:~disks peak~less~critical,~dense 0.05 at~least 0
biaxial:~disks the~least~of~both 0.2 at~least 0
drum:~Froude~number~0.049 slope~by~the~centre~of~mass,~deg 26.9* relative 0.03
TABLE
tr '{' '\n' <rows.json | grep 'from loose less from dense' | grep -q '"error": 0\.0' || complain 'no error over seeds'
exit $bad
