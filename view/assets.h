// assets.h - the program of the page and its style sheet, as `make assets` has put them together beside the program or where
// `make install` puts them.
#ifndef SCREE_VIEW_ASSETS_H
#define SCREE_VIEW_ASSETS_H

#include "base/embedded.h"
#include "base/fail.h"

#include <stddef.h>

extern const embedded_text view_texts[]; // view/web/page.html

typedef struct view_assets {
    char *script, *style; // owned
    size_t script_size, style_size;
} view_assets;

// Says by name where there is none, and what to do.
scree_status view_assets_find(view_assets *assets, scree_error *error);
void view_assets_clear(view_assets *assets);

#endif
