#!/bin/bash
# label: full
# every_combination.sh BUILD - the conformance suite over every allowed combination of laws, some four thousand.
SCREE_EVERY_COMBINATION=1 exec "$1/tests/test.law.conformance"
