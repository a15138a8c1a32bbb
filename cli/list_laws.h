// list_laws.h - the table of all laws and the heads of their pages in docs/laws, from the rows of the plug-ins.
#ifndef SCREE_CLI_LIST_LAWS_H
#define SCREE_CLI_LIST_LAWS_H

#include <stdbool.h>

// The table of docs/laws.md, a line per law.
void print_law_table(void);

// Title, a line for a case, picture and parameters of one law, `page` being its slot and name: "normal-hertz". False
// where there is none.
bool print_law_page(const char *page);

#endif
