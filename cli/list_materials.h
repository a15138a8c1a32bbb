// list_materials.h - the cards of materials, for people and as the page docs/materials.md.
#ifndef SCREE_CLI_LIST_MATERIALS_H
#define SCREE_CLI_LIST_MATERIALS_H

#include <stdbool.h>

void print_materials(void);
bool print_material(const char *name); // false: there is none of that name
void print_materials_page(void);

#endif
