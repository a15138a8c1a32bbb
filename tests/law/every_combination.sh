#!/bin/bash
# label: full
# every_combination.sh BUILD - the conformance suite over every allowed combination of laws, some four thousand.
. "$SCREE_SOURCE_DIR/tests/support/shares.sh"
in_shares "$1/tests/test.law.conformance"
