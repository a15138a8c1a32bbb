#!/bin/bash
# label: full
# every_order.sh BUILD - the order of oblique impacts of every allowed combination of laws, some four thousand.
SCREE_EVERY_COMBINATION=1 exec "$1/tests/test.law.order" every_combination
