#!/bin/bash
# test_verify_meshes.sh BUILD - `scree verify scenes --only mesh`: floors of triangles are planes; no row may miss. label: full
set -u
. "$SCREE_SOURCE_DIR/tests/support/verify_rows.sh"

verify_groups "$1/scree" scenes "mesh: "
check_rows <<'TABLE'
mesh:~ball,~bounce,~slide~and~roll,~smooth irregular:~places~off,~over~the~radius 1e-09 at~most 0
mesh:~ball,~over~100~inner~edges,~smooth T-jointed:~velocities~off,~m/s 1e-10 at~most 0
TABLE
exit $bad
