// list_columns.h - the columns of grains, contacts, walls and ledger, as `scree list columns` prints them.
#ifndef SCREE_CLI_LIST_COLUMNS_H
#define SCREE_CLI_LIST_COLUMNS_H

void print_columns(void);
// The page docs/columns.md, whole; a test compares the two.
void print_columns_page(void);

#endif
