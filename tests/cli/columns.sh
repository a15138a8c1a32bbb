#!/bin/bash
# columns.sh BUILD - docs/columns.md is what the program makes of the tables, and the tables are listed.
set -u
scree=$1/scree
. "$(dirname "$0")/lib.bash"

says 0 '^columns: Ledger' "$scree" list columns
says 2 'columns, laws, materials and SLOT-LAW make pages' "$scree" list walls --markdown
"$scree" list columns --markdown >page.md
# Each line that begins a row, so that an empty page is no page.
holds 'the page has rows' test "$(grep -c '^| `' page.md)" -gt 40
holds 'docs/columns.md is fresh; else: scree list columns --markdown >docs/columns.md' \
    cmp page.md "$SCREE_SOURCE_DIR/docs/columns.md"
verdict
