#!/bin/bash
# label: full
# every_order.sh BUILD - the order of oblique impacts of every allowed combination of laws, some four thousand.
. "$SCREE_SOURCE_DIR/tests/support/shares.sh"
in_shares "$1/tests/test.law.order" every_combination
